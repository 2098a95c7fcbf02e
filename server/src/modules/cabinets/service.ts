import type * as calls from '@kantor/contract/cabinets.ts';
import type { z } from 'zod';
import type { Database } from '../../db/pool.ts';
import { type Reader, transaction, type Tx } from '../../db/tx.ts';
import { after, type Clock, MINUTE } from '../../kernel/clock.ts';
import { badRequest, conflict, notFound } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import { placeInCabinet, readChoices, resetDealsInCabinet, resetSumsInCabinet } from '../requisites/index.ts';
import { createPairingToken, drawPairing } from './pairing.ts';
import * as store from './store.ts';

export interface Deps {
  db: Database;
  clock: Clock;
}

type CabinetBody = z.output<typeof calls.createCabinet.body>;

const PAIRING_LIFETIME = 10 * MINUTE;

const toCabinet = (cabinet: store.Cabinet) => ({
  id: cabinet.id,
  device_name: cabinet.deviceName,
  phone: cabinet.phone,
  bank_detail: cabinet.requisites,
  is_active: cabinet.isActive,
  can_be_active: !cabinet.isBlocked,
  is_blocked_forever: cabinet.isBlocked,
  last_heard_at: cabinet.lastHeardAt,
});

export async function listCabinets(
  { db }: Deps,
  traderId: string,
  { page, page_size: pageSize }: { page: number; page_size: number },
) {
  const { count, results } = await store.readCabinets(db, traderId, { page, pageSize });
  return { count, results: results.map(toCabinet) };
}

/** @throws Refusal 404 also when the cabinet is someone else's. */
async function read(db: Reader, traderId: string, id: string) {
  const cabinet = await store.readCabinet(db, traderId, id);
  if (cabinet === undefined) throw notFound();
  return toCabinet(cabinet);
}

export const getCabinet = ({ db }: Deps, traderId: string, id: string) => read(db, traderId, id);

/** What may be chosen for a cabinet. @throws Refusal 404. */
export async function listChoices({ db }: Deps, traderId: string, id: string) {
  await read(db, traderId, id);
  return readChoices(db, traderId, id);
}

/** @throws Refusal 400 that names `bank_detail`. */
async function place(
  tx: Tx,
  cabinet: { traderId: string; cabinetId: string; at: Date },
  requisites: CabinetBody['bank_detail'],
) {
  if (requisites === null || (await placeInCabinet(tx, cabinet, requisites))) return;
  throw badRequest({ bank_detail: ['Выберите свои реквизиты, которые не в архиве и не в другом кабинете'] });
}

/** A new cabinet is switched off. @throws Refusal 400. */
export async function createCabinet({ db, clock }: Deps, traderId: string, body: CabinetBody) {
  const at = clock();
  const id = newId(at);
  const { device_name: deviceName, phone } = body;
  return transaction(db, async (tx) => {
    await store.insertCabinet(tx, { id, traderId, deviceName, phone, isActive: false, createdAt: at });
    await place(tx, { traderId, cabinetId: id, at }, body.bank_detail);
    return read(tx, traderId, id);
  });
}

/** Runs `work` on a trader's cabinet, locked. @throws Refusal 404, 409 `cabinet_blocked`. */
async function withUnblocked<Result>(
  db: Database,
  traderId: string,
  id: string,
  work: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  return transaction(db, async (tx) => {
    const cabinet = await store.lockCabinet(tx, traderId, id);
    if (cabinet === undefined) throw notFound();
    if (cabinet.isBlocked) throw conflict('cabinet_blocked', 'Кабинет заблокирован навсегда, действие недоступно');
    return work(tx);
  });
}

/** Makes one change. @throws Refusal 404, 409 `cabinet_blocked`. */
const change = ({ db }: Deps, traderId: string, id: string, work: (tx: Tx) => Promise<void>) =>
  withUnblocked(db, traderId, id, async (tx) => {
    await work(tx);
    return read(tx, traderId, id);
  });

/** @throws also Refusal 400. */
export const updateCabinet = (deps: Deps, traderId: string, id: string, body: CabinetBody) =>
  change(deps, traderId, id, async (tx) => {
    await store.renameCabinet(tx, id, { deviceName: body.device_name, phone: body.phone });
    await place(tx, { traderId, cabinetId: id, at: deps.clock() }, body.bank_detail);
  });

/** To the state that it already has, nothing changes. */
export const toggleCabinet = (deps: Deps, traderId: string, id: string, isActive: boolean) =>
  change(deps, traderId, id, (tx) => store.setActive(tx, id, isActive));

/** Its requisites stay in it, and take no orders. */
export const blockCabinet = (deps: Deps, traderId: string, id: string) =>
  change(deps, traderId, id, (tx) => store.blockForever(tx, id, deps.clock()));

export const resetCabinetDeals = (deps: Deps, traderId: string, id: string) =>
  change(deps, traderId, id, (tx) => resetDealsInCabinet(tx, { traderId, cabinetId: id, at: deps.clock() }));

export const resetCabinetSum = (deps: Deps, traderId: string, id: string) =>
  change(deps, traderId, id, (tx) => resetSumsInCabinet(tx, { traderId, cabinetId: id, at: deps.clock() }));

/**
 * A picture that pairs a phone, once and within ten minutes; of its token only the hash is kept.
 * @param server the address for the phone.
 * @throws Refusal 404, 409 `cabinet_blocked`.
 */
export async function createPairing({ db, clock }: Deps, traderId: string, id: string, server: string) {
  const { token, hash } = createPairingToken();
  const expiresAt = after(clock(), PAIRING_LIFETIME);
  await withUnblocked(db, traderId, id, (tx) => store.insertPairingToken(tx, { hash, cabinetId: id, expiresAt }));
  return drawPairing(server, token);
}
