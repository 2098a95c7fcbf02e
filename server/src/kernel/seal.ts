import { createCipheriv, createDecipheriv, type KeyObject, randomBytes } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Seals bytes with a key of 256 bits, so that only its owner can read or make them.
 * @param place what the sealed belongs to: elsewhere it does not open.
 */
export function seal(key: KeyObject, bytes: Uint8Array, place = ''): Buffer {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, key, iv, { authTagLength: TAG_BYTES });
  cipher.setAAD(Buffer.from(place));
  return Buffer.concat([iv, cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
}

/** Reads what `seal` made with this key for this place; undefined for anything else. */
export function unseal(key: KeyObject, sealed: Uint8Array, place = ''): Buffer | undefined {
  if (sealed.length < IV_BYTES + TAG_BYTES) return undefined;
  const decipher = createDecipheriv(CIPHER, key, sealed.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(place));
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()]);
  } catch {
    return undefined;
  }
}

/** Reads what was sealed with any of these keys. */
export function unsealByAny(keys: readonly KeyObject[], sealed: Uint8Array, place = ''): Buffer | undefined {
  for (const key of keys) {
    const opened = unseal(key, sealed, place);
    if (opened) return opened;
  }
  return undefined;
}
