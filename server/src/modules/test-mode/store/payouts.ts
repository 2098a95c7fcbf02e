import type { PageRequest } from '@kantor/contract/plain/pages.ts';
import type { PayoutSettlement } from '@kantor/contract/plain/statuses.ts';
import { sql } from 'kysely';
import { type Counted, type Page, pageOf } from '../../../db/dense-list.ts';
import type { Reader, Tx } from '../../../db/tx.ts';
import type { Payout } from '../../payouts/index.ts';
import { MOST_KEPT } from '../rules.ts';

/** Of a payout what the test world has: nobody takes it, and there is no photo. */
const columns = sql`id, merchant_id as "merchantId", null::uuid as "traderId", external_id as "externalId", is_sbp as "isSbp",
  fio, phone, bank_account as "bankAccount", recipient_bank as "recipientBank", amount, rate, amount_usdt as "amountUsdt",
  fee_bp as "feeBp", 0 as "rewardBp", status, null::uuid as "photoId", null::text as "photoName", created_at as "createdAt",
  null::timestamptz as "takenUntil", done_at as "doneAt", settlement, contest_until as "contestUntil",
  contested_at as "contestedAt", contest_reason as "contestReason", settled_at as "settledAt",
  decision_reason as "decisionReason", payer_id as "payerId", metadata`;

export type NewTestPayout = Pick<
  Payout,
  | 'id'
  | 'merchantId'
  | 'isSbp'
  | 'fio'
  | 'phone'
  | 'bankAccount'
  | 'recipientBank'
  | 'amount'
  | 'rate'
  | 'amountUsdt'
  | 'feeBp'
  | 'createdAt'
> &
  Partial<Pick<Payout, 'payerId' | 'metadata'>> & { externalId: string };

/** Keeps a payout; the oldest beyond the most that are kept goes. @returns undefined when its number is taken. */
export async function insertTestPayout(tx: Tx, payout: NewTestPayout): Promise<Payout | undefined> {
  const { rows } = await sql<Payout>`
    with gone as (
      delete from test_payout where id in (
        select id from test_payout where merchant_id = ${payout.merchantId} order by id desc offset ${MOST_KEPT - 1})
    )
    insert into test_payout (id, merchant_id, external_id, is_sbp, fio, phone, bank_account, recipient_bank, amount, rate,
      amount_usdt, fee_bp, status, created_at, payer_id, metadata)
    values (${payout.id}, ${payout.merchantId}, ${payout.externalId}, ${payout.isSbp}, ${payout.fio}, ${payout.phone},
      ${payout.bankAccount}, ${payout.recipientBank}, ${payout.amount}, ${payout.rate}, ${payout.amountUsdt}, ${payout.feeBp},
      'OPEN', ${payout.createdAt}, ${payout.payerId ?? null},
      ${payout.metadata ? JSON.stringify(payout.metadata) : null}::jsonb)
    on conflict (merchant_id, external_id) do nothing returning ${columns}`.execute(tx);
  return rows[0];
}

export async function readTestPayout(db: Reader, merchantId: string, id: string): Promise<Payout | undefined> {
  const { rows } = await sql<Payout>`
    select ${columns} from test_payout where id = ${id} and merchant_id = ${merchantId}`.execute(db);
  return rows[0];
}

/** By their ids. */
export async function readTestPayoutsById(db: Reader, ids: readonly string[]): Promise<Map<string, Payout>> {
  const { rows } = await sql<Payout>`select ${columns} from test_payout where id = any(${ids})`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

export async function readTestPayouts(
  db: Reader,
  merchantId: string,
  {
    page,
    pageSize,
    externalId,
    statuses,
  }: PageRequest & { externalId?: string | undefined; statuses?: readonly string[] | undefined },
): Promise<Page<Payout>> {
  const where = sql`merchant_id = ${merchantId}
    and (${externalId ?? null}::text is null or external_id = ${externalId ?? null})
    and (${statuses ?? null}::text[] is null or status = any(${statuses ?? null}::text[]))`;
  const { rows } = await sql<Counted<Payout>>`
    select (select count(*) from test_payout where ${where}) as count, r.*
    from (select) as always left join lateral (
      select true as present, ${columns} from test_payout where ${where}
      order by id desc offset ${(page - 1) * pageSize} limit ${pageSize}
    ) r on true`.execute(db);
  return pageOf(rows);
}

interface PayoutMove {
  merchantId: string;
  id: string;
  /** The settlement that it must have; null: it is open. */
  from: PayoutSettlement | null;
  at: Date;
}

const returning = async (tx: Tx, { merchantId, id, from }: PayoutMove, change: ReturnType<typeof sql>) => {
  const isSo = from === null ? sql`status = 'OPEN'` : sql`settlement = ${from}`;
  const { rows } = await sql<Payout>`
    update test_payout set ${change} where id = ${id} and merchant_id = ${merchantId} and ${isSo}
    returning ${columns}`.execute(tx);
  return rows[0];
};

// Each gives the payout as it is then, or undefined when it was not in the state.

export const cancelTestPayout = (tx: Tx, of: PayoutMove, reason: string | null) =>
  returning(tx, of, sql`status = 'CANCELLED', done_at = ${of.at}, decision_reason = ${reason}`);

export const doTestPayout = (tx: Tx, of: PayoutMove, contestUntil: Date) =>
  returning(
    tx,
    of,
    sql`status = 'DONE', done_at = ${of.at}, settlement = 'contestable', contest_until = ${contestUntil}`,
  );

export const contestTestPayout = (tx: Tx, of: PayoutMove, reason: string) =>
  returning(tx, of, sql`settlement = 'contested', contested_at = ${of.at}, contest_reason = ${reason}`);

export const settleTestPayout = (tx: Tx, of: PayoutMove, reason: string) =>
  returning(tx, of, sql`settlement = 'settled', settled_at = ${of.at}, decision_reason = ${reason}`);

export const returnTestPayout = (tx: Tx, of: PayoutMove, reason: string) =>
  returning(
    tx,
    of,
    sql`status = 'CANCELLED', settlement = 'returned', settled_at = ${of.at}, decision_reason = ${reason}`,
  );

/** Settles the payouts whose time to contest is over, a batch of them. */
export async function settleDueTestPayouts(tx: Tx, at: Date, batch: number): Promise<Payout[]> {
  const { rows } = await sql<Payout>`
    update test_payout set settlement = 'settled', settled_at = ${at} where id in (
      select id from test_payout where settlement = 'contestable' and contest_until <= ${at}
      order by contest_until limit ${batch} for no key update skip locked)
    returning ${columns}`.execute(tx);
  return rows;
}
