import { HDKey } from '@scure/bip32';
import { tronAddressOfKey } from './tron.ts';

/** An account of BIP-44: m/44'/195'/account'. */
const ACCOUNT_DEPTH = 3;
/** The chain of addresses that are shown to others. */
const RECEIVING = 0;

/** The fault of a text that should be an account's extended public key, as the end of a sentence; undefined: none. */
export function depositKeyFault(text: string): string | undefined {
  if (/^[a-z]prv/.test(text)) {
    return 'must be a public key (xpub…), but a private one was given: that must never be on a server. Whoever has seen it can take the USDT: make another';
  }
  let key: HDKey;
  try {
    key = HDKey.fromExtendedKey(text);
  } catch {
    return 'must be an extended public key, a text that begins with xpub; a sign of it may be missing or wrong';
  }
  if (key.depth !== ACCOUNT_DEPTH) {
    return `must be the key of an account, m/44'/195'/0', which has depth ${ACCOUNT_DEPTH}; this one has depth ${key.depth}`;
  }
  return undefined;
}

/**
 * The TRON address m/44'/195'/account'/0/index (BIP-44), derived without any private key (BIP-32).
 * @param xpub of an account, without fault.
 */
export function depositAddress(xpub: string, index: number): string {
  const { publicKey } = HDKey.fromExtendedKey(xpub).deriveChild(RECEIVING).deriveChild(index);
  if (publicKey === null) throw new Error('A derived key has no public half');
  return tronAddressOfKey(publicKey);
}

/** Whether two keys without fault lead to the same addresses, however each is written down. */
export const isSameDepositKey = (one: string, other: string): boolean =>
  depositAddress(one, 0) === depositAddress(other, 0);
