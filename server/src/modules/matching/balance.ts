import { MAX_SMS_NAME_LENGTH } from '../bank-messages/index.ts';
import { broken, type Chain, continues, extend, isUnbroken, repeats, type Said } from './chain.ts';
import type { Candidate, Decision } from './rules.ts';

// What the bank's own balance says of a message. Equality proves, inequality proves nothing (decision 65).

/** An account that a message may be about: a requisite as one version of its bank data. */
export interface Account {
  /** Of the requisite. */
  id: string;
  payeeVersion: number;
  /** The name of whose account it is, as the trader typed it. */
  holder: string;
  bankAccount: string;
  chain?: Chain | undefined;
}

/** What the balance says of a message that plain rules have decided on. */
export interface Judgement {
  rule: 'balance' | 'doubt';
  /** The decision by the balance. */
  decision: Decision;
  /** The order that it closes, or should not close. */
  order: Candidate;
  /** Kopecks on the account before the message. */
  before: bigint;
}

const ACCOUNT_NUMBER = /^\d{20}$/;
const WORD = /\p{L}{2,}/gu;
const wordsOf = (name: string) => new Set(name.toLowerCase().replaceAll('ё', 'е').match(WORD));

/** Nobody writes one person's name in words that have nothing in common. */
function areOthers(one: string, another: string): boolean {
  const [ones, others] = [wordsOf(one), wordsOf(another)];
  return ones.size > 0 && others.size > 0 && ![...ones].some((word) => others.has(word));
}

/**
 * Whether two accounts are certainly not one: several requisites may be of one account, by its phone, its number and its cards. Their
 * holders are different, or their numbers are. What messages say is no evidence: one of them may have been forged.
 */
export function areApart(one: Account, another: Account): boolean {
  const numbers = [one, another].map(({ bankAccount }) => bankAccount);
  return (
    areOthers(one.holder, another.holder) ||
    (numbers.every((number) => ACCOUNT_NUMBER.test(number)) && numbers[0] !== numbers[1])
  );
}

const isOf = (order: Candidate, { id, payeeVersion }: Account) =>
  order.requisiteId === id && order.payeeVersion === payeeVersion;
const goesOn = ({ chain }: Account, said: Said) => chain !== undefined && continues(chain, said);

/** The one account whose balance the message continues; undefined when there is none, several, or it may be a second message. */
function continuedBy(said: Said, accounts: readonly Account[]): { account: Account; before: bigint } | undefined {
  if (accounts.some(({ chain }) => chain !== undefined && repeats(chain, said))) return undefined;
  const [account, another] = accounts.filter((each) => goesOn(each, said));
  return account?.chain !== undefined && another === undefined ? { account, before: account.chain.balance } : undefined;
}

/** A message that fits several orders is about the one whose account it continues, if the accounts of the others are other ones. */
function settle(candidates: readonly Candidate[], said: Said, accounts: readonly Account[]) {
  const found = continuedBy(said, accounts);
  if (found === undefined) return undefined;
  const { account, before } = found;
  const [order, another] = candidates.filter((candidate) => isOf(candidate, account));
  const others = accounts.filter((each) => each !== account && candidates.some((candidate) => isOf(candidate, each)));
  const isAlone = order !== undefined && another === undefined && others.every((each) => areApart(account, each));
  return isAlone ? { order, before } : undefined;
}

/** A message that pays an order goes against what is known of its account, or continues another account. */
function doubt(order: Candidate, said: Said, accounts: readonly Account[]) {
  const account = accounts.find((each) => isOf(order, each));
  if (account === undefined || goesOn(account, said)) return undefined;
  const other = continuedBy(said, accounts);
  if (other !== undefined && areApart(other.account, account)) return { before: other.before, isElsewhere: true };
  const { chain } = account;
  return chain !== undefined && isUnbroken(chain, said) ? { before: chain.balance, isElsewhere: false } : undefined;
}

/**
 * What the balance of a message of money says beside what plain rules have decided.
 * @param accounts those that its text may be about.
 * @param decideOn decides on a message that is about one order.
 */
export function judge(
  plain: Decision,
  said: Said,
  accounts: readonly Account[],
  decideOn: (order: Candidate) => Decision,
): Judgement | undefined {
  if (plain.outcome === 'ambiguous') {
    const settled = settle(plain.candidates ?? [], said, accounts);
    if (settled === undefined) return undefined;
    const { order, before } = settled;
    const decision = { ...decideOn(order), balance: { rule: 'balance' as const, before } };
    return { rule: 'balance', decision, order, before };
  }
  if (plain.outcome !== 'paid' || plain.order === undefined) return undefined;
  const { order } = plain;
  const found = doubt(order, said, accounts);
  if (found === undefined) return undefined;
  const decision = { outcome: 'balance_mismatch' as const, order, balance: { rule: 'doubt' as const, ...found } };
  return { rule: 'doubt', decision, order, before: found.before };
}

/** The account that a message is certainly about. */
function accountOf(said: Said, { decision, judged }: Reached, named: readonly Account[]): Account | undefined {
  const order = judged?.order ?? (decision.outcome === 'paid' ? decision.order : undefined);
  // A message that continues another account is about that.
  const isElsewhere = judged?.decision.balance?.rule === 'doubt' && judged.decision.balance.isElsewhere;
  if (order !== undefined && !isElsewhere) return named.find((account) => isOf(order, account));
  return named.length === 1 ? named[0] : continuedBy(said, named)?.account;
}

/** What was decided, and what the balance said. */
interface Reached {
  decision: Decision;
  judged: Judgement | undefined;
}

/**
 * The accounts of a bank whose chains are other ones after its message; with their chains.
 * @param said undefined when the message may have moved a balance, but does not say by how much or to how much.
 * @param ofBank all accounts of its bank that the phone hears of.
 * @param named those of them that its text may be about.
 */
export function chainsAfter(
  said: Said | undefined,
  reached: Reached,
  { ofBank, named, isGuarded }: { ofBank: readonly Account[]; named: readonly Account[]; isGuarded: boolean },
): Account[] {
  const about = said && accountOf(said, reached, named);
  const chainOf = (account: Account): Chain | undefined => {
    const { chain } = account;
    if (said !== undefined && account === about) return extend(chain, said, isGuarded);
    return chain && (about === undefined || !areApart(about, account)) ? broken(chain) : chain;
  };
  return ofBank.flatMap((account) => {
    const chain = chainOf(account);
    return chain === account.chain ? [] : [{ ...account, chain }];
  });
}

/** An earlier message, or the one that has just come, which fits several orders and has paid none. */
export interface Waiting extends Said {
  sender: string | undefined;
  /** Orders, in order. */
  candidates: readonly string[];
}

/**
 * Two messages are certainly about two payments of two people: the bank's own application names two balances, and the payers' names
 * differ, or it names none and the second is not what the first one's account would have had after a second payment. A name that an
 * SMS may have is not enough: a number of messages is all that there is to go by, and somebody may have written one of them.
 */
function areTwoPayments(one: Waiting, another: Waiting): boolean {
  if (one.application !== another.application || one.balance === another.balance) return false;
  if (one.application.length <= MAX_SMS_NAME_LENGTH) return false;
  if (one.sender !== undefined && another.sender !== undefined) return one.sender !== another.sender;
  const [low, high] = one.balance < another.balance ? [one, another] : [another, one];
  return low.balance + low.amount !== high.balance;
}

/**
 * As many messages as orders of one sum, each of which fits all of these and nothing else: all are paid, whichever is whose.
 * @returns each message's order, the oldest the oldest's; undefined when it is not so.
 */
export function pairOff(
  orders: readonly Candidate[],
  messages: readonly Waiting[],
  at: Date,
): { messageId: string; order: Candidate }[] | undefined {
  const ids = orders.map(({ id }) => id).toSorted();
  const isOpen = ({ status, expiresAt }: Candidate) => status === 'ACTIVE' && expiresAt > at;
  if (orders.length < 2 || messages.length !== orders.length || !orders.every(isOpen)) return undefined;
  const fitAlike = messages.every(
    ({ candidates }) => candidates.length === ids.length && candidates.toSorted().every((id, n) => id === ids[n]),
  );
  const areAllOthers = messages.every((one, n) =>
    messages.slice(n + 1).every((another) => areTwoPayments(one, another)),
  );
  if (!fitAlike || !areAllOthers) return undefined;
  const oldest = orders.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  return messages
    .toSorted((a, b) => a.heardAt.getTime() - b.heardAt.getTime() || (a.messageId < b.messageId ? -1 : 1))
    .flatMap(({ messageId }, n) => (oldest[n] ? [{ messageId, order: oldest[n] }] : []));
}
