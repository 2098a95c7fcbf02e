import type { Database } from '../../db/pool.ts';
import { transaction } from '../../db/tx.ts';
import { type Clock, moscowMidnight } from '../../kernel/clock.ts';
import { conflict } from '../../kernel/errors.ts';
import { firstIdAt, newId } from '../../kernel/ids.ts';
import { lockBalance, post, postings, readBalances } from '../ledger/index.ts';
import { setTraffic, userChanged } from '../users/index.ts';
import { trafficPermission } from './rules.ts';
import { readSummary, readTraffic } from './store.ts';

export interface Deps {
  db: Database;
  clock: Clock;
}

export async function traderDashboard({ db, clock }: Deps, traderId: string) {
  const [balances, traffic] = await Promise.all([readBalances(db, traderId), readTraffic(db, traderId, clock())]);
  const { allowed, reason } = trafficPermission(traffic, balances.available);
  return {
    balance: balances.available,
    balance_on_hold: balances.held,
    earned_balance: balances.earned,
    can_move_earnings: balances.earned > 0n,
    is_active: traffic.on,
    account_enable_info: { can_be_enable: allowed, reason },
  };
}

/** Of a merchant; for an operator, of all merchants together. */
export async function merchantDashboard({ db, clock }: Deps, merchantId: string | undefined) {
  const at = clock();
  const summary = await readSummary(db, merchantId, { at, firstIdToday: firstIdAt(moscowMidnight(at)) });
  return {
    balance: summary.available,
    success_orders: Number(summary.success),
    expired_orders: Number(summary.lost),
    orders_today: Number(summary.today),
    active_accounts: Number(summary.activeTraders),
  };
}

/**
 * Switches a trader's traffic; to the state that it already has, nothing changes.
 * @throws ApiError 409 `traffic_refused` with the reason.
 */
export async function toggleTraffic({ db, clock }: Deps, traderId: string, on: boolean): Promise<void> {
  const at = clock();
  await transaction(db, async (tx) => {
    if (on) {
      const [traffic, balances] = [await readTraffic(tx, traderId, at), await readBalances(tx, traderId)];
      const { allowed, reason } = trafficPermission(traffic, balances.available);
      if (!allowed) throw conflict('traffic_refused', reason);
    }
    await setTraffic(tx, traderId, on);
    await userChanged(tx, traderId, at);
  });
}

/**
 * Moves all of a trader's earnings to the main balance.
 * @throws ApiError 409 `nothing_to_move`, also for the second of two.
 */
export async function moveEarnings({ db, clock }: Deps, traderId: string): Promise<void> {
  const at = clock();
  await transaction(db, async (tx) => {
    // Locked first: of two requests at once, the second finds nothing left.
    const earned = await lockBalance(tx, traderId, 'earned');
    if (earned === 0n) throw conflict('nothing_to_move', 'На балансе заработка пока нет средств');
    await post(tx, postings.earningsMoved(newId(at), traderId, earned), at);
    await userChanged(tx, traderId, at);
  });
}
