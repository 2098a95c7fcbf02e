import { sql } from 'kysely';
import type { Reader } from '../../../db/tx.ts';
import { isOnline } from '../../cabinets/index.ts';

/** What an account has, counted without a walk over its orders. */
export interface AccountFigures {
  /** Requisites outside the archive, and those of them that are on in a cabinet that is on, with its phone online. */
  requisites: number;
  ready: number;
  /** Orders since midnight in Moscow. */
  today: bigint;
  /** Orders of all time: closed; expired or cancelled. */
  closed: bigint;
  lost: bigint;
}

const NOTHING: AccountFigures = { requisites: 0, ready: 0, today: 0n, closed: 0n, lost: 0n };

/**
 * Figures of the accounts of a page: orders by their numbers and counters, with what is not folded yet, and the requisites of these
 * traders alone.
 * @param day when it is asked, and the smallest order id of today in Moscow.
 */
export async function readAccountFigures(
  db: Reader,
  ids: readonly string[],
  { at, firstIdToday }: { at: Date; firstIdToday: string },
): Promise<(id: string) => AccountFigures> {
  const { rows } = await sql<AccountFigures & { id: string }>`
    with late as materialized (
      select owner_id, sum(n) filter (where status = 'CLOSED') as closed,
        sum(n) filter (where status in ('EXPIRED', 'DECLINED')) as lost
      from list_unfolded(null, lists_end_xid(), lists_end_id())
      where list = 'orders' and owner_id = any(${ids}::uuid[]) group by 1
    )
    select account.id, own.requisites, own.ready, coalesce(new.today, 0)::bigint as today,
      (coalesce(counts.closed, 0) + coalesce(late.closed, 0))::bigint as closed,
      (coalesce(counts.lost, 0) + coalesce(late.lost, 0))::bigint as lost
    from account
    left join late on late.owner_id = account.id
    cross join lateral (
      select sum(n) filter (where status = 'CLOSED') as closed,
        sum(n) filter (where status in ('EXPIRED', 'DECLINED')) as lost
      from list_block where owner_id = account.id and list = 'orders' and level = 1
    ) as counts
    cross join lateral (
      select (select last from list_sequence where owner_id = account.id and list = 'orders')
        - order_number_at(account.id, account.role::text, ${firstIdToday}) as today
    ) as new
    cross join lateral (
      select count(*)::integer as requisites,
        (count(*) filter (where requisite.is_active and cabinet.is_active and ${isOnline(at)}))::integer as ready
      from requisite left join cabinet on cabinet.id = requisite.cabinet_id
      where requisite.trader_id = account.id and requisite.archived_at is null
    ) as own
    where account.id = any(${ids}::uuid[])`.execute(db);
  const byId = new Map(rows.map(({ id, ...figures }) => [id, figures]));
  return (id) => byId.get(id) ?? NOTHING;
}
