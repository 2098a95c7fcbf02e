import { sql } from 'kysely';
import { type Locked, lockRow, lockRows, type Reader, type Tx } from '../../../db/tx.ts';
import type { Account } from '../../accounts/index.ts';
import { MAX_IN_WORK } from '../rules.ts';
import { columns, type Payout } from './payout.ts';

// Each step is a compare-and-set: undefined when the payout was not in the state it must be in.

/** A trader takes an open payout to a free place. Their lock keeps two of their requests from counting one place free twice. */
export const takePayout = (
  tx: Tx,
  trader: Locked<Account>,
  id: string,
  until: Date,
): Promise<Locked<Payout> | undefined> =>
  lockRow(
    tx,
    sql<Payout>`
    update payout p set status = 'IN_WORK', trader_id = ${trader.id}, taken_until = ${until},
      reward_bp = least((select reward_bp from account where id = ${trader.id}), p.fee_bp),
      work_place = (
        select min(place) from generate_series(1, ${MAX_IN_WORK}::integer) as place
        where not exists (select from payout where trader_id = ${trader.id} and work_place = place))
    where id = ${id} and status = 'OPEN'
    returning ${columns}`,
  );

/** A payout that this trader has in work. */
export const lockOwnWork = (tx: Tx, traderId: string, id: string): Promise<Locked<Payout> | undefined> =>
  lockRow(
    tx,
    sql<Payout>`
    select ${columns} from payout p
    where p.id = ${id} and p.status = 'IN_WORK' and p.trader_id = ${traderId} for no key update of p`,
  );

/** A payout whose time in work has run out. */
export const lockOverdue = (tx: Tx, id: string, at: Date): Promise<Locked<Payout> | undefined> =>
  lockRow(
    tx,
    sql<Payout>`
    select ${columns} from payout p
    where p.id = ${id} and p.status = 'IN_WORK' and p.taken_until <= ${at} for no key update of p`,
  );

/** All payouts that a trader has in work. */
export const lockAllWork = (tx: Tx, trader: Locked<Pick<Account, 'id'>>): Promise<Locked<Payout>[]> =>
  lockRows(
    tx,
    sql<Payout>`
    select ${columns} from payout p
    where p.trader_id = ${trader.id} and p.status = 'IN_WORK' order by p.id for no key update of p`,
  );

/** Payouts whose time in work has run out, the longest overdue first. */
export async function readOverdue(db: Reader, at: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from payout where status = 'IN_WORK' and taken_until <= ${at} order by taken_until, id limit ${limit}`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

/** A payout in work is open again, as if nobody had taken it. */
export const reopenPayout = (tx: Tx, { id }: Locked<Payout>): Promise<Locked<Payout> | undefined> =>
  lockRow(
    tx,
    sql<Payout>`
    update payout p set status = 'OPEN', trader_id = null, work_place = null, taken_until = null, photo_id = null,
      reward_bp = 0
    where id = ${id} and status = 'IN_WORK' returning ${columns}`,
  );

/** A payout in work ends undone, by the operator's decision. */
export const cancelWork = (
  tx: Tx,
  { id }: Locked<Payout>,
  { reason, at }: { reason: string; at: Date },
): Promise<Locked<Payout> | undefined> =>
  lockRow(
    tx,
    sql<Payout>`
    update payout p set status = 'CANCELLED', trader_id = null, work_place = null, taken_until = null, photo_id = null,
      reward_bp = 0, done_at = ${at}, decision_reason = ${reason}
    where id = ${id} and status = 'IN_WORK' returning ${columns}`,
  );

/** The trader has done it, with a proof; their merchant may contest it until the moment given. */
export const finishPayout = (
  tx: Tx,
  { id }: Locked<Payout>,
  { traderId, at, contestUntil }: { traderId: string; at: Date; contestUntil: Date },
): Promise<Locked<Payout> | undefined> =>
  lockRow(
    tx,
    sql<Payout>`
    update payout p set status = 'DONE', work_place = null, taken_until = null, done_at = ${at},
      settlement = 'contestable', contest_until = ${contestUntil}, trader_seq = list_append(${traderId}, 'payouts')
    where id = ${id} and status = 'IN_WORK' and trader_id = ${traderId} and photo_id is not null
    returning ${columns}`,
  );

export const setPhoto = (tx: Tx, { id }: Locked<Payout>, fileId: string): Promise<Locked<Payout> | undefined> =>
  lockRow(
    tx,
    sql<Payout>`update payout p set photo_id = ${fileId} where id = ${id} and status = 'IN_WORK' returning ${columns}`,
  );
