import { describe, expect } from 'vitest';
import { test } from './fixture.ts';

// What the platform's own people are told: everybody's events, as one word, now and then.

describe("the platform's people", () => {
  test('are told that figures have changed by whatever happens to others, and traders are not', async ({
    kantor,
    trader,
    merchant,
    open,
    settle,
  }) => {
    const operator = await kantor.createOperator();
    const [desk, own] = [await open(operator), await open(trader)];
    const count = () => desk.told().filter(({ tag }) => tag === 'Platform').length;
    const before = count();
    const orders = ['100', '200', '300'];
    for (const amount of orders) await merchant.order(amount);
    await desk.until(() => count() > before);
    // Nothing of the objects themselves, and not a word for each.
    expect(desk.told().every(({ tag, id }) => tag === 'Platform' && id === undefined)).toBe(true);
    expect((await settle(own, trader.id)).some(({ tag }) => tag === 'Platform')).toBe(false);
  });

  test('who come back are told once, as they may have missed a word', async ({ kantor, open }) => {
    const operator = await kantor.createOperator();
    const first = await open(operator);
    await first.until((told) => told.some(({ tag }) => tag === 'Platform'));
    const again = await open(operator, first.cursor());
    await again.until((told) => told.some(({ tag }) => tag === 'Platform'));
  });
});
