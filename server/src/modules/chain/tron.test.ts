import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isTronAddress } from './tron.ts';

/** The contract of USDT on TRON. */
const USDT = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';

test('an address passes', () => {
  expect(isTronAddress(USDT)).toBe(true);
});

test('no address with one wrong character passes', () => {
  const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
  fc.assert(
    fc.property(fc.nat(USDT.length - 1), fc.constantFrom(...ALPHABET.split('')), (at, letter) => {
      const typo = USDT.slice(0, at) + letter + USDT.slice(at + 1);
      expect(isTronAddress(typo)).toBe(typo === USDT);
    }),
  );
});

test.each([
  '',
  ' ',
  USDT.slice(0, -1),
  `${USDT} `,
  `0x${'a'.repeat(40)}`,
  '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
  'кошелёк',
])('%j is none', (text) => {
  expect(isTronAddress(text)).toBe(false);
});
