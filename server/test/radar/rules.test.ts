import { describe, expect } from 'vitest';
import { after, MINUTE, SECOND } from '../../src/kernel/clock.ts';
import { test } from './fixture.ts';
import { recountTrader } from './recount.ts';

const NO_FIGURES = { value: null, part: 0, whole: 0, sample: 0, from: null, to: null, state: 'no_data' };

describe('expiries in a row', () => {
  test('begin with the newest order, and active and cancelled ones are passed over', async ({
    trader,
    history,
    count,
    figure,
  }) => {
    const value = async () => (await figure('trader', trader.id, 'expired_in_row')).value;
    await history.orders([{ status: 'EXPIRED' }, { status: 'CLOSED' }, { status: 'EXPIRED' }]);
    await count();
    expect(await value()).toBe(1);
    await history.orders([{ status: 'DECLINED' }, { status: 'EXPIRED' }, { status: 'ACTIVE' }]);
    await count();
    expect(await value()).toBe(2);
    await history.orders([{ status: 'CLOSED' }]);
    await count();
    expect(await value()).toBe(0);
  });
});

describe('silence', () => {
  /** An order that was active for ten minutes, and pings at these seconds from its issuing. */
  const seconds = 600;

  test('is what no ping covers for three minutes, while an order is active', async ({
    kantor,
    trader,
    history,
    count,
    figure,
  }) => {
    const start = kantor.clock();
    await history.pings([start]);
    await history.orders([{ status: 'CLOSED', seconds }]);
    await history.pings([after(start, 60 * SECOND)]);
    await history.pings([after(start, 400 * SECOND)]);
    await count();
    // Issued at 60: heard until 240, and from 400 until 580; active until 660.
    expect(await figure('trader', trader.id, 'silence')).toMatchObject({ part: 160 + 80, whole: 600, sample: 1 });
  });

  test('of orders at once is counted once, and an order still active lasts until now', async ({
    kantor,
    trader,
    history,
    count,
    figure,
  }) => {
    await history.pings([kantor.clock()]);
    await history.orders([
      { status: 'CLOSED', seconds },
      { status: 'ACTIVE', gap: 60 },
    ]);
    await count();
    // The second was issued a minute later, and five minutes before now.
    expect(await figure('trader', trader.id, 'silence')).toMatchObject({ whole: 600, sample: 2, part: 600 - 120 });
  });

  test('says nothing of the time before the oldest ping that is kept, nor of a phone that never pinged', async ({
    kantor,
    trader,
    history,
    count,
    figure,
  }) => {
    await history.orders([{ status: 'CLOSED', seconds }]);
    await count();
    expect(await figure('trader', trader.id, 'silence')).toMatchObject(NO_FIGURES);
    await history.pings([kantor.clock()]);
    await count();
    expect(await figure('trader', trader.id, 'silence')).toMatchObject(NO_FIGURES);
  });
});

describe('messages against an unbroken balance', () => {
  const breaks = { figure: 'balance_breaks' } as const;

  test('are those that do not continue a balance that the one before did', async ({
    kantor,
    trader,
    history,
    count,
    figure,
  }) => {
    const income = async (balance: bigint, more: object = {}) => {
      kantor.pass(MINUTE);
      await history.messages([{ outcome: 'no_order', amount: 100n, balance, ...more }]);
    };
    const counted = async () => {
      await count();
      const { value, whole } = await figure('trader', trader.id, breaks.figure);
      expect(await recountTrader(kantor, trader.id)).toMatchObject({ [breaks.figure]: { value, whole } });
      return [value, whole];
    };
    await income(1000n);
    await income(1100n);
    // Two alone only show that the chain is whole.
    expect(await counted()).toEqual([null, 0]);
    await income(1200n);
    expect(await counted()).toEqual([0, 1]);
    await income(9999n);
    expect(await counted()).toEqual([1, 2]);
    // The chain is broken: what comes next is judged by nothing until it is whole again.
    await income(1400n);
    expect(await counted()).toEqual([1, 2]);
    await income(1500n);
    // Money went out: nobody knows how much.
    await history.messages([{ outcome: 'outgoing' }]);
    await income(1000n);
    expect(await counted()).toEqual([1, 2]);
    await income(1100n);
    // Said twice, by another account, without a balance, by a stranger: of no consequence.
    await income(1100n, { outcome: 'duplicate' });
    await income(7n, { tail: '9999' });
    await income(0n, { balance: null });
    await income(5n, { outcome: 'unknown_sender' });
    await income(1200n);
    expect(await counted()).toEqual([1, 3]);
  });

  test('without a tail are left out where the cabinet has two requisites of the bank', async ({
    kantor,
    trader,
    cabinet,
    history,
    count,
    figure,
  }) => {
    const chain = async () => {
      for (const balance of [1000n, 1100n, 1200n, 5n]) {
        kantor.pass(MINUTE);
        await history.messages([{ outcome: 'no_order', amount: 100n, balance, tail: null }]);
      }
    };
    await chain();
    await count();
    expect(await figure('trader', trader.id, breaks.figure)).toMatchObject({ value: 1, whole: 2 });
    await kantor.createRequisite(trader.id, { cabinetId: cabinet });
    await count();
    expect(await figure('trader', trader.id, breaks.figure)).toMatchObject(NO_FIGURES);
  });

  test('are counted of the newest five hundred, and without any balance there is no data', async ({
    kantor,
    trader,
    history,
    count,
    figure,
  }) => {
    await history.messages(Array.from({ length: 3 }, () => ({ outcome: 'no_order', balance: null })));
    await count();
    expect(await figure('trader', trader.id, breaks.figure)).toMatchObject(NO_FIGURES);
    const at = kantor.clock().getTime();
    await history.messages(
      Array.from({ length: 510 }, (_, n) => ({
        outcome: 'no_order',
        amount: 1n,
        balance: BigInt(n),
        at: new Date(at + n),
      })),
    );
    await count();
    expect(await figure('trader', trader.id, breaks.figure)).toMatchObject({ value: 0, whole: 498 });
  });
});
