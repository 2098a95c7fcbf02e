import { expect, test } from 'vitest';
import { cooldown } from './node-pace.ts';

const NOW = Date.parse('2026-11-20T09:00:00Z');

test.each([
  ['120', 120_000],
  ['Fri, 20 Nov 2026 09:01:30 GMT', 90_000],
  // A time in the past or of now means a second: a node that refuses us is never asked in a loop.
  ['0', 1000],
  ['Fri, 20 Nov 2026 08:00:00 GMT', 1000],
  ['-5', 1000],
  // Nobody silences us for ever.
  ['999999999', 600_000],
  ['Fri, 20 Nov 2099 09:00:00 GMT', 600_000],
  // An unreadable header means TronGrid's own penalty.
  ['', 30_000],
  ['a while', 30_000],
  [null, 30_000],
])('Retry-After %j is %i ms', (header, milliseconds) => {
  expect(cooldown(header, NOW)).toBe(milliseconds);
});
