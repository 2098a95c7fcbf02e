import type { Waiting } from '@kantor/contract/plain/figures.ts';
import { sql } from 'kysely';
import type { Reader } from '../../../db/tx.ts';
import { after } from '../../../kernel/clock.ts';
import { isOnline } from '../../cabinets/index.ts';
import { LATE_AFTER_MS } from '../../payouts/index.ts';
import { oldHolds } from './holds.ts';

/** Something that asks for a hand, and how much of it there is. */
export interface WaitingRow {
  what: Waiting;
  count: bigint;
  /** Micro-USDT, where it is about money. */
  sumUsdt: bigint | null;
  /** The oldest of it, where one has an age. */
  since: Date | null;
}

/**
 * Everything that asks for a hand, also that of which there is none. Each is found by an index of what is unfinished, or by
 * requisites: none of it walks orders.
 */
export async function readWaiting(db: Reader, at: Date): Promise<WaitingRow[]> {
  const late = after(at, -LATE_AFTER_MS);
  const { rows } = await sql<WaitingRow>`
    select 'withdrawals' as what, count(*) as count, coalesce(sum(amount_usdt), 0)::bigint as "sumUsdt", min(created_at) as since
    from withdrawal where status = 'OPEN'
    union all
    select 'appeals', count(*), null, min(created_at) from appeal where stage = 'operator'
    union all
    select 'late_payouts', count(*), coalesce(sum(amount_usdt), 0)::bigint, min(created_at)
    from (
      select amount_usdt, created_at from payout where status = 'OPEN'
      union all select amount_usdt, created_at from payout where status = 'IN_WORK'
    ) as undone where created_at <= ${late}
    union all
    select 'contested_payouts', count(*), coalesce(sum(amount_usdt), 0)::bigint, min(contested_at)
    from payout where settlement = 'contested'
    union all
    select 'silent_orders', coalesce(sum(requisite.active_orders), 0), null, null
    from requisite left join cabinet on cabinet.id = requisite.cabinet_id
    where requisite.active_orders > 0 and not ${isOnline(at)}
    union all
    select 'dead_webhooks', count(id), null, (select created_at from webhook where status = 'DEAD' order by id limit 1)
    from webhook where status = 'DEAD'
    union all
    select 'rate_proposals', count(*), null, min(created_at) from rate_proposal where status = 'WAITING'
    union all
    select 'old_holds', count(*), coalesce(sum(held), 0)::bigint, min(since)
    from (${oldHolds(at)}) as hold
    union all
    select 'second_operator', count(*), null, min(created_at) from correction where status = 'WAITING' and lapses_at > ${at}`.execute(
    db,
  );
  return rows;
}

/** What traders with traffic on could still hold for new orders, micro-USDT, and how many they are. */
export async function readFreeFunds(db: Reader): Promise<{ traders: bigint; usdt: bigint }> {
  const { rows } = await sql<{ traders: bigint; usdt: bigint }>`
    select count(*) as traders, coalesce(sum(funds.balance), 0)::bigint as usdt
    from account left join ledger_available funds on funds.owner_id = account.id
    where account.role = 'trader' and account.traffic_on and account.blocked_at is null`.execute(db);
  return rows[0] ?? { traders: 0n, usdt: 0n };
}
