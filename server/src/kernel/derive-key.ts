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
  | 'payment page'
  | 'name of the secret';

/** The server's secret; or that, and others by which something was made that must still be known. */
export type ServerSecrets = Uint8Array | readonly [Uint8Array, ...Uint8Array[]];

/** Derives the key of one purpose from the server's secret (HKDF-SHA-256): 256 bits that tell nothing of the others. */
export const deriveKey = (secret: Uint8Array, purpose: KeyPurpose): KeyObject =>
  createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', `kantor ${purpose}`, 32)));

export const allSecrets = (secrets: ServerSecrets): readonly [Uint8Array, ...Uint8Array[]] =>
  secrets instanceof Uint8Array ? [secrets] : secrets;

/** The keys of one purpose: what is made is made with the first, what is shown is known by any. */
export function deriveKeys(secrets: ServerSecrets, purpose: KeyPurpose): [KeyObject, ...KeyObject[]] {
  const [first, ...others] = allSecrets(secrets);
  return [deriveKey(first, purpose), ...others.map((secret) => deriveKey(secret, purpose))];
}
