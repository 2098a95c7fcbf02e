import type { WaitingIn } from '@kantor/contract/plain/inbox.ts';
import type { PageRequest } from '@kantor/contract/plain/pages.ts';
import type { Page } from '../../db/dense-list.ts';
import type { Database } from '../../db/pool.ts';
import { type Locked, type Reader, transaction, type Tx } from '../../db/tx.ts';
import type { PersonActor } from '../../kernel/actor.ts';
import { after, type Clock, DAY } from '../../kernel/clock.ts';
import { badRequest, conflict, notFound } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import { appendEvent } from '../../outbox/append.ts';
import { appendAudit, appendChange, type Facts, lastFour } from '../audit/index.ts';
import {
  type Choice,
  assignToCabinet,
  readChoices,
  resetDealsInCabinet,
  resetSumsInCabinet,
} from '../requisites/index.ts';
import { isOffline, offlineReason } from './rules.ts';
import * as store from './store.ts';

export interface Deps {
  db: Database;
  clock: Clock;
  /** Ends the key of a cabinet's phone; the cabinet is about to be blocked. */
  endDevices: (tx: Tx, cabinet: store.LockedCabinet, end: { at: Date; reason: 'cabinet_blocked' }) => Promise<void>;
}

/** A cabinet at a moment. */
export interface CabinetNow extends store.Cabinet {
  /** The trader may switch it by hand; otherwise the platform decides. */
  canBeActive: boolean;
}

/** A refused post is shown for so long. */
const REFUSAL_SHOWN_MS = 7 * DAY;

export const atMoment = (cabinet: store.Cabinet, at: Date): CabinetNow => ({
  ...cabinet,
  refusedAt: cabinet.refusedAt !== null && cabinet.refusedAt > after(at, -REFUSAL_SHOWN_MS) ? cabinet.refusedAt : null,
  canBeActive: !cabinet.isBlocked && !isOffline(cabinet.lastSeenAt, at),
});

/** What the journal keeps of a cabinet. */
const factsOf = ({ deviceName, phone, requisites, isActive, isBlocked }: store.Cabinet): Facts => ({
  device_name: deviceName,
  phone: lastFour(phone),
  requisites: requisites.map(({ name }) => name).join(', '),
  is_active: isActive,
  is_blocked: isBlocked,
});

/** The trader's part of a cabinet. */
export interface CabinetFields {
  deviceName: string;
  phone: string;
  /** Ids; null leaves them as they are. */
  requisites: readonly string[] | null;
}

export async function listCabinets(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  traderId: string,
  { waiting, ...request }: PageRequest & { waiting?: WaitingIn<'cabinets'> | undefined },
): Promise<Page<CabinetNow>> {
  const at = clock();
  const isListed = waiting === undefined ? {} : { isListed: store.isSilentWithOrders(at) };
  const { count, results } = await store.readCabinets(db, traderId, { ...request, ...isListed });
  return { count, results: results.map((cabinet) => atMoment(cabinet, at)) };
}

/** @throws ApiError 404 also when the cabinet is someone else's. */
async function read(db: Reader, cabinet: store.CabinetRef, at: Date): Promise<CabinetNow> {
  const found = await store.readCabinet(db, cabinet);
  if (found === undefined) throw notFound();
  return atMoment(found, at);
}

export const getCabinet = ({ db, clock }: Deps, cabinet: store.CabinetRef) => read(db, cabinet, clock());

/** The requisites that may be chosen for a cabinet. @throws ApiError 404. */
export async function listChoices(deps: Deps, cabinet: store.CabinetRef): Promise<Choice[]> {
  await getCabinet(deps, cabinet);
  return readChoices(deps.db, cabinet);
}

/** @throws ApiError 400 that names `bank_detail`. */
async function assignRequisites(
  tx: Tx,
  cabinet: Locked<store.CabinetRef>,
  requisites: CabinetFields['requisites'],
  at: Date,
) {
  if (requisites === null || (await assignToCabinet(tx, cabinet, requisites, at))) return;
  throw badRequest({ bank_detail: ['Выберите свои реквизиты, которые не в архиве и не в другом кабинете'] });
}

/** Notifies the screens that a cabinet has changed. */
export const announceCabinet = (tx: Tx, { id, traderId }: Locked<store.CabinetRef>, at: Date): Promise<void> =>
  appendEvent(tx, { kind: 'cabinet.changed', objectId: id, owners: [traderId], at });

/** A new cabinet is switched off. @throws ApiError 400. */
export async function createCabinet(deps: Deps, actor: PersonActor, { requisites, ...fields }: CabinetFields) {
  const at = deps.clock();
  const cabinet = { id: newId(at), traderId: actor.accountId };
  return transaction(deps.db, async (tx) => {
    await store.insertCabinet(tx, { ...cabinet, ...fields, isActive: false, createdAt: at });
    const made = await changeIn(tx, cabinet, at, (locked) => assignRequisites(tx, locked, requisites, at));
    const object = { kind: 'cabinet', id: cabinet.id };
    await appendAudit(tx, { actor, action: 'create-cabinet', object, before: null, after: factsOf(made) }, at);
    return made;
  });
}

/**
 * Locks a cabinet that is not blocked.
 * @throws ApiError 404 also when it is not the trader's, 409 `cabinet_blocked`.
 */
export async function lockUnblocked(tx: Tx, cabinet: store.CabinetRef): Promise<store.LockedCabinet> {
  const locked = await store.lockCabinet(tx, cabinet);
  if (locked === undefined) throw notFound();
  if (locked.isBlocked) throw conflict('cabinet_blocked', 'Кабинет заблокирован навсегда, действие недоступно');
  return locked;
}

async function changeIn(
  tx: Tx,
  cabinet: store.CabinetRef,
  at: Date,
  work: (cabinet: store.LockedCabinet) => Promise<void>,
): Promise<CabinetNow> {
  const locked = await lockUnblocked(tx, cabinet);
  await work(locked);
  await announceCabinet(tx, locked, at);
  return read(tx, cabinet, at);
}

/** Makes one change. @throws ApiError 404, 409 `cabinet_blocked`. */
async function change(
  { db, clock }: Deps,
  { actor, action, id }: { actor: PersonActor; action: string; id: string },
  work: (tx: Tx, cabinet: store.LockedCabinet, at: Date) => Promise<void>,
): Promise<CabinetNow> {
  const at = clock();
  const cabinet = { id, traderId: actor.accountId };
  return transaction(db, async (tx) => {
    let before: Facts = {};
    const changed = await changeIn(tx, cabinet, at, async (locked) => {
      before = factsOf(await read(tx, cabinet, at));
      await work(tx, locked, at);
    });
    await appendChange(tx, { actor, action, object: { kind: 'cabinet', id }, before, after: factsOf(changed) }, at);
    return changed;
  });
}

/** @throws also ApiError 400. */
export const updateCabinet = (deps: Deps, actor: PersonActor, id: string, { requisites, ...fields }: CabinetFields) =>
  change(deps, { actor, action: 'change-cabinet', id }, async (tx, locked, at) => {
    await store.renameCabinet(tx, locked, fields);
    await assignRequisites(tx, locked, requisites, at);
  });

/**
 * Switches a cabinet; to the state that it already has, nothing changes.
 * @throws also ApiError 409 `device_silent`: while the phone is offline the platform decides.
 */
export const toggleCabinet = (deps: Deps, actor: PersonActor, id: string, isActive: boolean) =>
  change(deps, { actor, action: 'switch-cabinet', id }, async (tx, locked, at) => {
    const { lastSeenAt } = locked;
    if (isOffline(lastSeenAt, at)) throw conflict('device_silent', offlineReason(lastSeenAt, at));
    await store.setActive(tx, locked, isActive);
  });

/** Blocks a cabinet for good: its requisites stay in it and take no orders, its phone's key ends. */
export const blockCabinet = (deps: Deps, actor: PersonActor, id: string) =>
  change(deps, { actor, action: 'block-cabinet', id }, async (tx, locked, at) => {
    await store.blockForever(tx, locked, at);
    await deps.endDevices(tx, locked, { at, reason: 'cabinet_blocked' });
  });

/** Makes a change that is the requisites' alone: the cabinet's own facts stay. */
const resetting = (action: string, reset: typeof resetDealsInCabinet) => (deps: Deps, actor: PersonActor, id: string) =>
  change(deps, { actor, action, id }, async (tx, locked, at) => {
    await reset(tx, locked, at);
    await appendAudit(tx, { actor, action, object: { kind: 'cabinet', id }, before: null, after: {} }, at);
  });

export const resetCabinetDeals = resetting('reset-cabinet-deals', resetDealsInCabinet);

export const resetCabinetSum = resetting('reset-cabinet-sum', resetSumsInCabinet);
