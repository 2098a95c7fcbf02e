import { TRON_ADDRESSES, TRON_XPUB } from '@kantor/demo/tron/addresses.ts';
import { HDKey } from '@scure/bip32';
import { describe, expect, test } from 'vitest';
import { depositAddress, depositKeyFault, isSameDepositKey } from './deposit-key.ts';
import { isTronAddress, tronAccount, tronAddress } from './tron.ts';

/**
 * Account keys m/44'/195'/0' of two public mnemonics, and addresses below them as tronweb 6.5.1 derives them from the words:
 * `TronWeb.fromMnemonic(words, "m/44'/195'/0'/0/<index>").address`. The first address of the first is also what Ian Coleman's
 * BIP-39 page shows.
 */
const TRON_VECTORS = [
  {
    words: 'abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about',
    xpub: TRON_XPUB,
    addresses: [
      [0, 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH'],
      [1, 'TSeJkUh4Qv67VNFwY8LaAxERygNdy6NQZK'],
      [9, 'TCukLhQtEGXSSq3b43TQJp3QuhTieUqhfb'],
      [19, 'TVVrjiM1MuVzeczUHzSAnmAipW7qAX2gRL'],
      [1000, 'TTsXdXbiYdVbcUh6LhWAh41wy4pv4abHbj'],
      [2_147_483_647, 'TVapZk5c7S7ARtSBi9jD13rhkbZke4F4sa'],
    ],
  },
  {
    words: 'test test test test test test test test test test test junk',
    xpub: 'xpub6BuRy7ZmkGfP2RWhoor1kWB1w9DvrtmJbFBvnC1bQ4SB5NbCHTyQYCJSXZtxDbFyHTmC7wkU2he3nYYdpZ3Vf6qUAkXSnL6RPif4BDtDEKr',
    addresses: [
      [0, 'TWer2Ygk5TEheHp3TPuYeqxmB6SsGZmaL6'],
      [1, 'TPjjvMwjPoDC32V2dGDYTkLH4E5LAtBZ6C'],
      [9, 'TJtuRzHcZ12gHZA8gKjqq589S7h4fYW8N1'],
      [20, 'TEZNuA3EoNJmA1ruXYADrzFV9iaGX8x4mz'],
      [1000, 'TRg66w9cUD4xiH6DVpySEZt6i4FUKWSsc2'],
      [2_147_483_647, 'TB4yP7zVx23RyZN9ddSGMM1mdQfAsG2d3r'],
    ],
  },
] as const;

describe('An address', () => {
  test.each(TRON_VECTORS)('of the account of "$words" is the one that TRON wallets show', ({ xpub, addresses }) => {
    expect(depositKeyFault(xpub)).toBeUndefined();
    for (const [index, address] of addresses) expect(depositAddress(xpub, index)).toBe(address);
  });

  test('of each demo trader is one of the demo key', () => {
    TRON_ADDRESSES.forEach((address, index) => expect(depositAddress(TRON_XPUB, index)).toBe(address));
  });

  test('is written from its account and read back', () => {
    // The contract of USDT, as explorers show it both ways.
    const [address, account] = ['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 'a614f803b6fd780986a42c78ec9c7f77e6ded13c'];
    expect(tronAddress(account)).toBe(address);
    expect(tronAccount(address)).toBe(account);
    expect(isTronAddress(tronAddress('00'.repeat(20)))).toBe(true);
    expect(() => tronAccount('T')).toThrow('not a TRON address');
  });
});

/** Public derivations of BIP-32's own vectors 1, 2 and 3: parent, index, child. @see https://github.com/bitcoin/bips/blob/master/bip-0032.mediawiki#test-vectors */
const BIP32_VECTORS = [
  [
    "1: m/0' to m/0'/1",
    'xpub68Gmy5EdvgibQVfPdqkBBCHxA5htiqg55crXYuXoQRKfDBFA1WEjWgP6LHhwBZeNK1VTsfTFUHCdrfp1bgwQ9xv5ski8PX9rL2dZXvgGDnw',
    1,
    'xpub6ASuArnXKPbfEwhqN6e3mwBcDTgzisQN1wXN9BJcM47sSikHjJf3UFHKkNAWbWMiGj7Wf5uMash7SyYq527Hqck2AxYysAA7xmALppuCkwQ',
  ],
  [
    "1: m/0'/1/2'/2 to m/0'/1/2'/2/1000000000",
    'xpub6FHa3pjLCk84BayeJxFW2SP4XRrFd1JYnxeLeU8EqN3vDfZmbqBqaGJAyiLjTAwm6ZLRQUMv1ZACTj37sR62cfN7fe5JnJ7dh8zL4fiyLHV',
    1_000_000_000,
    'xpub6H1LXWLaKsWFhvm6RVpEL9P4KfRZSW7abD2ttkWP3SSQvnyA8FSVqNTEcYFgJS2UaFcxupHiYkro49S8yGasTvXEYBVPamhGW6cFJodrTHy',
  ],
  [
    '2: m to m/0',
    'xpub661MyMwAqRbcFW31YEwpkMuc5THy2PSt5bDMsktWQcFF8syAmRUapSCGu8ED9W6oDMSgv6Zz8idoc4a6mr8BDzTJY47LJhkJ8UB7WEGuduB',
    0,
    'xpub69H7F5d8KSRgmmdJg2KhpAK8SR3DjMwAdkxj3ZuxV27CprR9LgpeyGmXUbC6wb7ERfvrnKZjXoUmmDznezpbZb7ap6r1D3tgFxHmwMkQTPH',
  ],
  [
    "2: m/0/2147483647' to m/0/2147483647'/1",
    'xpub6ASAVgeehLbnwdqV6UKMHVzgqAG8Gr6riv3Fxxpj8ksbH9ebxaEyBLZ85ySDhKiLDBrQSARLq1uNRts8RuJiHjaDMBU4Zn9h8LZNnBC5y4a',
    1,
    'xpub6DF8uhdarytz3FWdA8TvFSvvAh8dP3283MY7p2V4SeE2wyWmG5mg5EwVvmdMVCQcoNJxGoWaU9DCWh89LojfZ537wTfunKau47EL2dhHKon',
  ],
] as const;

describe('Derivation', () => {
  test.each(BIP32_VECTORS)('agrees with vector %s of BIP-32', (_name, parent, index, child) => {
    expect(HDKey.fromExtendedKey(parent).deriveChild(index).publicExtendedKey).toBe(child);
  });
});

describe('A key', () => {
  test('of an account is sound', () => {
    for (const { xpub } of TRON_VECTORS) expect(depositKeyFault(xpub)).toBeUndefined();
  });

  test('that is private is refused, and not shown', () => {
    // Vector 1 of BIP-32, chain m.
    const xprv =
      'xprv9s21ZrQH143K3QTDL4LXw2F7HEK3wJUD2nW2nRk4stbPy6cq3jPPqjiChkVvvNKmPGJxWUtg6LnF5kejMRNNU3TGtRBeJgk33yuGBxrMPHi';
    const fault = depositKeyFault(xprv);
    expect(fault).toMatch(/must be a public key .* must never be on a server/);
    expect(fault).not.toContain('xprv9');
  });

  test.each([
    ['an empty text', ''],
    ['an address', TRON_ADDRESSES[0]],
    ['one wrong letter', TRON_XPUB.replace('AabN', 'AabM')],
    ['a missing letter', TRON_XPUB.slice(0, -1)],
    ['a space', `${TRON_XPUB} `],
    ['a private key under a public name', `xpub${'9s21ZrQH143K'.repeat(9)}`],
  ])('that is %s is none', (_name, text) => {
    expect(depositKeyFault(text)).toMatch(/^must be an extended public key/);
  });

  test.each([
    ['the whole wallet', BIP32_VECTORS[2][1], 0],
    ['a single chain of an account', HDKey.fromExtendedKey(TRON_XPUB).deriveChild(0).publicExtendedKey, 4],
  ])('of %s is of another depth', (_name, xpub, depth) => {
    expect(depositKeyFault(xpub)).toBe(
      `must be the key of an account, m/44'/195'/0', which has depth 3; this one has depth ${depth}`,
    );
  });

  test('is known again when its origin is written otherwise', () => {
    const { chainCode, publicKey, depth, versions } = HDKey.fromExtendedKey(TRON_XPUB);
    if (chainCode === null || publicKey === null) throw new Error('The demo key is not whole');
    const rewritten = new HDKey({ chainCode, publicKey, depth, versions, index: 7, parentFingerprint: 7 });
    expect(rewritten.publicExtendedKey).not.toBe(TRON_XPUB);
    expect(isSameDepositKey(rewritten.publicExtendedKey, TRON_XPUB)).toBe(true);
    expect(isSameDepositKey(TRON_VECTORS[1].xpub, TRON_XPUB)).toBe(false);
  });
});
