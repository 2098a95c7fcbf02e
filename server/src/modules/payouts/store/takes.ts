import type { PayoutTakeOutcome } from '@kantor/contract/plain/statuses.ts';
import { sql } from 'kysely';
import type { Locked, Reader, Tx } from '../../../db/tx.ts';
import { after, HOUR, moscowMidnight } from '../../../kernel/clock.ts';
import type { Account } from '../../accounts/index.ts';
import type { PayoutTerms, TakingState } from '../rules.ts';
import type { Payout } from './payout.ts';

/** A taking of a payout: who had it in work, from when, and to what end. */
interface Take {
  payoutId: string;
  trader: string;
  takenAt: Date;
  /** Null while it is in work. */
  endedAt: Date | null;
  outcome: PayoutTakeOutcome | null;
}

/** The facts of a trader's limits. Their lock keeps two of their requests from counting one place free twice. */
export async function readTakingState(
  db: Reader,
  traderId: string,
  { takesPerHour }: PayoutTerms,
  at: Date,
): Promise<TakingState> {
  const { rows } = await sql<{ inWork: bigint; fullSince: Date | null; expiredToday: bigint }>`
    select
      (select count(*) from payout where trader_id = ${traderId} and work_place is not null) as "inWork",
      (select count(*) from payout_take
        where trader_id = ${traderId} and outcome = 'expired' and ended_at >= ${moscowMidnight(at)}) as "expiredToday",
      (select taken_at from payout_take
        where trader_id = ${traderId} and taken_at > ${after(at, -HOUR)} and outcome is distinct from 'done'
        order by taken_at desc offset ${takesPerHour - 1} limit 1) as "fullSince"`.execute(db);
  const [found] = rows;
  if (found === undefined) throw new Error('A select of counts has no row');
  return {
    inWork: Number(found.inWork),
    expiredToday: Number(found.expiredToday),
    fullSince: found.fullSince,
  };
}

export async function insertTake(
  tx: Tx,
  { id, payoutId, trader, at }: { id: string; payoutId: string; trader: Locked<Account>; at: Date },
): Promise<void> {
  await sql`
    insert into payout_take (id, payout_id, trader_id, taken_at) values (${id}, ${payoutId}, ${trader.id}, ${at})`.execute(
    tx,
  );
}

/** Ends the running taking of a payout. */
export async function endTake(tx: Tx, { id }: Locked<Payout>, outcome: PayoutTakeOutcome, at: Date): Promise<void> {
  await sql`
    update payout_take set ended_at = ${at}, outcome = ${outcome} where payout_id = ${id} and ended_at is null`.execute(
    tx,
  );
}

/** The last takings of a payout, or those of a trader, the latest at the end. */
export async function readTakes(
  db: Reader,
  { payoutId, traderId }: { payoutId?: string; traderId?: string },
  limit: number,
): Promise<Take[]> {
  const { rows } = await sql<Take>`
    select payout_id as "payoutId", account.name as trader, taken_at as "takenAt", ended_at as "endedAt", outcome
    from payout_take join account on account.id = trader_id
    where ${payoutId === undefined ? sql`trader_id = ${traderId}` : sql`payout_id = ${payoutId}`}
    order by taken_at desc, payout_take.id desc limit ${limit}`.execute(db);
  return rows.toReversed();
}
