import type { Reader } from '../../../db/tx.ts';
import { after, DAY, HOUR } from '../../../kernel/clock.ts';
import { newId } from '../../../kernel/ids.ts';
import type { LockedCabinet } from '../../cabinets/index.ts';
import { type Order, readOrdersByAmounts, slotUntil } from '../../orders/index.ts';
import { type Candidate, decide, type Decision, type DecisionInput, MAX_NEAR_KOPECKS, requisitesOf } from '../rules.ts';
import { type CandidatePayee, readPayees } from '../store.ts';
import { type Heard, plausible } from './heard.ts';

/** A message whose cabinet is locked. */
export interface Placed {
  heard: Heard;
  cabinet: LockedCabinet;
  messageId: string;
  textHash: Buffer;
}

/** A new message with what was decided about it. */
export interface Decided extends Placed {
  id: string;
  input: DecisionInput;
  decision: Decision;
  /** The order that it pays. */
  pays: string | undefined;
  /** The orders that the decision rests on. */
  orders: readonly Candidate[];
  /** Requisites that it pauses. */
  paused: readonly string[];
}

/** An order that was made longer before the message has nothing to do with it. */
const MAX_DELAY_MS = DAY;
/** An order that was made so shortly after the message explains at least why the message pays nothing. */
const MAX_LEAD_MS = HOUR;

/** Decides on messages by the orders as they are, each as if it were the only one. */
export async function decideEach(db: Reader, messages: readonly Placed[], at: Date): Promise<Decided[]> {
  if (messages.length === 0) return [];
  const asked = messages.map((placed) => {
    const { heard, cabinet } = placed;
    const { reading, message } = heard;
    const heardAt = plausible(message.heardAt, at);
    const { application } = message;
    const input: DecisionInput = { reading, application, at, heardAt, cabinetIsBlocked: cabinet.isBlocked };
    return { placed, input, cabinetId: cabinet.id, bank: reading.bank, since: after(heardAt, -MAX_DELAY_MS) };
  });
  const payees = await readPayees(db, asked);
  const named = asked.map((each) => ({ ...each, ...payeesNamedBy(each.input, payees.get(each) ?? []) }));
  const candidates = await readCandidates(db, named);
  return named.map((each) => {
    const { placed, input, requisites, none } = each;
    const { kind } = input.reading;
    const orders = candidates.get(each) ?? [];
    const decision = kind === 'income' && none ? { outcome: none } : decide(input, orders);
    return {
      ...placed,
      id: newId(at),
      input,
      decision,
      pays: decision.outcome === 'paid' ? decision.order?.id : undefined,
      orders,
      paused: kind === 'block' ? requisites.map(({ id }) => id) : [],
    };
  });
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
 * that, and none after it.
 */
export function withoutEntangled(messages: readonly Decided[]): Decided[] {
  const inDoubt = new Set<string>();
  return messages.filter(({ pays, orders }) => {
    const isEntangled = orders.some(({ id }) => inDoubt.has(id));
    // Nobody knows yet what becomes of the orders of a message that is put off.
    if (isEntangled) for (const { id } of orders) inDoubt.add(id);
    else if (pays !== undefined) inDoubt.add(pays);
    return !isEntangled;
  });
}
