import { DEVICE_API_BASE } from '@kantor/contract/plain/device-routes.ts';
import { ANY_APP_SECRET_PATH, FORWARDER_PATHS, SMS_FORWARDER_TEMPLATE } from '@kantor/contract/plain/forwarders.ts';
import type { Database } from '../../../db/pool.ts';
import { transaction, type Tx } from '../../../db/tx.ts';
import type { Origin, PersonActor } from '../../../kernel/actor.ts';
import { after, type Clock, MINUTE } from '../../../kernel/clock.ts';
import { conflict, unauthorized } from '../../../kernel/errors.ts';
import { newId } from '../../../kernel/ids.ts';
import { appendAudit } from '../../audit/index.ts';
import {
  announceCabinet,
  forgetNotes,
  lockCabinetsOf,
  type LockedCabinet,
  lockUnblocked,
  notePhoneEnded,
  type PhoneEndReason,
} from '../../cabinets/index.ts';
import { connectDevice, type DeviceKind, endDevices, readConnected } from '../store/devices.ts';
import { deleteUnusedTokens, insertPairingToken, readPairingCode, usePairingToken } from '../store/pairing-tokens.ts';
import type { DeviceKeys } from './device-keys.ts';
import { createPairingToken, drawAddress, drawPairingCode, hashOf } from './pairing-code.ts';

export interface Deps {
  db: Database;
  clock: Clock;
  keys: DeviceKeys;
}

const PAIRING_LIFETIME_MS = 10 * MINUTE;

/**
 * Makes a picture that pairs a phone, once and within ten minutes; only the hash of its token is kept.
 * @param server the address for the phone.
 * @throws ApiError 404, 409 `cabinet_blocked`.
 */
export async function createPairing({ db, clock }: Deps, actor: PersonActor, id: string, server: string) {
  const { token, hash } = createPairingToken();
  const at = clock();
  const expiresAt = after(at, PAIRING_LIFETIME_MS);
  await transaction(db, async (tx) => {
    const cabinet = await lockUnblocked(tx, { id, traderId: actor.accountId });
    await insertPairingToken(tx, cabinet, { hash, expiresAt, personId: actor.personId });
    const object = { kind: 'cabinet', id };
    await appendAudit(tx, { actor, action: 'show-pairing-code', object, before: null, after: {} }, at);
  });
  return drawPairingCode(server, token);
}

/** A newly connected device with its key: the key is never shown again. */
export interface Paired {
  deviceId: string;
  key: string;
  cabinet: Pick<LockedCabinet, 'id' | 'deviceName' | 'phone'>;
  /** By the server's clock. */
  at: Date;
}

/** Makes a new device the cabinet's phone; the former one's key ends. */
async function connect(tx: Tx, keys: DeviceKeys, cabinet: LockedCabinet, kind: DeviceKind, at: Date): Promise<Paired> {
  const deviceId = newId(at);
  await connectDevice(tx, cabinet, { id: deviceId, kind }, at);
  await forgetNotes(tx, cabinet, kind === 'any_app');
  await announceCabinet(tx, cabinet, at);
  return { deviceId, key: keys.keyOf(deviceId), cabinet, at };
}

/**
 * Makes the holder of the token the cabinet's phone; the former one's key ends. The journal names who showed the code.
 * @throws ApiError 401 `bad_token`, 409 `token_used`, 409 `cabinet_blocked`.
 */
export async function pairPhone({ db, clock, keys }: Deps, token: string, from: Origin): Promise<Paired> {
  const at = clock();
  const hash = hashOf(token);
  const found = await readPairingCode(db, hash);
  if (found === undefined) throw unauthorized('QR-код неизвестен или устарел: покажите новый', 'bad_token');
  return transaction(db, async (tx) => {
    const cabinet = await lockUnblocked(tx, found.cabinet);
    if (!(await usePairingToken(tx, cabinet, hash, at))) {
      throw conflict('token_used', 'QR-код уже использован или устарел: покажите новый');
    }
    const paired = await connect(tx, keys, cabinet, 'phone', at);
    if (found.person !== null) {
      // The phone's address: whoever has the code in front of them is known by it alone.
      const { id: personId, username: name } = found.person;
      const actor = { personId, name, accountId: found.cabinet.traderId, ...from };
      const object = { kind: 'cabinet', id: cabinet.id };
      const entry = { actor, action: 'pair-phone', object, before: null, after: { phone_key: paired.deviceId } };
      await appendAudit(tx, entry, at);
    }
    return paired;
  });
}

/** A phone of a trader's, by its cabinet's name. */
export interface TradersPhone {
  cabinet: string;
  kind: DeviceKind;
}

/**
 * Ends the keys of a trader's phones, and the codes that would pair another: their cabinets say why. With `keep` it only tells
 * which phones there are.
 */
export async function endPhonesOf(
  tx: Tx,
  traderId: string,
  { reason, at, keep }: { reason: PhoneEndReason; at: Date; keep: boolean },
): Promise<TradersPhone[]> {
  const cabinets = await lockCabinetsOf(tx, traderId);
  const connected = await readConnected(tx, cabinets);
  const phones = connected.flatMap(({ cabinetId, kind }) => {
    const cabinet = cabinets.find(({ id }) => id === cabinetId);
    return cabinet === undefined ? [] : [{ cabinet, kind }];
  });
  if (!keep) {
    await deleteUnusedTokens(tx, cabinets);
    for (const { cabinet } of phones) {
      await endDevices(tx, cabinet, { at, reason });
      await notePhoneEnded(tx, cabinet, { at, reason });
    }
  }
  return phones.map(({ cabinet, kind }) => ({ cabinet: cabinet.deviceName, kind }));
}

/** The settings of a forwarder: its address, its key, its template, if it asks for one, and a picture of them, if it has a use for it. */
export interface ForwarderSettings {
  address: string;
  key: string;
  template: string;
  qr: string;
}

/**
 * Makes an application that forwards messages the cabinet's phone; the former one's key ends. The key of an application that
 * signs nothing is its secret: as little of it is stored as of the others.
 * @param server the address for the phone.
 * @throws ApiError 404, 409 `cabinet_blocked`, 409 `https_only`.
 */
export async function connectForwarder(
  { db, clock, keys, isHttpsOnly }: Deps & { isHttpsOnly: boolean },
  actor: PersonActor,
  id: string,
  { application, server }: { application: Exclude<DeviceKind, 'phone'>; server: string },
): Promise<ForwarderSettings> {
  if (application === 'any_app' && isHttpsOnly && !server.startsWith('https://')) {
    throw conflict('https_only', 'Секрет можно доверить только https: откройте продукт по https');
  }
  const at = clock();
  const { deviceId, key } = await transaction(db, async (tx) => {
    const cabinet = await lockUnblocked(tx, { id, traderId: actor.accountId });
    const object = { kind: 'cabinet', id };
    await appendAudit(tx, { actor, action: 'connect-phone', object, before: null, after: { application } }, at);
    return connect(tx, keys, cabinet, application, at);
  });
  const addressOf = (path: string) =>
    server + DEVICE_API_BASE + path.replace(':device', deviceId).replace(':secret', key);
  return {
    address: addressOf(FORWARDER_PATHS[application]),
    key,
    template: application === 'sms_forwarder' ? SMS_FORWARDER_TEMPLATE : '',
    qr: application === 'any_app' ? await drawAddress(addressOf(ANY_APP_SECRET_PATH)) : '',
  };
}
