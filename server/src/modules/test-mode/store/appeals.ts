import type { PageRequest } from '@kantor/contract/plain/pages.ts';
import type { OrderStatus } from '@kantor/contract/plain/statuses.ts';
import { sql } from 'kysely';
import { type Counted, type Page, pageOf } from '../../../db/dense-list.ts';
import { lockRow, type Reader, type Tx } from '../../../db/tx.ts';
import type { MerchantAppeal } from '../../appeals/index.ts';

export interface TestAppeal extends MerchantAppeal {
  merchantId: string;
  /** What a declined appeal returns its order to. */
  orderStatus: OrderStatus;
  decidedBy: 'trader' | 'merchant';
}

type Step = TestAppeal['steps'][number];
/** As it is kept: JSON has neither moments nor large numbers. */
type KeptStep = Omit<Step, 'at' | 'answerUntil' | 'amount'> & {
  at: string;
  answerUntil: string | null;
  amount: string | null;
};
type KeptAppeal = Omit<TestAppeal, 'steps'> & { steps: KeptStep[] };

const toKept = ({ at, answerUntil, amount, ...step }: Step): KeptStep => ({
  ...step,
  at: at.toISOString(),
  answerUntil: answerUntil && answerUntil.toISOString(),
  amount: amount === null ? null : String(amount),
});

const fromKept = ({ steps, ...appeal }: KeptAppeal): TestAppeal => ({
  ...appeal,
  steps: steps.map(({ at, answerUntil, amount, ...step }) => ({
    ...step,
    at: new Date(at),
    answerUntil: answerUntil === null ? null : new Date(answerUntil),
    amount: amount === null ? null : BigInt(amount),
  })),
});

const columns = sql`a.id, a.order_id as "orderId", a.merchant_id as "merchantId", a.amount, a.paid_amount as paid, a.status,
  a.order_status as "orderStatus", a.decided_by as "decidedBy", a.stage, a.round, a.answer_until as "answerUntil",
  a.file_name as "fileName", a.created_at as "createdAt", a.processed_at as "processedAt", a.steps,
  (select external_id from test_order where test_order.id = a.order_id) as "externalId",
  (select amount from test_order where test_order.id = a.order_id) as "orderAmount"`;

/** Writes an appeal as it is now. */
export async function keepTestAppeal(tx: Tx, appeal: TestAppeal): Promise<void> {
  const steps = JSON.stringify(appeal.steps.map(toKept));
  await sql`
    insert into test_appeal (id, order_id, merchant_id, amount, paid_amount, status, order_status, decided_by, stage, round,
      answer_until, file_name, created_at, processed_at, steps)
    values (${appeal.id}, ${appeal.orderId}, ${appeal.merchantId}, ${appeal.amount}, ${appeal.paid}, ${appeal.status},
      ${appeal.orderStatus}, ${appeal.decidedBy}, ${appeal.stage}, ${appeal.round}, ${appeal.answerUntil}, ${appeal.fileName},
      ${appeal.createdAt}, ${appeal.processedAt}, ${steps}::jsonb)
    on conflict (id) do update set paid_amount = excluded.paid_amount, status = excluded.status, stage = excluded.stage,
      round = excluded.round, answer_until = excluded.answer_until, processed_at = excluded.processed_at,
      steps = excluded.steps`.execute(tx);
}

export async function readTestAppeal(db: Reader, merchantId: string, id: string): Promise<TestAppeal | undefined> {
  const { rows } = await sql<KeptAppeal>`
    select ${columns} from test_appeal a where a.id = ${id} and a.merchant_id = ${merchantId}`.execute(db);
  return rows[0] && fromKept(rows[0]);
}

/** The appeal for a step of it: the transaction's until it ends. */
export async function lockTestAppeal(tx: Tx, merchantId: string, id: string): Promise<TestAppeal | undefined> {
  const query = sql<KeptAppeal>`
    select ${columns} from test_appeal a where a.id = ${id} and a.merchant_id = ${merchantId} for no key update`;
  const row = await lockRow(tx, query);
  return row && fromKept(row);
}

/** By their ids. */
export async function readTestAppealsById(db: Reader, ids: readonly string[]): Promise<Map<string, TestAppeal>> {
  const { rows } = await sql<KeptAppeal>`select ${columns} from test_appeal a where a.id = any(${ids})`.execute(db);
  return new Map(rows.map((row) => [row.id, fromKept(row)]));
}

export async function readTestAppeals(
  db: Reader,
  merchantId: string,
  {
    page,
    pageSize,
    orderId,
    statuses,
  }: PageRequest & { orderId?: string | undefined; statuses?: readonly string[] | undefined },
): Promise<Page<TestAppeal>> {
  const where = sql`a.merchant_id = ${merchantId} and (${orderId ?? null}::uuid is null or a.order_id = ${orderId ?? null})
    and (${statuses ?? null}::text[] is null or a.status = any(${statuses ?? null}::text[]))`;
  const { rows } = await sql<Counted<KeptAppeal>>`
    select (select count(*) from test_appeal a where ${where}) as count, r.*
    from (select) as always left join lateral (
      select true as present, ${columns} from test_appeal a where ${where}
      order by a.id desc offset ${(page - 1) * pageSize} limit ${pageSize}
    ) r on true`.execute(db);
  const { count, results } = pageOf(rows);
  return { count, results: results.map(fromKept) };
}
