import { SCALE } from '@kantor/contract/plain/money.ts';
import { expect, it } from 'vitest';
import { sumOf } from './sum-of';

it('adds amounts to the last minor unit, where floating point would not', () => {
  expect(sumOf(['0.10', '0.20'])).toBe('0.30');
  expect(sumOf(['9000000000.01', '900000000.02'])).toBe('9900000000.03');
  expect(sumOf(['123456789.000001', '876543210.000001'], SCALE.usdt)).toBe('999999999.000002');
  expect(sumOf([])).toBe('0.00');
});

it('takes away what is below nothing: an hour in which a closing was taken back', () => {
  expect(sumOf(['1.500000', '-0.250001', '-2.000000'], SCALE.usdt)).toBe('-0.750001');
});

it('reads numbers of a server of the specification alone, and counts what is no amount for nothing', () => {
  expect(sumOf([1500, 0.5, -0.25])).toBe('1500.25');
  expect(sumOf(['1.00', 'NaN', '--1', '1e3'])).toBe('1.00');
});
