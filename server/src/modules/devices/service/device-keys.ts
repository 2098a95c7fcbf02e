import { createHmac, type KeyObject } from 'node:crypto';
import { deriveKeys, type ServerSecrets } from '../../../kernel/derive-key.ts';

/**
 * The keys of devices. None is stored: each follows from the server's secret and the device's id, so that a thief of the
 * database can speak for no phone. With another secret every phone must be connected anew.
 */
export function createDeviceKeys(secret: ServerSecrets) {
  const roots = deriveKeys(secret, 'device key');
  const keyBy = (root: KeyObject, deviceId: string) => createHmac('sha256', root).update(deviceId).digest('base64url');
  return {
    /** 256 bits as text; signatures are made with the text's bytes. */
    keyOf: (deviceId: string): string => keyBy(roots[0], deviceId),
    /** That, and those that a device may have been given by other secrets of the server. */
    keysOf: (deviceId: string): string[] => roots.map((root) => keyBy(root, deviceId)),
  };
}

export type DeviceKeys = ReturnType<typeof createDeviceKeys>;
