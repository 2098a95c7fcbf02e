import { expect, test } from 'vitest';
import { gate, noneOf } from '../src/harness/gates.ts';

test.each([
  [gate('exactly one', { exactly: 1 }, 1), true],
  [gate('exactly one', { exactly: 1 }, 2), false],
  [gate('at most', { most: 500 }, 500, { unit: 'ms' }), true],
  [gate('at most', { most: 500 }, 500.1, { unit: 'ms' }), false],
  [gate('at least', { least: 400 }, 399), false],
  [gate('never measured', { most: 500 }, Number.NaN), false],
  [noneOf('faults', [], 10), true],
  [noneOf('faults', ['one'], 10), false],
  [noneOf('nothing was tried', [], 0), false],
])('%o', (made, holds) => {
  expect(made.holds).toBe(holds);
});
