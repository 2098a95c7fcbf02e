import type { PageRequest } from '@kantor/contract/plain/pages.ts';
import type * as calls from '@kantor/contract/wire/cabinets.ts';
import type { z } from 'zod';
import type { Database } from '../../db/pool.ts';
import { type Reader, transaction, type Tx } from '../../db/tx.ts';
import { type Clock, moscowTime } from '../../kernel/clock.ts';
import { badRequest, conflict, notFound } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import { appendEvent } from '../../outbox/append.ts';
import { placeInCabinet, readChoices, resetDealsInCabinet, resetSumsInCabinet } from '../requisites/index.ts';
import { isSilent } from './hearing.ts';
import { endDevices } from './phones.ts';
import * as store from './store.ts';

export interface Deps {
  db: Database;
  clock: Clock;
}

type CabinetBody = z.output<typeof calls.createCabinet.body>;

const toCabinet = (cabinet: store.Cabinet, at: Date) => ({
  id: cabinet.id,
  device_name: cabinet.deviceName,
  phone: cabinet.phone,
  bank_detail: cabinet.requisites,
  is_active: cabinet.isActive,
  can_be_active: !cabinet.isBlocked && !isSilent(cabinet.lastHeardAt, at),
  is_blocked_forever: cabinet.isBlocked,
  last_heard_at: cabinet.lastHeardAt,
});

export async function listCabinets({ db, clock }: Deps, traderId: string, { page, pageSize }: PageRequest) {
  const { count, results } = await store.readCabinets(db, traderId, { page, pageSize });
  const at = clock();
  return { count, results: results.map((cabinet) => toCabinet(cabinet, at)) };
}

/** @throws ApiError 404 also when the cabinet is someone else's. */
async function read(db: Reader, traderId: string, id: string, at: Date) {
  const cabinet = await store.readCabinet(db, traderId, id);
  if (cabinet === undefined) throw notFound();
  return toCabinet(cabinet, at);
}

export const getCabinet = ({ db, clock }: Deps, traderId: string, id: string) => read(db, traderId, id, clock());

/** What may be chosen for a cabinet. @throws ApiError 404. */
export async function listChoices({ db, clock }: Deps, traderId: string, id: string) {
  await read(db, traderId, id, clock());
  return readChoices(db, traderId, id);
}

/** @throws ApiError 400 that names `bank_detail`. */
async function place(
  tx: Tx,
  cabinet: { traderId: string; cabinetId: string; at: Date },
  requisites: CabinetBody['bank_detail'],
) {
  if (requisites === null || (await placeInCabinet(tx, cabinet, requisites))) return;
  throw badRequest({ bank_detail: ['Выберите свои реквизиты, которые не в архиве и не в другом кабинете'] });
}

/** Tells the screens of a cabinet that was changed. */
export const announce = (tx: Tx, traderId: string, id: string, at: Date) =>
  appendEvent(tx, { kind: 'cabinet.changed', objectId: id, owners: [traderId], at });

/** A new cabinet is switched off. @throws ApiError 400. */
export async function createCabinet({ db, clock }: Deps, traderId: string, body: CabinetBody) {
  const at = clock();
  const id = newId(at);
  const { device_name: deviceName, phone } = body;
  return transaction(db, async (tx) => {
    await store.insertCabinet(tx, { id, traderId, deviceName, phone, isActive: false, createdAt: at });
    await place(tx, { traderId, cabinetId: id, at }, body.bank_detail);
    await announce(tx, traderId, id, at);
    return read(tx, traderId, id, at);
  });
}

/**
 * Locks a trader's cabinet that is not blocked.
 * @throws ApiError 404, 409 `cabinet_blocked`.
 */
export async function lockUnblocked(tx: Tx, traderId: string, id: string): Promise<store.LockedCabinet> {
  const cabinet = await store.lockCabinet(tx, traderId, id);
  if (cabinet === undefined) throw notFound();
  if (cabinet.isBlocked) throw conflict('cabinet_blocked', 'Кабинет заблокирован навсегда, действие недоступно');
  return cabinet;
}

/** Makes one change. @throws ApiError 404, 409 `cabinet_blocked`. */
async function change(
  { db, clock }: Deps,
  traderId: string,
  id: string,
  work: (tx: Tx, at: Date, cabinet: store.LockedCabinet) => Promise<void>,
) {
  const at = clock();
  return transaction(db, async (tx) => {
    await work(tx, at, await lockUnblocked(tx, traderId, id));
    await announce(tx, traderId, id, at);
    return read(tx, traderId, id, at);
  });
}

/** @throws also ApiError 400. */
export const updateCabinet = (deps: Deps, traderId: string, id: string, body: CabinetBody) =>
  change(deps, traderId, id, async (tx, at) => {
    await store.renameCabinet(tx, id, { deviceName: body.device_name, phone: body.phone });
    await place(tx, { traderId, cabinetId: id, at }, body.bank_detail);
  });

/**
 * To the state that it already has, nothing changes.
 * @throws also ApiError 409 `device_silent`: while the phone is silent the platform decides.
 */
export const toggleCabinet = (deps: Deps, traderId: string, id: string, isActive: boolean) =>
  change(deps, traderId, id, async (tx, at, { lastHeardAt }) => {
    if (isSilent(lastHeardAt, at)) throw conflict('device_silent', whySilent(lastHeardAt, at));
    await store.setActive(tx, id, isActive);
  });

const whySilent = (lastHeardAt: Date | null, at: Date) =>
  lastHeardAt === null
    ? 'Телефон не подключён: покажите ему QR-код кабинета'
    : `Телефон молчит с ${moscowTime(lastHeardAt, at)}: проверьте, что он включён и в сети`;

/** Its requisites stay in it, and take no orders; its phone is heard no more. */
export const blockCabinet = (deps: Deps, traderId: string, id: string) =>
  change(deps, traderId, id, async (tx, at) => {
    await store.blockForever(tx, id, at);
    await endDevices(tx, id, at);
  });

export const resetCabinetDeals = (deps: Deps, traderId: string, id: string) =>
  change(deps, traderId, id, (tx, at) => resetDealsInCabinet(tx, { traderId, cabinetId: id, at }));

export const resetCabinetSum = (deps: Deps, traderId: string, id: string) =>
  change(deps, traderId, id, (tx, at) => resetSumsInCabinet(tx, { traderId, cabinetId: id, at }));
