import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatMinorUnits, MAX_MINOR_UNITS, parseMinorUnits, SCALE } from '../src/plain/money.ts';
import { positiveRub, rate, rub, usdt } from '../src/wire/money.ts';

const units = fc.bigInt({ min: 0n, max: MAX_MINOR_UNITS });
const scales = fc.constantFrom(...Object.values(SCALE));

describe('money on the wire', () => {
  test('every amount survives the way out and in again', () => {
    fc.assert(
      fc.property(units, scales, (amount, scale) => {
        expect(parseMinorUnits(formatMinorUnits(amount, scale), scale)).toBe(amount);
      }),
    );
  });

  test('is a decimal string with all the places of its currency', () => {
    expect(rub.encode(150_000n)).toBe('1500.00');
    expect(usdt.encode(16_304_348n)).toBe('16.304348');
    expect(rate.encode(920_000n)).toBe('92.0000');
    expect(rub.encode(5n)).toBe('0.05');
    expect(rub.encode(-5n)).toBe('-0.05');
  });

  test.each([
    ['1500', 150_000n],
    ['1500.5', 150_050n],
    ['1500.50', 150_050n],
    ['0.01', 1n],
    [1500, 150_000n],
    [1500.5, 150_050n],
    [0, 0n],
    ['10000000000000', MAX_MINOR_UNITS],
  ])('reads %j', (wire, amount) => {
    expect(rub.parse(wire)).toBe(amount);
  });

  test.each([
    '-1',
    '1e3',
    '1E3',
    '1,5',
    '1.555',
    '1e21',
    'NaN',
    'Infinity',
    '',
    ' 5 ',
    '5 ',
    '+5',
    '.5',
    '5.',
    '0x10',
    '007',
    '１２',
    '٣',
    '1_000',
    '10000000000000.01',
    -1,
    1.555,
    1e21,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    0.1 + 0.2,
    [],
    ['5'],
    {},
    null,
    true,
  ])('refuses %j', (wire) => {
    expect(rub.safeParse(wire).success).toBe(false);
  });

  test('what is too much is told so, and what is no sum as before', () => {
    const said = (wire: string) => rub.safeParse(wire).error?.issues[0]?.message;
    for (const wire of ['10000000000000.01', '10000000000001', '9'.repeat(32)]) {
      expect(said(wire)).toBe('Слишком много: не больше 10000000000000');
    }
    for (const wire of ['1.555', '1e30', '-99999999999999999']) expect(said(wire)).toMatch(/^Укажите сумму в рублях/);
    expect(usdt.safeParse('1000000001').error?.issues[0]?.message).toBe('Слишком много: не больше 1000000000');
  });

  test('no text that is not a plain decimal is ever read', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const read = parseMinorUnits(text, SCALE.usdt);
        if (read !== undefined) expect(text).toMatch(/^\d{1,16}(\.\d{1,6})?$/);
      }),
    );
  });

  test('what must be positive refuses zero', () => {
    expect(positiveRub.safeParse('0').success).toBe(false);
    expect(positiveRub.safeParse('0.00').success).toBe(false);
    expect(positiveRub.safeParse('0.01').success).toBe(true);
  });
});
