/**
 * The extended public key of the demo marketplace: the account m/44'/195'/0' of the first mnemonic of BIP-39's
 * test vectors ('abandon' eleven times, then 'about'): everybody has the private half, so production refuses it.
 */
export const TRON_XPUB =
  'xpub6D1AabNHCupeiLM65ZR9UStMhJ1vCpyV4XbZdyhMZBiJXALQtmn9p42VTQckoHVn8WNqS7dqnJokZHAHcHGoaQgmv8D45oNUKx6DZMNZBCd';

/** The first addresses of the key, by index: those of the demo's traders, in the order in which they were opened. */
export const TRON_ADDRESSES = [
  'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH',
  'TSeJkUh4Qv67VNFwY8LaAxERygNdy6NQZK',
  'TYJPRrdB5APNeRs4R7fYZSwW3TcrTKw2gx',
  'TRhVWK5XEDkQBDevcdCWW7RW51aRncty4W',
  'TT2X2yyubp7qpAWYYNE5JQWBtoZ7ikQFsY',
  'TBdYXtwq18cAhi1BA574TrP6tw2G86anu1',
  'TRGVdeYnLm92LodhRyCyTyxYvLqocfffRs',
  'TFj86XAQYBPvwUknt9yxmbc4k3zwUC7iVW',
] as const;

const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

/** The account of an address, 20 bytes in hex: without the first byte and the checksum's four. */
export function accountOf(address: string): string {
  const number = Array.from(address).reduce((sum, letter) => sum * 58n + BigInt(BASE58.indexOf(letter)), 0n);
  return number.toString(16).padStart(50, '0').slice(2, 42);
}
