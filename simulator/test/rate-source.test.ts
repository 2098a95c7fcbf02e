import { expect, it } from 'vitest';
import { rateAt, rateSource } from '../src/rate-source.ts';

const MINUTE = 60_000;
const START = Date.parse('2026-11-20T09:00:00Z');
/** Every half a minute of a week. */
const WEEK = Array.from({ length: 7 * 24 * 120 }, (_, n) => Number(rateAt(START + n * 30_000)));

it('is a price in kopecks that one moment has for ever', () => {
  expect(rateAt(START)).toMatch(/^9[0-9]\.[0-9]{2}$/);
  expect(rateAt(START)).toBe(rateAt(START));
  expect(rateAt(START)).not.toBe(rateAt(START + 30 * MINUTE));
});

it('walks slowly around 92.50', () => {
  expect(Math.min(...WEEK)).toBeGreaterThan(91.4);
  expect(Math.max(...WEEK)).toBeLessThan(93.6);
  expect(Math.max(...WEEK) - Math.min(...WEEK)).toBeGreaterThan(1);
  const steps = WEEK.map((rate, n) => Math.abs(rate - (WEEK[n - 1] ?? rate)));
  expect(Math.max(...steps)).toBeLessThan(0.05);
});

it('answers with its price', async () => {
  const answer = await rateSource({ method: 'GET', path: '/', query: new URLSearchParams(), headers: {}, body: '' });
  expect(answer).toMatchObject({
    status: 200,
    body: { pair: 'USDT/RUB', price: expect.stringMatching(/^9\d\.\d{2}$/) },
  });
});
