/**
 * What is public about the demo marketplace on the chain. Its key is the account m/44'/195'/0' of the first mnemonic of BIP-39's
 * test vectors ('abandon' eleven times, then 'about'): whoever likes has the private half, so production refuses it.
 */
export const DEMO_TRON_XPUB =
  'xpub6D1AabNHCupeiLM65ZR9UStMhJ1vCpyV4XbZdyhMZBiJXALQtmn9p42VTQckoHVn8WNqS7dqnJokZHAHcHGoaQgmv8D45oNUKx6DZMNZBCd';

/** A moment at which the simulated chain makes a block, of this number; the others follow each 3 seconds, as on TRON. */
export const DEMO_TRON_BLOCK = { number: 70_000_000, at: '2025-03-01T00:00:00Z', everyMs: 3000 } as const;

/** Its first addresses, by index: those of the demo's traders, in the order in which they were opened. */
export const DEMO_TRON_ADDRESSES = [
  'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH',
  'TSeJkUh4Qv67VNFwY8LaAxERygNdy6NQZK',
  'TYJPRrdB5APNeRs4R7fYZSwW3TcrTKw2gx',
  'TRhVWK5XEDkQBDevcdCWW7RW51aRncty4W',
  'TT2X2yyubp7qpAWYYNE5JQWBtoZ7ikQFsY',
  'TBdYXtwq18cAhi1BA574TrP6tw2G86anu1',
  'TRGVdeYnLm92LodhRyCyTyxYvLqocfffRs',
  'TFj86XAQYBPvwUknt9yxmbc4k3zwUC7iVW',
] as const;
