import { SUM_BANDS } from '@kantor/contract/plain/analytics.ts';
import { type Gate, GATES } from '@kantor/contract/plain/gates.ts';
import { type RawBuilder, sql } from 'kysely';
import { type Locked, lockRow, lockRows, type Reader, type Statement, type Tx } from '../../../db/tx.ts';
import { conflict } from '../../../kernel/errors.ts';
import { assertFresh, currentRate, isStale, noRate } from '../../rates/index.ts';
import { lockingRequisite, type PaymentDetails, paymentColumns } from '../../requisites/index.ts';
import { DAY, MINUTE, moscowMidnight } from '../../../kernel/clock.ts';
import type { IssueRefusal } from '../rules.ts';
import { BY_ORDER, conditions, FROM, inMicroUsdt, inStatement, passes, passesAll, type Requirements } from './gates.ts';
import { takenAmounts } from './slot.ts';

interface Terms {
  /** In force. */
  rate: bigint;
  /** Basis points. */
  feeBp: number;
}

/**
 * The rate in force and the merchant's fee.
 * @throws ApiError 409 `traffic_stopped` when the platform has stopped the merchant's traffic, `no_rate` while no rate was ever set,
 * `rate_stale` when it is too old.
 */
export async function readTerms(db: Reader, merchantId: string, at: Date): Promise<Terms> {
  const { rows } = await sql<Terms & { staleAt: Date; stopReason: string | null }>`
    select rate.value as rate, rate."staleAt", fee_bp as "feeBp", traffic_stop_reason as "stopReason"
    from account, (${currentRate}) as rate where account.id = ${merchantId}`.execute(db);
  if (rows[0] === undefined) throw noRate();
  if (rows[0].stopReason !== null) {
    throw conflict('traffic_stopped', `Площадка не выдаёт вам новых заказов: ${rows[0].stopReason}`);
  }
  assertFresh(rows[0], at);
  return rows[0];
}

/** A new order as it is asked for. */
interface AskedOrder {
  merchantId: string;
  externalId: string;
  /** Kopecks. */
  amount: bigint;
}

/**
 * The terms of several orders; undefined for one that would be refused for what its merchant has asked for: a number that is
 * taken, a limit that their orders of this turn would pass together, traffic that is stopped, a rate that is absent or too old.
 */
export async function readTermsTogether(
  db: Reader,
  orders: readonly AskedOrder[],
  at: Date,
): Promise<(Terms | undefined)[]> {
  const { rows } = await sql<Terms & { staleAt: Date; isTaken: true | null; isLimited: boolean; isStopped: boolean }>`
    with asked as (
      select * from unnest(${orders.map(({ merchantId }) => merchantId)}::uuid[],
        ${orders.map(({ externalId }) => externalId)}::text[], ${orders.map(({ amount }) => amount)}::bigint[]) with ordinality
        as asked (merchant_id, external_id, amount, place)
    ), limited as materialized (
      select merchant_id from (
        select merchant_id, count(*)::integer as n, sum(amount)::bigint as amount from asked join merchant_limit using (merchant_id)
        group by merchant_id
      ) as together
      where merchant_limit_reached(merchant_id, n, amount, ${at}) is not null
    )
    select rate.value as rate, rate."staleAt", fee_bp as "feeBp", merchant_id in (select merchant_id from limited) as "isLimited",
      traffic_stopped_at is not null as "isStopped",
      -- Not as "exists", for which all orders might be hashed.
      (select true from orders o where o.merchant_id = asked.merchant_id and o.external_id = asked.external_id) as "isTaken"
    from asked join account on account.id = asked.merchant_id, (${currentRate}) as rate
    order by place`.execute(db);
  const numbers = orders.map(({ merchantId, externalId }) => `${merchantId}/${externalId}`);
  return orders.map((_, n) => {
    const row = rows[n];
    const isFirst = numbers.indexOf(numbers[n] ?? '') === n;
    return row === undefined || !isFirst || row.isTaken || row.isLimited || row.isStopped || isStale(row, at)
      ? undefined
      : row;
  });
}

/** A requisite that passes every gate of an order. */
export interface AvailableRequisite extends PaymentDetails {
  requisiteId: string;
  traderId: string;
  /** The version of its bank data in force. */
  payeeVersion: number;
  /** Basis points that the trader earns. */
  rewardBp: number;
  /** The cabinet and the bank on all of whose requisites an order keeps its amount; null where messages tell them apart. */
  lookAlikes: string | null;
}

const requisiteColumns = sql`
  requisite.id as "requisiteId", trader.id as "traderId", trader.reward_bp as "rewardBp",
  requisite.payee_version as "payeeVersion",
  case when not bank.names_tail then requisite.cabinet_id || '/' || requisite.bank_id end as "lookAlikes",
  ${paymentColumns('requisite')}`;

/**
 * Locks the least recently used requisite that passes every gate; undefined when there is none.
 * Requisites that others are just taking are passed over. Only when nothing else is left are they waited for: without the
 * second look, two shops at one requisite would refuse each other. After the wait PostgreSQL checks the requisite's row
 * anew; the amount slot is judged anew by the statement that writes the order.
 * @param without ids of requisites to leave out.
 */
export async function lockAvailableRequisite(
  tx: Tx,
  required: Requirements,
  without: readonly string[],
): Promise<Locked<AvailableRequisite> | undefined> {
  const lockFirst = (waiting: RawBuilder<unknown>) =>
    lockRow(
      tx,
      sql<AvailableRequisite>`
      select ${requisiteColumns} ${FROM}
      where ${passes(inStatement(required))} and requisite.id <> all(${without}::uuid[])
      order by requisite.last_order_at, requisite.id
      limit 1
      ${lockingRequisite} ${waiting}`,
    );
  return (await lockFirst(sql`skip locked`)) ?? (await lockFirst(sql``));
}

/** A requisite that orders of a turn may be issued at. */
export interface Candidate {
  requisite: Locked<AvailableRequisite>;
  /** Micro-USDT that its trader may still hold. */
  funds: bigint;
  /** Places of the orders for which it passes every gate, from 0. */
  places: number[];
}

/** A number rounded up to a power of two, or to what is halfway between two of them. */
const roundUp = (n: number): number => {
  const step = Math.max(1, 2 ** (Math.ceil(Math.log2(n)) - 2));
  return Math.ceil(n / step) * step;
};

/**
 * Locks the requisites that pass every gate of at least one of the orders at the rate in force, as many as there are orders, the
 * least recently used first, passing over those that others are just taking. A requisite is judged once by what does not depend on
 * the order. Without a rate there are none.
 * @param without ids of requisites to leave out.
 */
export async function lockCandidates(
  tx: Tx,
  orders: readonly Omit<Requirements, 'at' | 'amountUsdt'>[],
  at: Date,
  without: readonly string[],
): Promise<Candidate[]> {
  const amounts = sql`${orders.map(({ amount }) => amount)}::bigint[]`;
  // Once for all requisites.
  const amountsUsdt = sql`(
    select array_agg(${inMicroUsdt(sql`amount`, sql`rate.value`)} order by place)
    from unnest(${amounts}) with ordinality as asked (amount, place), (${currentRate}) as rate)`;
  const gates: Record<Gate, RawBuilder<boolean>> = {
    ...conditions({
      amount: sql`asked.amount`,
      amountUsdt: sql`asked.amount_usdt`,
      isSbp: sql`asked.is_sbp`,
      bankId: sql`asked.bank_id`,
      at,
    }),
    // Asked once for all orders: it names none.
    amount_slot: sql`asked.amount <> all((${takenAmounts(amounts, at)})::bigint[])`,
  };
  const lets = (names: readonly Gate[]) => names.map((name) => gates[name]);
  // Known to the planner, it keeps to the queue; and of few different values there are few plans.
  const most = sql.lit(roundUp(orders.length));
  const rows = await lockRows(
    tx,
    sql<AvailableRequisite & Pick<Candidate, 'funds' | 'places'>>`
      select ${requisiteColumns}, funds.balance as funds, fit.places
      ${FROM}
      cross join lateral (
        select array(
          select asked.place::integer - 1
          from unnest(${amounts}, ${amountsUsdt}, ${orders.map(({ method }) => method === 'sbp')}::boolean[],
            ${orders.map(({ bankId }) => bankId ?? null)}::integer[]) with ordinality as asked (amount, amount_usdt, is_sbp, bank_id, place)
          where ${sql.join(lets(GATES.filter((gate) => BY_ORDER.has(gate))), sql` and `)}
        ) as places offset 0
      ) as fit
      where ${passesAll(lets(GATES.filter((gate) => !BY_ORDER.has(gate))))} and requisite.id <> all(${without}::uuid[])
        and fit.places <> '{}'
      order by requisite.last_order_at, requisite.id limit ${most}
      ${lockingRequisite} skip locked`,
  );
  return rows.map((row) => ({ requisite: row, funds: row.funds, places: row.places }));
}

const TENS_A_DAY = DAY / (10 * MINUTE);

/** Counters of which one has counted once. */
const oneOf = (length: number, place: number) => Array.from({ length }, (_, each) => Number(each === place));

/** Counts a refused order by its reason, the ten minutes of its day in Moscow and the band of its sum; nothing else of it is kept. */
export async function countRefusal(
  statement: Statement,
  { merchantId, amount }: { merchantId: string; amount: bigint },
  reason: IssueRefusal,
  at: Date,
): Promise<void> {
  const ten = Math.floor((at.getTime() - moscowMidnight(at).getTime()) / (10 * MINUTE));
  const band = SUM_BANDS.findLastIndex((least) => least <= amount);
  const [tenth, bandth] = [sql`${ten + 1}::integer`, sql`${band + 1}::integer`];
  await sql`
    insert into issue_refusal as r (day, merchant_id, gate, tens, bands, amount)
    values ((${at}::timestamptz at time zone 'Europe/Moscow')::date, ${merchantId}, ${reason},
      ${oneOf(TENS_A_DAY, ten)}::integer[], ${oneOf(SUM_BANDS.length, band)}::integer[], ${amount})
    on conflict (day, merchant_id, gate) do update set n = r.n + 1, tens[${tenth}] = r.tens[${tenth}] + 1,
      bands[${bandth}] = r.bands[${bandth}] + 1, amount = r.amount + excluded.amount`.execute(statement);
}

/** Deletes the counts of days that were over before a moment. @returns how many. */
export async function deleteRefusals(
  statement: Statement,
  { before, limit }: { before: Date; limit: number },
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from issue_refusal where (day, merchant_id, gate) in (
      select day, merchant_id, gate from issue_refusal
      where day < (${before}::timestamptz at time zone 'Europe/Moscow')::date order by day limit ${limit}
    )`.execute(statement);
  return Number(numAffectedRows);
}
