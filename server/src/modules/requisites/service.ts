import type { PageRequest } from '@kantor/contract/plain/pages.ts';
import type { Database } from '../../db/pool.ts';
import { breaks, type Reader, transaction, type Tx } from '../../db/tx.ts';
import type { Clock } from '../../kernel/clock.ts';
import { badRequest, conflict, notFound } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import { appendEvent } from '../../outbox/append.ts';
import { errorsOf, type RequisiteBody, requisiteType } from './rules.ts';
import * as store from './store.ts';
import { leaveUntilNext, switchIfDue } from './switching.ts';

export interface Deps {
  db: Database;
  clock: Clock;
}

const toRequisite = (requisite: store.Requisite) => ({
  id: requisite.id,
  name: requisite.name,
  fio: requisite.fio,
  phone: requisite.phone,
  bank_account: requisite.bankAccount,
  last_4_digits_card: requisite.last4,
  bank_type: { id: requisite.bankId, name: requisite.bankName },
  is_sbp: requisite.isSbp,
  is_c2c: requisite.isC2c,
  requisite_type: requisiteType(requisite),
  is_active: requisite.isActive,
  paused:
    requisite.pausedAt !== null && requisite.pausedBy !== null
      ? { at: requisite.pausedAt, notification: requisite.pausedBy }
      : null,
  interval: requisite.intervalMinutes,
  min_amount: requisite.minAmount,
  max_amount: requisite.maxAmount,
  max_deals: requisite.maxDeals,
  max_current_deals: requisite.maxCurrentDeals,
  work_on_time: requisite.workOnTime,
  time_up: requisite.timeUp,
  time_down: requisite.timeDown,
  current_deals_count: requisite.currentDealsCount,
  sum_deals: requisite.sumDeals,
  total_deals_count: requisite.totalDealsCount,
  total_deals_amount_countable: requisite.totalDealsAmount,
  today_deals_amount_countable: requisite.todayDealsAmount,
  cabinet: requisite.cabinetId === null ? null : { id: requisite.cabinetId, device_name: requisite.deviceName ?? '' },
});

const toFields = (body: RequisiteBody): Required<store.RequisiteFields> => ({
  bankId: body.bank_type,
  name: body.name,
  fio: body.fio,
  phone: body.phone,
  bankAccount: body.bank_account,
  last4: body.last_4_digits_card,
  isSbp: body.is_sbp,
  isC2c: body.is_c2c,
  intervalMinutes: body.interval,
  minAmount: body.min_amount,
  maxAmount: body.max_amount,
  maxDeals: body.max_deals,
  maxCurrentDeals: body.max_current_deals,
  workOnTime: body.work_on_time,
  timeUp: body.time_up,
  timeDown: body.time_down,
});

export async function listRequisites({ db, clock }: Deps, traderId: string, { page, pageSize }: PageRequest) {
  const { count, results } = await store.readRequisites(db, traderId, { page, pageSize, at: clock() });
  return { count, results: results.map(toRequisite) };
}

/** @throws ApiError 404 also when the requisite is someone else's. */
async function read(db: Reader, traderId: string, id: string, at: Date) {
  const requisite = await store.readRequisite(db, traderId, id, at);
  if (requisite === undefined) throw notFound();
  return toRequisite(requisite);
}

/** Also an archived one: orders lead to it. */
export const getRequisite = ({ db, clock }: Deps, traderId: string, id: string) => read(db, traderId, id, clock());

/** Writes what a trader decided. @throws ApiError 400 that names the fields. */
async function write<Result>(body: RequisiteBody, work: () => Promise<Result>): Promise<Result> {
  const errors = errorsOf(body);
  if (Object.keys(errors).length > 0) throw badRequest(errors);
  try {
    return await work();
  } catch (error) {
    if (breaks(error, 'requisite_bank_id_fkey')) throw badRequest({ bank_type: ['Выберите банк из списка'] });
    throw error;
  }
}

const announce = (tx: Tx, traderId: string, id: string, at: Date) =>
  appendEvent(tx, { kind: 'requisite.changed', objectId: id, owners: [traderId], at });

/** A new requisite is switched off and in no cabinet. @throws ApiError 400. */
export async function createRequisite({ db, clock }: Deps, traderId: string, body: RequisiteBody) {
  const at = clock();
  const id = newId(at);
  return write(body, () =>
    transaction(db, async (tx) => {
      const place = { id, traderId, cabinetId: null, isActive: false, createdAt: at };
      await store.insertRequisite(tx, { ...toFields(body), ...place });
      await announce(tx, traderId, id, at);
      return read(tx, traderId, id, at);
    }),
  );
}

/**
 * Makes one change to a trader's requisite.
 * @param work returns false when there is no such requisite, or it is archived.
 * @throws ApiError 404, 409 `requisite_archived`.
 */
async function change({ db, clock }: Deps, traderId: string, id: string, work: (tx: Tx, at: Date) => Promise<boolean>) {
  const at = clock();
  return transaction(db, async (tx) => {
    const isDone = await work(tx, at);
    const requisite = await read(tx, traderId, id, at);
    if (!isDone) throw conflict('requisite_archived', 'Реквизит в архиве, действие недоступно');
    await announce(tx, traderId, id, at);
    return requisite;
  });
}

/** Its counters, cabinet and switch stay. @throws also ApiError 400. */
export const updateRequisite = (deps: Deps, traderId: string, id: string, body: RequisiteBody) =>
  write(body, () =>
    change(deps, traderId, id, async (tx, at) => {
      await switchIfDue(tx, traderId, id, at);
      return store.updateRequisite(tx, traderId, id, toFields(body), at);
    }),
  );

/** To the state that it already has, nothing changes. A schedule leaves it so until its next time. */
export const toggleRequisite = (deps: Deps, traderId: string, id: string, isActive: boolean) =>
  change(deps, traderId, id, async (tx, at) => {
    const isDone = await store.setActive(tx, traderId, id, isActive);
    if (isDone) await leaveUntilNext(tx, id, at);
    return isDone;
  });

/** For good: it is switched off, leaves its cabinet and the list; its orders keep it. */
export const archiveRequisite = (deps: Deps, traderId: string, id: string) =>
  change(deps, traderId, id, (tx, at) => store.archiveRequisite(tx, traderId, id, at));

export const resetRequisiteDeals = (deps: Deps, traderId: string, id: string) =>
  change(deps, traderId, id, (tx, at) => store.resetCounters(tx, traderId, id, at));
