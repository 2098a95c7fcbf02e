import { parseMinorUnits, SCALE } from '@kantor/contract/plain/money.ts';
import { assert, constantFrom, property, string } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatUsdt } from '../lib/format-amount';
import { completeMoney, isSum, keptOf, parseMoneyInput, shownOf, toMoneyInput, wholeAmount } from './money-input';

const KINDS = ['wholeRub', 'wholeUsdt', 'usdt', 'count'] as const;

describe('a sum of whole roubles', () => {
  test.each([
    ['1500', '1500'],
    ['0', '0'],
    ['', ''],
    ['   ', ''],
    [' 1500\n', '1500'],
    ['1 500', '1500'],
    ['1\u00A0500', '1500'],
    ['1\u2009500', '1500'],
    ['1\u202F500', '1500'],
    ['1\u2007500', '1500'],
    ['1500,00', '1500'],
    ['1500.00', '1500'],
    ['1\u00A0500,00', '1500'],
    ['12 345 678', '12345678'],
    ['10 000 000 000 000', '10000000000000'],
  ])('%j is %s', (text, amount) => {
    expect(parseMoneyInput(text, 'wholeRub')).toEqual({ amount });
  });

  test.each([
    '1500,50',
    '1 500,50',
    '1500.50',
    '1500,',
    '1500.',
    '1500,0',
    '1500,000',
    '1,500',
    '1.500',
    '1,500.00',
    '1.234.567',
    '10.5',
    '-5',
    '−5',
    '+5',
    '–5',
    '5-',
    '1e3',
    '1E3',
    '0x10',
    '12x',
    'abc',
    '1500 ₽',
    '1500р',
    '1\t500',
    '1500\n200',
    '٣٠',
    '１５',
    '1_000',
    "1'000",
    ',5',
    'Infinity',
    'NaN',
  ])('%j is none', (text) => {
    expect(parseMoneyInput(text, 'wholeRub')).toEqual({ objection: 'wrong' });
    expect(isSum(text, 'wholeRub')).toBe(false);
  });

  test.each(['00', '007', '0 100', '01,00'])('%j begins with a zero', (text) => {
    expect(parseMoneyInput(text, 'wholeRub')).toEqual({ objection: 'leadingZero' });
  });

  test.each(['10000000000001', '10 000 000 000 001', '9'.repeat(100_000)])('is no more than the wire takes', (text) => {
    expect(parseMoneyInput(text, 'wholeRub')).toEqual({ objection: 'tooLarge' });
  });

  test('is sent as a number, and zero is none', () => {
    expect(wholeAmount('12 500,00', 'wholeRub')).toBe(12_500);
    expect(['0', '', '0,00'].map((text) => isSum(text, 'wholeRub'))).toEqual([false, false, false]);
  });
});

describe('a sum of USDT in parts', () => {
  test.each([
    ['10,5', '10.5'],
    ['10.5', '10.5'],
    ['10,500000', '10.5'],
    ['0,000001', '0.000001'],
    ['1 234,567891', '1234.567891'],
    ['10,', '10'],
    ['10,00', '10'],
    ['1000000000', '1000000000'],
  ])('%j is %s', (text, amount) => {
    expect(parseMoneyInput(text, 'usdt')).toEqual({ amount });
  });

  test.each([
    ['10,1234567', 'tooManyPlaces'],
    ['10,0000000', 'tooManyPlaces'],
    ['-10,5', 'wrong'],
    ['1,500.00', 'wrong'],
    ['1e3', 'wrong'],
    ['00,5', 'leadingZero'],
    ['1000000000,000001', 'tooLarge'],
  ])('%j is none: %s', (text, objection) => {
    expect(parseMoneyInput(text, 'usdt')).toEqual({ objection });
  });
});

test('a count ends where the wire ends', () => {
  expect(parseMoneyInput('2147483647', 'count')).toEqual({ amount: '2147483647' });
  expect(parseMoneyInput('2147483648', 'count')).toEqual({ objection: 'tooLarge' });
});

test('the wire’s decimals are kept as people write them', () => {
  expect(['1500.00', '10.50', '0.000001', 12.5].map(toMoneyInput)).toEqual(['1500', '10,5', '0,000001', '12,5']);
});

describe('whatever people type', () => {
  const SPACES = /[ \u00A0\u2007\u2009\u202F]/g;
  const typed = string({
    unit: constantFrom(...'0011223456789   \u00A0\u2009\u202F,.,.-−+ex₽\t'.split('')),
    maxLength: 20,
  });
  const run = (check: (text: string, kind: (typeof KINDS)[number]) => void) =>
    assert(property(typed, constantFrom(...KINDS), check), { numRuns: 3000 });

  test('is the very sum that stands there, or none', () => {
    run((text, kind) => {
      const { amount } = parseMoneyInput(text, kind);
      if (amount === undefined || amount === '') return;
      const written = text.trim().replaceAll(SPACES, '').replace(',', '.').replace(/\.$/, '');
      expect(written).toMatch(/^[0-9]+(\.[0-9]+)?$/);
      expect(parseMinorUnits(amount, SCALE.usdt) ?? BigInt(amount)).toBe(
        parseMinorUnits(written, SCALE.usdt) ?? BigInt(written.replace('.00', '')),
      );
    });
  });

  test('is read the same from what the field shows, from sign to sign and once it is left', () => {
    run((text, kind) => {
      const said = parseMoneyInput(text, kind);
      const shown = shownOf(keptOf(text, kind), kind);
      expect(parseMoneyInput(shown, kind)).toEqual(said);
      expect(parseMoneyInput(completeMoney(keptOf(text, kind), kind), kind)).toEqual(said);
      const inTurn = text.split('').reduce((before, sign) => shownOf(keptOf(before + sign, kind), kind), '');
      if (!text.includes('\t')) expect(parseMoneyInput(inTurn, kind)).toEqual(said);
    });
  });

  test('stays as it is typed when it is no sum', () => {
    run((text, kind) => {
      if (parseMoneyInput(text, kind).objection === 'wrong') expect(shownOf(keptOf(text, kind), kind)).toBe(text);
    });
  });

  test('a sum that Kantor shows can be typed back', () => {
    for (const sum of ['0.5', '1234.567891', '1000000000', '16.304348']) {
      expect(parseMoneyInput(formatUsdt(sum), 'usdt')).toEqual({ amount: sum });
    }
  });
});
