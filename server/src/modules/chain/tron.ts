import { secp256k1 } from '@noble/curves/secp256k1.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
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

/** The address of an account's 20 bytes, as logs of contracts have them: hex without the prefix. */
export const tronAddress = (account: string): string =>
  base58check.encode(Buffer.concat([Uint8Array.of(PREFIX), Buffer.from(account, 'hex')]));

/** The 20 bytes of an address, hex, without the prefix. @throws Error when it is none. */
export function tronAccount(address: string): string {
  if (!isTronAddress(address)) throw new Error(`${address} is not a TRON address`);
  return Buffer.from(base58check.decode(address).subarray(1)).toString('hex');
}

/** The address of a compressed public key: the end of the Keccak-256 hash of its two coordinates. */
export function tronAddressOfKey(publicKey: Uint8Array): string {
  const coordinates = secp256k1.Point.fromBytes(publicKey).toBytes(false).subarray(1);
  return tronAddress(Buffer.from(keccak_256(coordinates).subarray(-20)).toString('hex'));
}
