import { createHmac, createSecretKey, hkdfSync } from 'node:crypto';

/**
 * The keys of devices. None is stored: each follows from the server's secret and the device's id, so that a thief of the
 * database can speak for no phone. With another secret every phone must be connected anew.
 */
export function createDeviceKeys(secret: Uint8Array) {
  const root = createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', 'kantor device key', 32)));
  return {
    /** 256 bits as text; signatures are made with the text's bytes. */
    keyOf: (deviceId: string): string => createHmac('sha256', root).update(deviceId).digest('base64url'),
  };
}

export type DeviceKeys = ReturnType<typeof createDeviceKeys>;
