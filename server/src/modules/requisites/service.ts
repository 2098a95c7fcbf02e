import type { WaitingIn } from '@kantor/contract/plain/inbox.ts';
import type { PageRequest } from '@kantor/contract/plain/pages.ts';
import type { Page } from '../../db/dense-list.ts';
import type { Database } from '../../db/pool.ts';
import { breaks, type Reader, transaction, type Tx } from '../../db/tx.ts';
import type { PersonActor } from '../../kernel/actor.ts';
import type { Clock } from '../../kernel/clock.ts';
import { type ApiError, badRequest, conflict, notFound } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import { appendEvent } from '../../outbox/append.ts';
import { appendAudit, appendChange } from '../audit/index.ts';
import { ActiveOrders, errorsOf, factsOf, isSameBankData, nextSwitch, type RequisiteFields } from './rules.ts';
import * as accounts from './store/accounts.ts';
import { changeBankData, type Payee, readPayees } from './store/payees.ts';
import * as store from './store/requisites.ts';
import { type DueRequisite, switchBySchedule } from './store/switching.ts';

export interface Deps {
  db: Database;
  clock: Clock;
}

export const listBanks = ({ db }: Pick<Deps, 'db'>): Promise<store.Bank[]> => store.readBanks(db);

export const listRequisites = (
  { db, clock }: Deps,
  traderId: string,
  request: PageRequest & { waiting?: WaitingIn<'requisites'> | undefined },
): Promise<Page<store.Requisite>> => store.readRequisites(db, traderId, { ...request, at: clock() });

/** @throws ApiError 404 also when the requisite is someone else's. */
async function read(db: Reader, traderId: string, id: string, at: Date): Promise<store.Requisite> {
  const requisite = await store.readRequisite(db, traderId, id, at);
  if (requisite === undefined) throw notFound();
  return requisite;
}

/** A requisite, also an archived one: orders lead to it. @throws ApiError 404. */
export const getRequisite = ({ db, clock }: Deps, traderId: string, id: string) => read(db, traderId, id, clock());

/** One page of the bank data that a requisite has had, newest first. @throws ApiError 404. */
export async function listPayees(
  { db, clock }: Deps,
  traderId: string,
  id: string,
  request: PageRequest,
): Promise<Page<Payee>> {
  await read(db, traderId, id, clock());
  return readPayees(db, id, request);
}

type Fields = Required<RequisiteFields>;

/** Writes the trader's fields. @throws ApiError 400 that names them. */
async function write<Result>(fields: Fields, work: () => Promise<Result>): Promise<Result> {
  const errors = errorsOf(fields);
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

/** Nothing in it tells whether another trader has the account, or who. */
const bankDataRefused = () =>
  conflict('bank_data_refused', 'Эти банковские данные не приняты. Проверьте их; если всё верно, напишите оператору');

/** Writes a requisite of bank data that its trader may have. @throws ApiError 409 `bank_data_refused`. */
export async function addRequisite(tx: Tx, requisite: store.NewRequisite): Promise<void> {
  const { traderId } = requisite;
  await store.insertRequisite(tx, requisite);
  await accounts.lockAccounts(tx, traderId, [requisite]);
  if (!(await accounts.mayHave(tx, traderId, requisite))) throw bankDataRefused();
}

/** A new requisite is switched off and in no cabinet. @throws ApiError 400, 409 `bank_data_refused`. */
export async function createRequisite({ db, clock }: Deps, actor: PersonActor, fields: Fields) {
  const traderId = actor.accountId;
  const at = clock();
  const id = newId(at);
  return write(fields, () =>
    transaction(db, async (tx) => {
      const { personId } = actor;
      const added = { ...fields, id, traderId, personId, cabinetId: null, isActive: false, createdAt: at };
      await addRequisite(tx, added);
      await announce(tx, traderId, id, at);
      const requisite = await read(tx, traderId, id, at);
      const after = factsOf(requisite);
      await appendAudit(
        tx,
        { actor, action: 'create-requisite', object: { kind: 'requisite', id }, before: null, after },
        at,
      );
      return requisite;
    }),
  );
}

/** Makes one change to a trader's requisite. @throws ApiError 404, 409 `requisite_archived`. */
async function change(
  { db, clock }: Deps,
  { actor, action, id }: { actor: PersonActor; action: string; id: string },
  work: (tx: Tx, requisite: store.LockedRequisite, at: Date) => Promise<void>,
): Promise<store.Requisite> {
  const traderId = actor.accountId;
  const at = clock();
  return transaction(db, async (tx) => {
    const requisite = await store.lockRequisite(tx, traderId, id);
    if (requisite === undefined) throw notFound();
    if (requisite.isArchived) throw conflict('requisite_archived', 'Реквизит в архиве, действие недоступно');
    const former = await read(tx, traderId, id, at);
    await work(tx, requisite, at);
    await announce(tx, traderId, id, at);
    const changed = await read(tx, traderId, id, at);
    const object = { kind: 'requisite', id };
    await appendChange(tx, { actor, action, object, before: factsOf(former), after: factsOf(changed) }, at);
    return changed;
  });
}

/** Whether the schedule's next switch is due: the job has not come to it yet. */
const isDue = (requisite: store.LockedRequisite, at: Date): requisite is store.LockedRequisite & DueRequisite =>
  requisite.switchAt !== null && requisite.switchAt <= at;

/** Whether a person has proven anew that they are themselves: the refusal, if they have not. */
interface Proof {
  unproven: ApiError | undefined;
}

/**
 * Gives a requisite other bank data, of which its history keeps the former ones. The requisite is locked, as it is when an order
 * is issued: no order can come in between.
 * @throws `by.unproven`; ApiError 409 `active_orders`, `bank_data_refused`.
 */
async function replaceBankData(
  tx: Tx,
  requisite: store.LockedRequisite,
  fields: Fields,
  { unproven, ...by }: Proof & { personId: string; at: Date },
): Promise<void> {
  const { traderId, activeOrders } = requisite;
  if (isSameBankData(requisite, fields)) return;
  if (unproven !== undefined) throw unproven;
  if (activeOrders > 0) throw new ActiveOrders(activeOrders);
  await accounts.lockAccounts(tx, traderId, [requisite, fields]);
  if (!(await accounts.mayHave(tx, traderId, fields))) throw bankDataRefused();
  await changeBankData(tx, requisite, fields, by);
  await accounts.releaseAccounts(tx, traderId, requisite);
}

/**
 * Its counters, cabinet and switch stay.
 * @throws also `unproven`, where bank data change; ApiError 400, 409 `active_orders`, `bank_data_refused`.
 */
export const updateRequisite = (deps: Deps, { unproven, ...actor }: PersonActor & Proof, id: string, fields: Fields) =>
  write(fields, () =>
    change(deps, { actor, action: 'change-requisite', id }, async (tx, requisite, at) => {
      if (isDue(requisite, at)) await switchBySchedule(tx, requisite, at);
      await replaceBankData(tx, requisite, fields, { unproven, personId: actor.personId, at });
      await store.updateRequisite(tx, requisite, fields, at);
    }),
  );

/** To the state that it already has, nothing changes. A schedule leaves it so until its next time. */
export const toggleRequisite = (deps: Deps, actor: PersonActor, id: string, isActive: boolean) =>
  change(deps, { actor, action: 'switch-requisite', id }, async (tx, requisite, at) => {
    await store.setActive(tx, requisite, isActive);
    if (isDue(requisite, at)) await store.setSwitchAt(tx, requisite, nextSwitch(at, requisite));
  });

/** Archives a requisite for good: it is switched off, leaves its cabinet and the list, and gives its account free; its orders keep it. */
export const archiveRequisite = (deps: Deps, actor: PersonActor, id: string) =>
  change(deps, { actor, action: 'archive-requisite', id }, async (tx, requisite, at) => {
    await accounts.lockAccounts(tx, actor.accountId, [requisite]);
    await store.archiveRequisite(tx, requisite, at);
    await accounts.releaseAccounts(tx, actor.accountId, requisite);
  });

export const resetRequisiteDeals = (deps: Deps, actor: PersonActor, id: string) =>
  change(deps, { actor, action: 'reset-requisite', id }, store.resetCounters);
