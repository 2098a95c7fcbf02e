import { formatMinorUnits, SCALE } from '@kantor/contract/plain/money.ts';
import type { PageRequest } from '@kantor/contract/plain/pages.ts';
import type { Page } from '../../db/dense-list.ts';
import type { Database } from '../../db/pool.ts';
import { type Reader, transaction } from '../../db/tx.ts';
import { after, type Clock, comparedUntil, DAY, HOUR, moscowMidnight, periodStarts } from '../../kernel/clock.ts';
import type { PersonActor } from '../../kernel/actor.ts';
import { conflict } from '../../kernel/errors.ts';
import { firstIdAt, newId } from '../../kernel/ids.ts';
import {
  type EntryOfDay,
  lockBalances,
  post,
  postings,
  readBalances,
  readEarned,
  readEntries,
  sumEntries,
  withDays,
} from '../ledger/index.ts';
import { readUnsettled } from '../payouts/index.ts';
import { setTraffic, accountChanged } from '../accounts/index.ts';
import { accountObject, appendAudit } from '../audit/index.ts';
import { type FirstSteps, stepsLeft, type TrafficPermission, trafficPermission, type TrafficState } from './rules.ts';
import { readSetUp, readSummary, readTraffic, type Summary } from './store/summary.ts';
import { type MerchantDays, readMerchantDays } from './store/today.ts';

export interface Deps {
  db: Database;
  clock: Clock;
}

/** A trader's balance, and whether they may switch their traffic. */
export interface TraderDashboard {
  /** Micro-USDT. */
  balances: Record<'available' | 'held' | 'earned', bigint>;
  /** Of what is held, that for payouts that are not settled yet. Micro-USDT. */
  heldForPayouts: bigint;
  traffic: TrafficState;
  permission: TrafficPermission;
  /** What is left of a new trader's first day; undefined once it is over. */
  steps: FirstSteps | undefined;
}

export async function getTraderDashboard({ db, clock }: Deps, traderId: string): Promise<TraderDashboard> {
  const [balances, heldForPayouts, traffic, { hadOrder, ...setUp }] = await Promise.all([
    readBalances(db, traderId),
    readUnsettled(db, traderId),
    readTraffic(db, traderId, clock()),
    readSetUp(db, traderId),
  ]);
  const steps = stepsLeft({ ...setUp, balance: balances.available > 0n, traffic: traffic.on }, hadOrder);
  return { balances, heldForPayouts, traffic, permission: trafficPermission(traffic, balances.available), steps };
}

/** A merchant's balance; for an operator, that of all merchants together. */
export function getMerchantDashboard({ db, clock }: Deps, merchantId: string | undefined): Promise<Summary> {
  const at = clock();
  return readSummary(db, merchantId, { at, firstIdToday: firstIdAt(moscowMidnight(at)) });
}

/** A merchant's day so far beside yesterday until the same time; for an operator, of all merchants together. */
export async function getMerchantToday(
  { db, clock }: Deps,
  merchantId: string | undefined,
): Promise<MerchantDays & { at: Date; comparedUntil: Date }> {
  const at = clock();
  return { ...(await readMerchantDays(db, merchantId, at)), at, comparedUntil: comparedUntil(at) };
}

/** One page of a merchant's operations, the entries on their available balance, newest first, each with the day that it belongs to, and
 * what that day brought in all. */
export async function listOperationsByDay(
  db: Reader,
  merchantId: string,
  page: PageRequest,
): Promise<Page<EntryOfDay>> {
  const owner = { id: merchantId, kind: 'available' } as const;
  return withDays(db, owner, await readEntries(db, owner, page));
}

/** What all of a merchant's operations come to, in micro-USDT. */
export const sumOperations = (db: Reader, merchantId: string): Promise<{ count: bigint; amount: bigint }> =>
  sumEntries(db, { id: merchantId, kind: 'available' });

const HOURS = 24;

/** What a trader has earned so far in this day, week and month of Moscow's calendar, in the day before, and in the last hours, micro-USDT. */
export async function getEarnings({ db, clock }: Deps, traderId: string) {
  const at = clock();
  const starts = periodStarts(at);
  const hoursAgo = Array.from({ length: HOURS }, (_, n) => after(at, (n - HOURS) * HOUR));
  const days = [starts.today, after(starts.today, -DAY), starts.week, starts.month];
  const [today = 0n, twoDays = 0n, week = 0n, month = 0n, ...since] = await readEarned(db, traderId, [
    ...days,
    ...hoursAgo,
  ]);
  const hours = since.map((earned, n) => earned - (since[n + 1] ?? 0n));
  return { today, yesterday: twoDays - today, week, month, hours };
}

/**
 * Switches a trader's traffic; to the state that it already has, nothing changes.
 * @throws ApiError 409 `traffic_refused` with the reason.
 */
export async function toggleTraffic({ db, clock }: Deps, actor: PersonActor, on: boolean): Promise<void> {
  const traderId = actor.accountId;
  const at = clock();
  await transaction(db, async (tx) => {
    if (on) {
      const [traffic, balances] = [await readTraffic(tx, traderId, at), await readBalances(tx, traderId)];
      const { allowed, reason } = trafficPermission(traffic, balances.available);
      if (!allowed) throw conflict('traffic_refused', reason);
    }
    if (!(await setTraffic(tx, traderId, on))) return;
    await appendAudit(
      tx,
      { actor, action: 'switch-traffic', object: accountObject(traderId), before: { on: !on }, after: { on } },
      at,
    );
    await accountChanged(tx, traderId, at);
  });
}

/**
 * Moves all of a trader's earnings to the main balance.
 * @throws ApiError 409 `nothing_to_move`, also for the second of two.
 */
export async function moveEarnings({ db, clock }: Deps, actor: PersonActor): Promise<void> {
  const traderId = actor.accountId;
  const at = clock();
  await transaction(db, async (tx) => {
    // Locked first: of two requests at once, the second finds nothing left.
    const balance = await lockBalances(tx, [traderId]);
    const earned = balance(traderId, 'earned');
    if (earned === 0n) throw conflict('nothing_to_move', 'На балансе заработка пока нет средств');
    await post(tx, postings.earningsMoved(newId(at), traderId, earned), at);
    const moved = { usdt: formatMinorUnits(earned, SCALE.usdt) };
    const object = accountObject(traderId);
    await appendAudit(tx, { actor, action: 'move-earnings', object, before: null, after: moved }, at);
    await accountChanged(tx, traderId, at);
  });
}
