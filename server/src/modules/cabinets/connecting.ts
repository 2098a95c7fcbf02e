import type { connectCabinet } from '@kantor/contract/wire/cabinets.ts';
import { DEVICE_API_BASE } from '@kantor/contract/plain/device-routes.ts';
import { FORWARDER_PATHS, SMS_FORWARDER_TEMPLATE } from '@kantor/contract/plain/forwarders.ts';
import type { z } from 'zod';
import { transaction } from '../../db/tx.ts';
import { after, MINUTE } from '../../kernel/clock.ts';
import { conflict, unauthorized } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import { createPairingToken, drawPairing, hashOf } from './pairing.ts';
import type { PhoneKeys } from './phone-keys.ts';
import { connectDevice, readPairingCabinet, usePairingToken } from './phones.ts';
import { announce, type Deps as CabinetDeps, lockUnblocked } from './service.ts';
import { insertPairingToken } from './store.ts';

const PAIRING_LIFETIME = 10 * MINUTE;

/**
 * A picture that pairs a phone, once and within ten minutes; of its token only the hash is kept.
 * @param server the address for the phone.
 * @throws ApiError 404, 409 `cabinet_blocked`.
 */
export async function createPairing({ db, clock }: CabinetDeps, traderId: string, id: string, server: string) {
  const { token, hash } = createPairingToken();
  const expiresAt = after(clock(), PAIRING_LIFETIME);
  await transaction(db, async (tx) => {
    await lockUnblocked(tx, traderId, id);
    await insertPairingToken(tx, { hash, cabinetId: id, expiresAt });
  });
  return drawPairing(server, token);
}

export interface Deps extends CabinetDeps {
  keys: PhoneKeys;
}

/**
 * Makes whoever holds the token the cabinet's phone; the former one's key ends.
 * @throws ApiError 401 `bad_token`, 409 `token_used`, 409 `cabinet_blocked`.
 */
export async function pairPhone({ db, clock, keys }: Deps, token: string) {
  const at = clock();
  const hash = hashOf(token);
  const found = await readPairingCabinet(db, hash);
  if (found === undefined) throw unauthorized('QR-код неизвестен или устарел: покажите новый', 'bad_token');
  const { id: cabinetId, traderId } = found;
  const deviceId = newId(at);
  return transaction(db, async (tx) => {
    const cabinet = await lockUnblocked(tx, traderId, cabinetId);
    if (!(await usePairingToken(tx, hash, at))) {
      throw conflict('token_used', 'QR-код уже использован или устарел: покажите новый');
    }
    await connectDevice(tx, { id: deviceId, cabinetId, kind: 'phone' }, at);
    await announce(tx, traderId, cabinetId, at);
    return {
      device_id: deviceId,
      key: keys.keyOf(deviceId),
      cabinet: { id: cabinetId, device_name: cabinet.deviceName, phone: cabinet.phone },
      server_time: at,
    };
  });
}

/**
 * Makes an application that forwards messages the cabinet's phone; the former one's key ends.
 * @param server the address for the phone.
 * @throws ApiError 404, 409 `cabinet_blocked`.
 */
export async function connectForwarder(
  { db, clock, keys }: Deps,
  traderId: string,
  id: string,
  { application, server }: z.output<typeof connectCabinet.body> & { server: string },
): Promise<z.output<typeof connectCabinet.response>> {
  const at = clock();
  const deviceId = newId(at);
  await transaction(db, async (tx) => {
    await lockUnblocked(tx, traderId, id);
    await connectDevice(tx, { id: deviceId, cabinetId: id, kind: application }, at);
    await announce(tx, traderId, id, at);
  });
  return {
    address: server + DEVICE_API_BASE + FORWARDER_PATHS[application].replace(':device', deviceId),
    key: keys.keyOf(deviceId),
    template: application === 'sms_forwarder' ? SMS_FORWARDER_TEMPLATE : '',
  };
}
