import type { HoldOf } from '@kantor/contract/plain/figures.ts';
import type { PageRequest } from '@kantor/contract/plain/pages.ts';
import { type RawBuilder, sql } from 'kysely';
import { type Counted, type Page, pageOf } from '../../../db/dense-list.ts';
import type { FoundTotals } from '../../../db/platform-totals.ts';
import type { Reader } from '../../../db/tx.ts';
import { after, DAY } from '../../../kernel/clock.ts';

/** USDT that are held for something unfinished. */
export interface Hold {
  of: HoldOf;
  /** Of the object. */
  id: string;
  /** Whose money it is. */
  ownerId: string;
  /** Micro-USDT. */
  held: bigint;
  since: Date;
}

/** Whatever holds money for longer has been forgotten. */
const OLD_MS = DAY;

/** A payout holds its sum and the fee; a contested one, what its trader was paid. */
const withShare = (basisPoints: string) =>
  sql`amount_usdt + div(amount_usdt::numeric * ${sql.ref(basisPoints)}, 10000)::bigint`;

/** What holds money until somebody acts, found by the indexes of what is unfinished. */
const HOLDS = sql`
    select 'withdrawal' as of, id, owner_id, amount_usdt as held, created_at as since from withdrawal where status = 'OPEN'
    union all
    select 'payout', id, merchant_id, ${withShare('fee_bp')}, created_at from payout where status = 'OPEN'
    union all
    select 'payout', id, merchant_id, ${withShare('fee_bp')}, created_at from payout where status = 'IN_WORK'
    union all
    select 'payout', id, trader_id, ${withShare('reward_bp')}, done_at from payout where settlement = 'contested'
    union all
    select 'appeal', appeal.id, appeal.trader_id, held, orders.created_at from appeal join orders on orders.id = appeal.order_id
    where appeal.status = 'OPEN' and orders.held <> 0`;

/** What holds money for too long at a moment. */
export const oldHolds = (at: Date): RawBuilder<unknown> => sql`
  select * from (${HOLDS}
  ) as hold where since <= ${after(at, -OLD_MS)}`;

/** One page of what is held for too long, the oldest first. */
export async function readOldHolds(db: Reader, { page, pageSize }: PageRequest, at: Date): Promise<Page<Hold>> {
  const { rows } = await sql<Counted<Hold>>`
    with old as materialized (${oldHolds(at)})
    select counted.n as count, r.* from (select count(*) as n from old) as counted left join lateral (
      select true as present, of, id, owner_id as "ownerId", held, since from old
      order by since, id offset ${(page - 1) * pageSize} limit ${pageSize}
    ) as r on true`.execute(db);
  return pageOf(rows);
}

/** How much is held for too long for what, and how often, in micro-USDT. */
export async function sumOldHolds(db: Reader, at: Date): Promise<FoundTotals<HoldOf>> {
  const { rows } = await sql<{ status: HoldOf; count: bigint; amount: bigint }>`
    select of as status, count(*) as count, sum(held)::bigint as amount from (${oldHolds(at)}) as old group by of order by of`.execute(
    db,
  );
  return { isWhole: true, statuses: rows };
}

/** Since when the oldest hold of each kind lasts; kinds without one are left out. */
export async function readOldestHolds(db: Reader): Promise<Pick<Hold, 'of' | 'since'>[]> {
  const { rows } = await sql<Pick<Hold, 'of' | 'since'>>`
    select of, min(since) as since from (${HOLDS}) as hold group by of order by of`.execute(db);
  return rows;
}
