import type { Pile, ReconciliationField, ReconciliationKind } from '@kantor/contract/plain/reconciliations.ts';
import * as calls from '@kantor/contract/wire/reconciliations.ts';
import type { Wire, WireBody } from '@kantor/contract/wire/call.ts';
import type { OrderStatus } from '@kantor/contract/plain/statuses.ts';
import { sql } from 'kysely';
import { newId } from '../../src/kernel/ids.ts';
import { toMicroUsdt } from '../../src/kernel/money.ts';
import { byHand } from '../support/by-hand.ts';
import { kantorTest } from '../support/fixtures.ts';
import type { Kantor } from '../support/kantor.ts';
import type { Merchant, Person } from '../support/people.ts';

export type Reconciliation = Wire<typeof calls.getReconciliation>;
export type Row = Wire<typeof calls.listReconciliationRows>['results'][number];

const NO_COLUMNS = { key: null, amount: null, fee: null, state: null, date: null, tail: null };

export const csvOf = (lines: readonly string[]) => new File([`\uFEFF${lines.join('\r\n')}\r\n`], 'сверка.csv');

/** Which of a file's columns hold what: in the order of these fields. */
const columnsOf = (...fields: ReconciliationField[]) =>
  JSON.stringify({ ...NO_COLUMNS, ...Object.fromEntries(fields.map((field, place) => [field, place])) });

type Fields = Partial<Omit<WireBody<typeof calls.makeReconciliation>, 'kind' | 'columns'>>;

/** What somebody sends to have a file compared. */
export const terms = (kind: ReconciliationKind, fields: readonly ReconciliationField[], more: Fields = {}) => ({
  kind,
  columns: columnsOf(...fields),
  ...more,
});

/** An order as it stands in the table. Kopecks. */
export interface WrittenOrder {
  id: string;
  externalId: string;
  amount: bigint;
  status: OrderStatus;
  at: Date;
  paidAt: Date | null;
}

/** Another rate than any sum divides evenly. */
const RATE = 921_300n;
const FEE_BP = 600;

/** Micro-USDT: the fee of so many kopecks. */
export const feeOfOrder = (amount: bigint) => (toMicroUsdt(amount, RATE) * BigInt(FEE_BP)) / 10_000n;

/** Orders of a merchant as test data, without the steps that made them. */
async function writeOrders(
  { ownerDb }: Pick<Kantor, 'ownerDb'>,
  { merchantId, traderId, requisiteId }: Record<'merchantId' | 'traderId' | 'requisiteId', string>,
  orders: readonly WrittenOrder[],
): Promise<void> {
  const texts = (of: (order: WrittenOrder) => string | null) => orders.map((order) => of(order));
  await byHand(
    ownerDb,
    sql`
      insert into orders (id, merchant_id, merchant_seq, trader_id, trader_seq, requisite_id, payee_version, external_id, is_sbp, amount,
        rate, amount_usdt, fee_bp, reward_bp, status, held, created_at, expires_at, paid_at)
      select id, ${merchantId}, start + place, ${traderId}, start + place, ${requisiteId}, 1, external_id, true, amount, ${RATE}, usdt,
        ${FEE_BP}, 0, status::order_status, case when status in ('ACTIVE', 'APPEAL') then usdt else 0 end, at,
        at + interval '15 minutes', paid_at
      from (select coalesce(max(trader_seq), 0) as start from orders where trader_id = ${traderId}) as before,
        unnest(${texts(({ id }) => id)}::uuid[], ${texts(({ externalId }) => externalId)}::text[],
          ${texts(({ amount }) => String(amount))}::bigint[], ${texts(({ amount }) => String(toMicroUsdt(amount, RATE)))}::bigint[],
          ${texts(({ status }) => status)}::text[], ${texts(({ at }) => at.toISOString())}::timestamptz[],
          ${texts(({ paidAt }) => paidAt?.toISOString() ?? null)}::timestamptz[])
        with ordinality as made (id, external_id, amount, usdt, status, at, paid_at, place)`,
  );
}

/** An order made at a moment, paid five minutes later when it is closed. */
export function orderAt(at: Date, externalId: string, amount: bigint, status: OrderStatus = 'CLOSED'): WrittenOrder {
  const paidAt = status === 'CLOSED' ? new Date(at.getTime() + 300_000) : null;
  return { id: newId(at), externalId, amount, status, at, paidAt };
}

/** The test of reconciliations: a merchant with orders at one requisite, and the platform. */
export const test = kantorTest
  .extend('merchant', { scope: 'file' }, ({ kantor }) => kantor.createMerchant())
  .extend('trader', { scope: 'file' }, ({ kantor }) => kantor.createTrader())
  .extend('operator', { scope: 'file' }, ({ kantor }) => kantor.createOperator())
  .extend('requisite', { scope: 'file' }, ({ kantor, trader }) =>
    kantor.createRequisite(trader.id, { last4: '4321', bankAccount: '40817810000000005678' }),
  )
  .extend(
    'write',
    ({ kantor, trader, requisite }) =>
      (shop: Pick<Merchant, 'id'>, orders: readonly WrittenOrder[]) =>
        writeOrders(kantor, { merchantId: shop.id, traderId: trader.id, requisiteId: requisite }, orders),
  );

const ofPlatform = ({ kind }: { kind: ReconciliationKind }) => kind === 'bank' || kind === 'wallet';

/** Has a file compared. */
export const reconcile = (who: Person, file: File, body: ReturnType<typeof terms>): Promise<Reconciliation> =>
  who.call(ofPlatform(body) ? calls.makePlatformReconciliation : calls.makeReconciliation, { body, file });

/** All rows of a pile. */
export async function pileOf(who: Person, { id, kind }: Reconciliation, pile: Pile): Promise<Row[]> {
  const call = ofPlatform({ kind }) ? calls.listPlatformReconciliationRows : calls.listReconciliationRows;
  const all: Row[] = [];
  for (let page = 1; ; page += 1) {
    const query = { pile, page, page_size: 100 };
    const { count, results } = await who.call(call, { params: { id }, query });
    all.push(...results);
    if (all.length >= count || results.length === 0) return all;
  }
}

/** How many there are in each pile that has any. */
export const countsOf = ({ piles }: Reconciliation) =>
  Object.fromEntries(piles.filter(({ count }) => count > 0).map(({ pile, count }) => [pile, count]));
