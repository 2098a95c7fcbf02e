import { createHmac } from 'node:crypto';
import { deriveKey } from '../../../kernel/derive-key.ts';

/**
 * The keys of devices. None is stored: each follows from the server's secret and the device's id, so that a thief of the
 * database can speak for no phone. With another secret every phone must be connected anew.
 */
export function createDeviceKeys(secret: Uint8Array) {
  const root = deriveKey(secret, 'device key');
  return {
    /** 256 bits as text; signatures are made with the text's bytes. */
    keyOf: (deviceId: string): string => createHmac('sha256', root).update(deviceId).digest('base64url'),
  };
}

export type DeviceKeys = ReturnType<typeof createDeviceKeys>;
