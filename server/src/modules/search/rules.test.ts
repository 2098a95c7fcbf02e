import { describe, expect, test } from 'vitest';
import { keysOf, kindsOf } from './rules.ts';

const ID = '01939c2f-7a10-7abc-8def-0123456789ab';
const HASH = 'ab'.repeat(32);
const ADDRESS = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
const NBSP = '\u{A0}';
const of = (text: string, ids: object = {}) => ({ text, ...ids });
const sum = (kopecks: bigint) => ({ kopecks, microUsdt: kopecks * 10_000n });

describe('a typed text may be', () => {
  test.for<[what: string, typed: string, keys: object]>([
    ['an id', ID, of(ID, { ids: { from: ID, to: ID } })],
    [
      'an id in capitals, with spaces around it',
      `  ${ID.toUpperCase()} `,
      of(ID.toUpperCase(), { ids: { from: ID, to: ID } }),
    ],
    ['an id without its dashes', ID.replaceAll('-', ''), of(ID.replaceAll('-', ''), { ids: { from: ID, to: ID } })],
    [
      'the beginning of an id that tells its millisecond, as screens shorten it',
      '01939c2f-7a10…',
      of('01939c2f-7a10…', {
        ids: { from: '01939c2f-7a10-0000-0000-000000000000', to: '01939c2f-7a10-ffff-ffff-ffffffffffff' },
      }),
    ],
    ['no span of time: a shorter beginning is none of an id', '01939c2f-7', of('01939c2f-7')],
    ['a short name', 'CDEF01AB', of('CDEF01AB', { shortName: 'CDEF01AB' })],
    ['a short name in small letters', 'cdef01ab', of('cdef01ab', { shortName: 'CDEF01AB' })],
    ['a sum', '1500,5', of('1500,5', sum(1500_50n))],
    ['a sum as screens show it', `1${NBSP}500,00${NBSP}₽`, of(`1${NBSP}500,00${NBSP}₽`, sum(1500_00n))],
    ['a sum in USDT', '16.304348 USDT', of('16.304348 USDT', { microUsdt: 16_304_348n })],
    ['a sum, the end of a number, a number', '3318', of('3318', { ...sum(3318_00n), ending: '3318' })],
    ['the end of a card, as screens show it', '•3318', of('•3318', { ending: '3318' })],
    ['a phone', '+7 900 123-45-67', of('+7 900 123-45-67', { ending: '9001234567' })],
    ['a phone by its other name', '8 (900) 123-45-67', of('8 (900) 123-45-67', { ending: '9001234567' })],
    ['a card', '2200 1234 5678 3318', of('2200 1234 5678 3318', { ending: '3456783318' })],
    ['a transaction', HASH.toUpperCase(), of(HASH.toUpperCase(), { hash: HASH })],
    ['a transaction with a prefix', `0x${HASH}`, of(`0x${HASH}`, { hash: HASH })],
    ['an address', ADDRESS, of(ADDRESS, { address: ADDRESS })],
    ['a name', 'Иван И.', of('Иван И.')],
    ["a shop's own number", '№ 17/б', of('№ 17/б')],
  ])('%s', ([, typed, keys]) => {
    expect(keysOf(typed)).toEqual(keys);
  });

  test.for([
    ['signs of patterns', '%'],
    ['signs of patterns among others', 'Ив%н_И\\'],
    ['a statement', "'; drop table orders; --"],
    ['an emoji', '💸💸💸💸'],
    ['hieroglyphs', '收款人'],
    ['digits of another alphabet', '١٥٠٠'],
    ['wide digits', '１５００'],
    ['letters that look like those of an id', 'аbсdеf01'],
    ['an address with a letter that there is none of', ADDRESS.replace('7', '0')],
    ['a hash that lacks a digit', HASH.slice(1)],
    ['less than nothing', '-1500'],
    ['nothing at all', '0'],
    ['a sum beyond all money', '9'.repeat(40)],
    ['a power of ten', '1e6'],
    ['a word that joins directions', '\u{202E}Иван'],
  ] as const)('of %s a text alone', ([, typed]) => {
    expect(keysOf(typed)).toEqual({ text: typed });
  });
});

test("each member finds kinds by their rights alone, a merchant's server none", () => {
  const kinds = (role: 'trader' | 'merchant' | 'operator', memberRole: Parameters<typeof kindsOf>[0]['memberRole']) =>
    kindsOf({ role, ...(memberRole && { memberRole }) }).join(' ');
  expect(kinds('trader', 'owner')).toBe('order payout appeal withdrawal deposit notification requisite cabinet');
  expect(kinds('trader', 'shift')).toBe('order payout appeal notification requisite cabinet');
  expect(kinds('merchant', 'owner')).toBe('order payout appeal withdrawal webhook');
  expect(kinds('merchant', 'finance')).toBe('order payout appeal withdrawal');
  expect(kinds('merchant', 'support')).toBe('order payout appeal webhook');
  expect(kinds('merchant', 'developer')).toBe('order appeal webhook');
  expect(kinds('merchant', 'viewer')).toBe('order payout appeal withdrawal webhook');
  expect(kinds('operator', 'accountant')).toBe(kinds('operator', 'owner'));
  expect(kinds('merchant', undefined)).toBe('');
});
