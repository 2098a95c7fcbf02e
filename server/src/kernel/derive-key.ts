import { createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';

/** A key's name in the derivation: another name is another key, and ends all that the former one made. */
export type KeyPurpose =
  | 'access token'
  | 'refresh token'
  | 'known browser'
  | 'file link'
  | 'export link'
  | 'device key'
  | 'event position'
  | 'webhook secret'
  | 'second factor'
  | 'recovery code'
  | 'push key'
  | 'telegram code'
  | 'payment page';

/** Derives the key of one purpose from the server's secret (HKDF-SHA-256): 256 bits that tell nothing of the others. */
export const deriveKey = (secret: Uint8Array, purpose: KeyPurpose): KeyObject =>
  createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', `kantor ${purpose}`, 32)));
