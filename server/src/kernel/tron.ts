import { sha256 } from '@noble/hashes/sha2.js';
import { createBase58check } from '@scure/base';

const base58check = createBase58check(sha256);

/** TRON's main network; 20 bytes of the key's hash follow. @see https://developers.tron.network/docs/account */
const PREFIX = 0x41;
const BYTES = 21;

/** Whether a text is a TRON address: base58check of 21 bytes that begin with 0x41. */
export function isTronAddress(text: string): boolean {
  try {
    const bytes = base58check.decode(text);
    return bytes.length === BYTES && bytes[0] === PREFIX;
  } catch {
    return false;
  }
}
