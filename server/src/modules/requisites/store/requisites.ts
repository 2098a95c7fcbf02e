import type { WaitingIn } from '@kantor/contract/plain/inbox.ts';
import type { PageRequest } from '@kantor/contract/plain/pages.ts';
import { type RawBuilder, sql } from 'kysely';
import { type Counted, type Page, pageOf } from '../../../db/dense-list.ts';
import { type Locked, lockRow, type Reader, type Statement, type Tx } from '../../../db/tx.ts';
import { type BankData, type RequisiteFields, switchAtOf } from '../rules.ts';

/** Locks the `requisite` of a larger statement: issuing an order reads its trader, bank and cabinet too. */
export const lockingRequisite = sql`for no key update of requisite`;

export interface Bank {
  id: number;
  name: string;
}

export async function readBanks(db: Reader): Promise<Bank[]> {
  const { rows } = await sql<Bank>`select id, name from bank order by id`.execute(db);
  return rows;
}

export interface NewRequisite extends RequisiteFields {
  id: string;
  traderId: string;
  cabinetId: string | null;
  isActive: boolean;
  createdAt: Date;
  /** The person who typed it; absent in demo data, where nobody did. */
  personId?: string;
}

/** Writes a requisite with its first payee, and numbers it in the platform's list. */
export async function insertRequisite(tx: Statement, requisite: NewRequisite): Promise<void> {
  const { workOnTime = false, timeUp = null, timeDown = null } = requisite;
  await sql`
    with added as (
      insert into payee (requisite_id, version, bank_id, fio, phone, bank_account, last_4_digits_card, changed_by,
        changed_by_person, created_at)
      values (${requisite.id}, 1, ${requisite.bankId}, ${requisite.fio}, ${requisite.phone}, ${requisite.bankAccount},
        ${requisite.last4}, ${requisite.traderId}, ${requisite.personId ?? null}, ${requisite.createdAt})
    )
    insert into requisite (id, trader_id, cabinet_id, bank_id, name, fio, phone, bank_account, last_4_digits_card, is_sbp,
      is_c2c, interval_minutes, min_amount, max_amount, max_deals, max_current_deals, work_on_time, time_up, time_down,
      switch_at, is_active, created_at)
    values (${requisite.id}, ${requisite.traderId}, ${requisite.cabinetId}, ${requisite.bankId}, ${requisite.name},
      ${requisite.fio}, ${requisite.phone}, ${requisite.bankAccount}, ${requisite.last4}, ${requisite.isSbp},
      ${requisite.isC2c}, ${requisite.intervalMinutes}, ${requisite.minAmount}, ${requisite.maxAmount},
      ${requisite.maxDeals}, ${requisite.maxCurrentDeals}, ${workOnTime}, ${timeUp}, ${timeDown},
      ${switchAtOf(requisite.createdAt, requisite)}, ${requisite.isActive}, ${requisite.createdAt})
    returning platform_append('requisites', array[id])`.execute(tx);
}

export interface Requisite extends Required<RequisiteFields> {
  id: string;
  /** The number of the bank data in force, from 1. */
  payeeVersion: number;
  bankName: string;
  isActive: boolean;
  isArchived: boolean;
  /** The bank's message that switched it off, and when. */
  pausedAt: Date | null;
  pausedBy: string | null;
  cabinetId: string | null;
  deviceName: string | null;
  currentDealsCount: number;
  sumDeals: bigint;
  totalDealsCount: number;
  totalDealsAmount: bigint;
  todayDealsAmount: bigint;
}

/** The sum of another day in Moscow than that of `at` is not today's. */
export const selectRows = (at: Date) => sql`
  select true as present, requisite.trader_id as "traderId", requisite.id, bank_id as "bankId", bank.name as "bankName", requisite.name, fio, requisite.phone,
    bank_account as "bankAccount", last_4_digits_card as last4, is_sbp as "isSbp", is_c2c as "isC2c",
    interval_minutes as "intervalMinutes", min_amount as "minAmount", max_amount as "maxAmount",
    max_deals as "maxDeals", max_current_deals as "maxCurrentDeals", work_on_time as "workOnTime",
    left(time_up::text, 5) as "timeUp", left(time_down::text, 5) as "timeDown", requisite.is_active as "isActive", archived_at is not null as "isArchived",
    payee_version as "payeeVersion", paused_at as "pausedAt", paused_by as "pausedBy", cabinet_id as "cabinetId", device_name as "deviceName",
    current_deals_count as "currentDealsCount",
    sum_deals as "sumDeals", total_deals_count as "totalDealsCount", total_deals_amount as "totalDealsAmount",
    case when today = (${at}::timestamptz at time zone 'Europe/Moscow')::date then today_deals_amount else 0 end as "todayDealsAmount"
  from requisite join bank on bank.id = bank_id left join cabinet on cabinet.id = cabinet_id`;

/** Requisites that were switched off or take no more orders, as the inbox counts them, of those not archived. */
export const isWaitingRequisite: Readonly<Record<WaitingIn<'requisites'>, RawBuilder<boolean>>> = {
  requisites_paused: sql`requisite.paused_at is not null`,
  limits_reached: sql`requisite.is_active and max_deals > 0 and current_deals_count >= max_deals`,
};

/** One page of a trader's requisites that are not archived, newest first. There are dozens, so they are counted. */
export async function readRequisites(
  db: Reader,
  traderId: string,
  { page, pageSize, at, waiting }: PageRequest & { at: Date; waiting?: WaitingIn<'requisites'> | undefined },
): Promise<Page<Requisite>> {
  const isListed = sql`archived_at is null and ${waiting === undefined ? sql`true` : isWaitingRequisite[waiting]}`;
  const { rows } = await sql<Counted<Requisite>>`
    select total.n as count, r.*
    from (select count(*) as n from requisite where trader_id = ${traderId} and ${isListed}) as total
    left join lateral (
      ${selectRows(at)} where requisite.trader_id = ${traderId} and ${isListed}
      order by requisite.id desc offset ${(page - 1) * pageSize} limit ${pageSize}
    ) r on true`.execute(db);
  return pageOf(rows);
}

/** A requisite with its trader. */
export type OwnedRequisite = Requisite & { traderId: string };

/** Anybody's requisite, also an archived one. */
export async function readAnyRequisite(db: Reader, id: string, at: Date): Promise<OwnedRequisite | undefined> {
  const { rows } = await sql<OwnedRequisite>`${selectRows(at)} where requisite.id = ${id}`.execute(db);
  return rows[0];
}

/** A trader's requisite, also an archived one. */
export async function readRequisite(
  db: Reader,
  traderId: string,
  id: string,
  at: Date,
): Promise<Requisite | undefined> {
  const { rows } = await sql<Requisite>`
    ${selectRows(at)} where requisite.id = ${id} and requisite.trader_id = ${traderId}`.execute(db);
  return rows[0];
}

/** A trader's requisite, locked for a change. */
export type LockedRequisite = Locked<
  BankData & {
    id: string;
    traderId: string;
    isArchived: boolean;
    /** The version of its bank data in force. */
    payeeVersion: number;
    activeOrders: number;
    /** The next switch of its schedule; null without one. */
    switchAt: Date | null;
    timeUp: string | null;
    timeDown: string | null;
  }
>;

/** Locks a requisite, also an archived one; undefined when it is not the trader's. */
export const lockRequisite = (tx: Tx, traderId: string, id: string): Promise<LockedRequisite | undefined> =>
  lockRow(
    tx,
    sql`
      select id, trader_id as "traderId", archived_at is not null as "isArchived", switch_at as "switchAt",
        left(time_up::text, 5) as "timeUp", left(time_down::text, 5) as "timeDown", payee_version as "payeeVersion",
        active_orders as "activeOrders", bank_id as "bankId", fio, phone, bank_account as "bankAccount",
        last_4_digits_card as last4
      from requisite where id = ${id} and trader_id = ${traderId} for no key update`,
  );

async function change(tx: Statement, { id }: Locked<{ id: string }>, assignments: RawBuilder<unknown>): Promise<void> {
  await sql`update requisite set ${assignments} where id = ${id}`.execute(tx);
}

/** Writes all but the bank data, which orders hold on to (`changeBankData`). */
export const updateRequisite = (
  tx: Statement,
  requisite: LockedRequisite,
  fields: Required<RequisiteFields>,
  at: Date,
): Promise<void> =>
  change(
    tx,
    requisite,
    sql`name = ${fields.name}, is_sbp = ${fields.isSbp}, is_c2c = ${fields.isC2c}, interval_minutes = ${fields.intervalMinutes}, min_amount = ${fields.minAmount},
      max_amount = ${fields.maxAmount}, max_deals = ${fields.maxDeals}, max_current_deals = ${fields.maxCurrentDeals},
      work_on_time = ${fields.workOnTime}, time_up = ${fields.timeUp}, time_down = ${fields.timeDown},
      switch_at = ${switchAtOf(at, fields)}`,
  );

/** Switches by hand. A trader who switches it on knows better than the message that paused it. */
export const setActive = (tx: Statement, requisite: LockedRequisite, isActive: boolean): Promise<void> =>
  change(tx, requisite, isActive ? sql`is_active = true, paused_at = null, paused_by = null` : sql`is_active = false`);

export const setSwitchAt = (tx: Statement, requisite: LockedRequisite, switchAt: Date): Promise<void> =>
  change(tx, requisite, sql`switch_at = ${switchAt}`);

export const archiveRequisite = (tx: Statement, requisite: LockedRequisite, at: Date): Promise<void> =>
  change(tx, requisite, sql`archived_at = ${at}, is_active = false, cabinet_id = null, switch_at = null`);

/**
 * Orders made until now count no more, also when they are lost later: they step the counter back only when they are as
 * young as `reset_at`. Clocks differ, so it is put behind every order that the requisite was ever given.
 */
export const dealsReset = (at: Date) =>
  sql`current_deals_count = 0, reset_at = greatest(${at}::timestamptz, last_order_at + interval '1 ms')`;
export const sumReset = sql`sum_deals = 0`;

export const resetCounters = (tx: Statement, requisite: LockedRequisite, at: Date): Promise<void> =>
  change(tx, requisite, sql`${dealsReset(at)}, ${sumReset}`);
