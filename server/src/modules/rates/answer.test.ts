import { describe, expect, it, test } from 'vitest';
import { findRate } from './answer.ts';

describe('a rate is read exactly, in 1/10000 of a rouble', () => {
  it.each<[number: string, rate: bigint]>([
    ['92.5', 92_5000n],
    ['92', 92_0000n],
    ['0.0001', 1n],
    ['92.47313', 92_4731n],
    ['92.47315', 92_4732n],
    ['92.473149999999999999999999', 92_4731n],
    ['92.99995', 93_0000n],
    ['0.00005', 1n],
    // A float has no such number.
    ['99999999999.9999', 99_999_999_999_9999n],
    ['9007199254.7409925', 9_007_199_254_7410n],
  ])('%s', (number, rate) => {
    expect(findRate(`{"price": ${number}}`, 'price')).toBe(rate);
    expect(findRate(`{"price": "${number}"}`, 'price')).toBe(rate);
  });
});

describe('what is no plain decimal above 0 is refused by its place', () => {
  it.each([
    '0',
    '0.00004',
    '-92.5',
    '9.25e1',
    '1e3',
    '"92,5"',
    '" 92.5"',
    '"+92.5"',
    '".5"',
    '"92."',
    '""',
    '"٩٢"',
    'null',
    'true',
    '[92.5]',
    '{"value": 92.5}',
    '9999999999999999',
    '100000000000.0001',
  ])('%s', (value) => {
    expect(() => findRate(`{"data": {"price": ${value}}}`, 'data.price')).toThrow(
      'data.price is no plain decimal number above 0',
    );
  });
});

describe('the place of the rate', () => {
  const answer = '{"data": [{"price": 1, "a.b": 2, "c/d": 3, "e~f": 4, "": 5}], "__proto__": {"price": 6}}';
  it.each([
    ['data.0.price', 1n],
    ['/data/0/price', 1n],
    ['/data/0/a.b', 2n],
    ['/data/0/c~1d', 3n],
    ['/data/0/e~0f', 4n],
    ['/data/0/', 5n],
    ['__proto__.price', 6n],
  ])('may be %s', (path, rate) => {
    expect(findRate(answer, path)).toBe(rate * 10_000n);
  });

  test('may be the whole answer', () => {
    expect(findRate(' 92.5\n', '')).toBe(92_5000n);
    expect(findRate('"92.5"', '')).toBe(92_5000n);
    expect(() => findRate('{}', '')).toThrow('its answer is no plain decimal number above 0');
  });

  it.each(['data.1.price', 'data.price', 'data.0.price.toString', 'constructor.name', 'toString', 'data..price'])(
    'is nowhere when it is %s',
    (path) => {
      expect(() => findRate(answer, path)).toThrow(`its answer has no ${path}`);
    },
  );
});

test('what is no JSON is named as that', () => {
  for (const answer of ['', '<html>', '{"price": 92.5', 'NaN']) {
    expect(() => findRate(answer, 'price')).toThrow('it answered something else than JSON');
  }
});
