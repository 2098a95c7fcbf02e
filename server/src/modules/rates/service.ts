import type { Database } from '../../db/pool.ts';
import { type Reader, transaction, type Tx } from '../../db/tx.ts';
import type { Clock } from '../../kernel/clock.ts';
import { conflict } from '../../kernel/errors.ts';
import { PLATFORM_ACCOUNT } from '../../kernel/platform.ts';
import { appendEvent } from '../../outbox/append.ts';
import { decideQuote, isStale, type QuoteDecision, type RateRules, staleAt } from './rules.ts';
import type { RateSource } from './source.ts';
import * as store from './store.ts';

/** The id in events of the rate, of which there is one. */
const THE_RATE = '00000000-0000-0000-0000-000000000000';

export const rateChanged = (tx: Tx, at: Date): Promise<void> =>
  appendEvent(tx, { kind: 'rate.changed', objectId: THE_RATE, owners: [], at });

/** Tells the platform's people of a source's proposal. */
const rateProposed = (tx: Tx, at: Date): Promise<void> =>
  appendEvent(tx, { kind: 'rate.proposed', objectId: THE_RATE, owners: [PLATFORM_ACCOUNT], at });

const stale = () =>
  conflict('rate_stale', 'Курс устарел, новые заказы и выплаты приостановлены. Повторите попытку позже');

/** Lets a rate pass that is not stale. @throws ApiError 409 `rate_stale`. */
export function assertFresh(rate: { staleAt: Date }, at: Date): void {
  if (isStale(rate, at)) throw stale();
}

/**
 * The rate that something may be issued at.
 * @throws ApiError 409 `no_rate`, `rate_stale`.
 */
export async function readFreshRate(db: Reader, at: Date): Promise<store.Rate> {
  const rate = await store.readRate(db);
  assertFresh(rate, at);
  return rate;
}

/**
 * Puts a rate in force from now on, and the waiting proposal lapses: it was too far from another rate.
 * @param rate its age is counted from `at`.
 */
export async function setRate(tx: Tx, rate: store.NewRate): Promise<void> {
  await store.lockRates(tx);
  await store.endWaiting(tx, 'LAPSED', rate.at);
  await store.insertRate(tx, rate);
  await rateChanged(tx, rate.at);
}

/** The answer of a source. */
interface Quote {
  value: bigint;
  source: string;
  /** When the source was asked: quotes of others since then are newer. */
  askedAt: Date;
}

/** Applies a quote as the rules decide. One transaction; safe to repeat, and for several workers at once. */
export async function applyQuote(tx: Tx, { value, source, askedAt }: Quote, rules: RateRules): Promise<QuoteDecision> {
  await store.lockRates(tx);
  const rate = await store.findCurrentRate(tx);
  const [proposal] = await store.readProposals(tx, 1);
  const decision = decideQuote({ rate, proposal }, value, askedAt, rules.jumpBp);
  const until = staleAt(rules, source, askedAt);
  if (decision === 'change') {
    await setRate(tx, { value, source, staleAt: until, at: askedAt });
  } else if (decision === 'confirm' && rate) {
    await store.endWaiting(tx, 'LAPSED', askedAt);
    await store.confirmRate(tx, rate.id, askedAt, until);
    if (isStale(rate, askedAt)) await rateChanged(tx, askedAt);
  } else if (decision === 'propose' && rate) {
    await store.endWaiting(tx, 'REPLACED', askedAt);
    await store.insertProposal(tx, { value, inForce: rate.value, source, at: askedAt });
    await rateProposed(tx, askedAt);
  } else if (decision === 'repeat' && proposal) {
    await store.setLatest(tx, proposal.id, value);
  }
  return decision;
}

/**
 * The operator decides on a proposal: accepted it is in force from now on, declined it is not proposed again until the source
 * has quoted a usual value in between.
 * @returns undefined, and changes nothing, when it does not wait (any more).
 */
export async function decideProposal(
  tx: Tx,
  { id, accept, at }: { id: bigint; accept: boolean; at: Date },
  rules: RateRules,
): Promise<store.Proposal | undefined> {
  await store.lockRates(tx);
  const proposal = await store.endProposal(tx, id, accept ? 'ACCEPTED' : 'DECLINED', at);
  if (proposal && accept) {
    const { value, source } = proposal;
    await setRate(tx, { value, source, staleAt: staleAt(rules, source, at), at });
  } else if (proposal) {
    await rateProposed(tx, at);
  }
  return proposal;
}

export interface RefreshDeps {
  db: Database;
  clock: Clock;
  source: RateSource;
  rules: RateRules;
  /** Milliseconds between two turns of a worker. */
  every: number;
}

/**
 * Asks the source once, unless another worker just has.
 * @returns the decision about its quote; `fresh` when it was not asked.
 * @throws Error with a sentence when the source is of no use.
 */
export async function refreshRate({ db, clock, source, rules, every }: RefreshDeps): Promise<QuoteDecision | 'fresh'> {
  const askedAt = clock();
  const rate = await store.findCurrentRate(db);
  const isFresh = rate?.source === source.name && askedAt.getTime() - rate.confirmedAt.getTime() < every / 2;
  if (isFresh) return 'fresh';
  const value = await source.read();
  return transaction(db, (tx) => applyQuote(tx, { value, source: source.name, askedAt }, rules));
}
