import type { Reader } from '../../../db/tx.ts';
import { after, DAY, HOUR } from '../../../kernel/clock.ts';
import { newId } from '../../../kernel/ids.ts';
import type { LockedCabinet } from '../../cabinets/index.ts';
import { type Order, readOrdersByAmounts, slotUntil } from '../../orders/index.ts';
import { type Account, chainsAfter, type Judgement, judge, pairOff } from '../balance.ts';
import type { Said } from '../chain.ts';
import {
  type Candidate,
  decide,
  decideOn,
  type Decision,
  type DecisionInput,
  MAX_NEAR_KOPECKS,
  requisitesOf,
} from '../rules.ts';
import { readWaiting } from '../store/chains.ts';
import { type CandidatePayee, type PayeesHeard, readPayees } from '../store/payees.ts';
import type { Verdict } from '../store/verdicts.ts';
import { type Heard, plausible } from './heard.ts';

/** A message whose cabinet is locked. */
export interface Placed {
  heard: Heard;
  cabinet: LockedCabinet;
  messageId: string;
  textHash: Buffer;
}

/** An order that a message pays: the new one, or an earlier one together with it. */
interface Payment {
  orderId: string;
  messageId: string;
}

/** A new message with what was decided about it. */
export interface Decided extends Placed {
  id: string;
  input: DecisionInput;
  decision: Decision;
  /** The orders that it pays, each by a message: one, or as many as there were messages of their sum. */
  pays: readonly Payment[];
  /** The orders that the decision rests on. */
  orders: readonly Candidate[];
  /** Requisites that it pauses. */
  paused: readonly string[];
  /** Accounts whose chains it changes. */
  accounts: readonly Account[];
  /** What the balances say of it, and of the messages that it is paired with. */
  verdicts: readonly Verdict[];
}

/** An order that was made longer before the message has nothing to do with it. */
const MAX_DELAY_MS = DAY;
/** An order that was made so shortly after the message explains at least why the message pays nothing. */
const MAX_LEAD_MS = HOUR;

/**
 * Decides on messages by the orders as they are, each as if it were the only one; but the chains of balances are those which the
 * messages before it leave.
 */
export async function decideEach(db: Reader, messages: readonly Placed[], at: Date): Promise<Decided[]> {
  if (messages.length === 0) return [];
  const asked = messages.map((placed) => {
    const { heard, cabinet } = placed;
    const { reading, message } = heard;
    const heardAt = plausible(message.heardAt, at);
    const { application } = message;
    const input: DecisionInput = { reading, application, at, heardAt, cabinetIsBlocked: cabinet.isBlocked };
    const id = newId(at);
    return { placed, id, input, cabinetId: cabinet.id, bank: reading.bank, since: after(heardAt, -MAX_DELAY_MS) };
  });
  const heard = await readPayees(db, asked);
  const named = asked.map((each) => {
    const { payees, bankId, mode } = heard.get(each) ?? NOBODY;
    return { ...each, payees, bankId, mode, ...payeesNamedBy(each.input, payees) };
  });
  const candidates = await readCandidates(db, named);
  const plain = named.map((each) => {
    const orders = candidates.get(each) ?? [];
    const { kind } = each.input.reading;
    const decision: Decision = kind === 'income' && each.none ? { outcome: each.none } : decide(each.input, orders);
    return { ...each, orders, plain: decision };
  });
  const waiting = await readWaitingFor(db, plain);
  const chains = new Map<string, Account['chain']>();
  return plain.map((each) => reach(each, chains, waiting));
}

const NOBODY: PayeesHeard = { payees: [], bankId: null, mode: 'off' };

/** A message with the decision of the plain rules. */
type Plain = Omit<PayeesHeard, 'payees'> &
  Pick<Decided, 'id' | 'input' | 'orders'> & {
    placed: Placed;
    cabinetId: string;
    payees: readonly CandidatePayee[];
    requisites: readonly CandidatePayee[];
    plain: Decision;
  };

/** Money that came, as a message with a balance says it. */
function saidBy({ id, input: { reading, application, heardAt } }: Pick<Plain, 'id' | 'input'>): Said | undefined {
  const { kind, kopecks, balance } = reading;
  if (kind !== 'income' || kopecks === undefined || balance === undefined) return undefined;
  return { messageId: id, amount: kopecks, balance, application, heardAt };
}

/** The earlier messages that fit the orders of those which fit several. They are few, and so is whoever asks. */
async function readWaitingFor(db: Reader, messages: readonly Plain[]) {
  const orderIds = messages.flatMap((each) =>
    each.plain.outcome === 'ambiguous' && each.mode !== 'off' && saidBy(each) ? idsOf(each.plain.candidates) : [],
  );
  return readWaiting(db, [...new Set(orderIds)]);
}

const idsOf = (orders: readonly { id: string }[] = []) => orders.map(({ id }) => id);
type Earlier = Awaited<ReturnType<typeof readWaiting>>;

const keyOf = ({ id, payeeVersion }: Pick<Account, 'id' | 'payeeVersion'>) => `${id}/${payeeVersion}`;

/** What comes of a message by the plain rules and by what the balances say. */
function reach(message: Plain, chains: Map<string, Account['chain']>, waiting: Earlier): Decided {
  const { placed, id, input, orders, plain, requisites, mode } = message;
  const said = saidBy(message);
  const accounts = new Map(
    message.payees.map((payee) => [
      keyOf(payee),
      { ...payee, chain: chains.has(keyOf(payee)) ? chains.get(keyOf(payee)) : payee.chain },
    ]),
  );
  const ofBank = [...accounts.values()].filter(({ isOfOtherBank }) => !isOfOtherBank);
  const named = requisites.flatMap((payee) => accounts.get(keyOf(payee)) ?? []);
  const judged = said && judge(plain, said, named, (order) => decideOn(order, input));
  const pairs = said && judged === undefined ? pairsOf(message, said, waiting) : undefined;
  const decision = mode === 'on' ? decided(id, judged, pairs, plain) : plain;
  const changed = movesBalance(message) ? chainsAfter(said, { decision, judged }, manner(mode, ofBank, named)) : [];
  for (const account of changed) chains.set(keyOf(account), account.chain);
  return {
    ...placed,
    id,
    input,
    decision,
    pays: paymentsOf(id, decision, mode === 'on' ? pairs : undefined),
    orders,
    paused: input.reading.kind === 'block' ? requisites.map((requisite) => requisite.id) : [],
    accounts: changed,
    verdicts: verdictsOf(message, judged, pairs),
  };
}

const manner = (mode: PayeesHeard['mode'], ofBank: readonly Account[], named: readonly Account[]) => ({
  ofBank,
  named,
  isGuarded: mode === 'on',
});

/** Money came or went, or a bank says something that nobody understands. Its second message about one transfer moves nothing. */
function movesBalance({ bankId, input: { reading } }: Plain): boolean {
  return bankId !== null && ['income', 'outgoing', 'unknown'].includes(reading.kind);
}

type Pairs = ReturnType<typeof pairOff>;

/** The orders that a message which fits several, and the earlier ones that fit the same, pay together. */
function pairsOf({ plain, input, cabinetId }: Plain, said: Said, waiting: Earlier): Pairs {
  const { candidates = [], outcome } = plain;
  if (outcome !== 'ambiguous' || input.cabinetIsBlocked) return undefined;
  const ids = new Set(idsOf(candidates));
  const earlier = waiting.filter(
    (each) =>
      each.cabinetId === cabinetId && each.bank === input.reading.bank && each.candidates.some((id) => ids.has(id)),
  );
  const own = { ...said, sender: input.reading.sender, candidates: idsOf(candidates) };
  return pairOff(
    candidates,
    [...earlier.map((each) => ({ ...each, sender: each.sender ?? undefined })), own],
    input.at,
  );
}

function decided(id: string, judged: Judgement | undefined, pairs: Pairs, plain: Decision): Decision {
  const order = pairs?.find(({ messageId }) => messageId === id)?.order;
  return judged?.decision ?? (order ? { outcome: 'paid', order, balance: { rule: 'count' } } : plain);
}

function paymentsOf(id: string, { outcome, order }: Decision, pairs: Pairs): Payment[] {
  if (outcome !== 'paid' || order === undefined) return [];
  return (
    pairs?.map((pair) => ({ messageId: pair.messageId, orderId: pair.order.id })) ?? [
      { messageId: id, orderId: order.id },
    ]
  );
}

/** What is kept of what the balances say: all of it at a bank where that is only compared, too. */
function verdictsOf({ id, bankId, mode }: Plain, judged: Judgement | undefined, pairs: Pairs): Verdict[] {
  if (bankId === null || mode === 'off') return [];
  const wasDone = mode === 'on';
  if (pairs) {
    const rule = 'count';
    return pairs.map(({ messageId, order }) => ({
      ...{ notificationId: messageId, orderId: order.id, bankId, rule, before: null, wasDone },
    }));
  }
  if (judged === undefined || (judged.rule === 'balance' && judged.decision.outcome !== 'paid')) return [];
  const { rule, order, before } = judged;
  return [{ notificationId: id, orderId: order.id, bankId, rule, before, wasDone }];
}

/** Money may come to bank data that were replaced meanwhile; a requisite is paused for its present ones. */
const payeesNamedBy = ({ reading }: DecisionInput, payees: readonly CandidatePayee[]) =>
  requisitesOf(reading.kind === 'block' ? payees.filter(({ isInForce }) => isInForce) : payees, reading);

interface Asked {
  input: DecisionInput;
  requisites: readonly CandidatePayee[];
}

/** For each message the orders that were issued with bank data which it may name. */
async function readCandidates<Question extends Asked>(
  db: Reader,
  questions: readonly Question[],
): Promise<Map<Question, Candidate[]>> {
  const queries = questions.flatMap((question) => {
    const { input, requisites } = question;
    const { kind, kopecks: amount } = input.reading;
    if ((kind !== 'income' && kind !== 'duplicate') || amount === undefined || requisites.length === 0) return [];
    const requisiteIds = [...new Set(requisites.map(({ id }) => id))];
    const [since, until] = [after(input.heardAt, -MAX_DELAY_MS), after(input.heardAt, MAX_LEAD_MS)];
    return [{ question, requisiteIds, amount, within: MAX_NEAR_KOPECKS, since, until }];
  });
  const orders = await readOrdersByAmounts(db, queries);
  return new Map(
    queries.map((query) => {
      const { requisites } = query.question;
      const isPaidTo = (order: Order) =>
        requisites.some(({ id, payeeVersion }) => id === order.requisiteId && payeeVersion === order.payeeVersion);
      const found = (orders.get(query) ?? []).filter(isPaidTo);
      return [query.question, found.map((order) => ({ ...order, recentUntil: slotUntil(order) }))];
    }),
  );
}

/**
 * The messages that decide nothing for each other, in their order: of those that may be about one order the first, if it closes
 * that or waits for as many as there are orders, and none after it; and of a cabinet and a bank none whose balance comes after one
 * that is put off.
 */
export function withoutEntangled(messages: readonly Decided[]): Decided[] {
  const inDoubt = new Set<string>();
  const putOff = createPutOff();
  return messages.filter((message) => {
    const { pays, orders, decision } = message;
    const isEntangled = putOff.has(message) || orders.some(({ id }) => inDoubt.has(id));
    // Nobody knows yet what becomes of the orders of a message that is put off.
    if (isEntangled) {
      putOff.add(message);
      for (const { id } of orders) inDoubt.add(id);
    }
    for (const { orderId } of isEntangled ? [] : pays) inDoubt.add(orderId);
    for (const id of isEntangled || decision.outcome !== 'ambiguous' ? [] : idsOf(decision.candidates)) inDoubt.add(id);
    return !isEntangled;
  });
}

/** Cabinets and banks of which a message was put off: chains are not what the ones after it took them for. */
export function createPutOff() {
  const known = new Set<string>();
  const keyOfBank = ({ cabinet, heard }: Decided) => `${cabinet.id}/${heard.reading.bank ?? ''}`;
  return {
    add: (message: Decided) => void known.add(keyOfBank(message)),
    has: (message: Decided) => message.heard.reading.balance !== undefined && known.has(keyOfBank(message)),
  };
}
