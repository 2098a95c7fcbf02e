import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Posting, postings, type Terms } from './rules.ts';

const amounts = fc.bigInt({ min: 1n, max: 10n ** 15n });
const terms: fc.Arbitrary<Terms> = fc
  .tuple(fc.integer({ min: 0, max: 10_000 }), fc.integer({ min: 0, max: 10_000 }))
  .map(([a, b]) => ({ traderId: 'trader', merchantId: 'merchant', feeBp: Math.max(a, b), rewardBp: Math.min(a, b) }));

const sum = ({ entries }: Posting) => entries.reduce((total, { amount }) => total + amount, 0n);
const on = ({ entries }: Posting, owner: string | null, kind: string) =>
  entries
    .filter((entry) => entry.owner === owner && entry.kind === kind)
    .reduce((total, { amount }) => total + amount, 0n);

const FIVE_AND_TWO_PERCENT: Terms = { traderId: 'trader', merchantId: 'merchant', feeBp: 500, rewardBp: 200 };

describe('every event of the ledger', () => {
  test('sums to zero, moves something on each account it names, and names each once', () => {
    fc.assert(
      fc.property(amounts, amounts, terms, (x, y, t) => {
        const all = [
          postings.deposit('c', 'trader', x),
          postings.orderIssued('c', 'trader', x),
          postings.orderReleased('c', 'trader', x),
          postings.orderClosed('c', t, { held: x, amount: x }),
          postings.orderClosed('c', t, { held: 0n, amount: x }),
          postings.orderClosed('c', t, { held: x, amount: y }),
          postings.appealHeld('c', 'trader', x),
          postings.appealReleased('c', 'trader', x),
          postings.earningsMoved('c', 'trader', x),
          postings.withdrawalCreated('c', 'merchant', x),
          postings.withdrawalReleased('c', 'merchant', x),
          postings.withdrawalClosed('c', 'merchant', x),
          postings.payoutCreated('c', 'merchant', x, t),
          postings.payoutCancelled('c', 'merchant', x, t),
          postings.payoutDone('c', t, x),
          postings.payoutSettled('c', t, x),
          postings.payoutReturned('c', t, x),
        ];
        for (const posting of all) {
          expect(sum(posting)).toBe(0n);
          expect(posting.entries.every(({ amount }) => amount !== 0n)).toBe(true);
          expect(new Set(posting.entries.map(({ owner, kind }) => `${owner}/${kind}`)).size).toBe(
            posting.entries.length,
          );
        }
      }),
    );
  });
});

describe('an order that closes', () => {
  const order = postings.orderClosed('order', FIVE_AND_TWO_PERCENT, { held: 100_000_000n, amount: 100_000_000n });

  test('pays the merchant all but the fee, the trader their reward, the platform the rest', () => {
    expect(on(order, 'trader', 'held')).toBe(-100_000_000n);
    expect(on(order, 'merchant', 'available')).toBe(95_000_000n);
    expect(on(order, 'trader', 'earned')).toBe(2_000_000n);
    expect(on(order, null, 'revenue')).toBe(3_000_000n);
    expect(on(order, 'trader', 'available')).toBe(0n);
  });

  test('after its expiry takes the amount from what the trader has available', () => {
    const late = postings.orderClosed('order', FIVE_AND_TWO_PERCENT, { held: 0n, amount: 100_000_000n });
    expect(on(late, 'trader', 'available')).toBe(-100_000_000n);
    expect(on(late, 'trader', 'held')).toBe(0n);
  });

  test('by an appeal for less returns the difference, for more takes it', () => {
    const less = postings.orderClosed('order', FIVE_AND_TWO_PERCENT, { held: 100n, amount: 60n });
    expect(on(less, 'trader', 'available')).toBe(40n);
    const more = postings.orderClosed('order', FIVE_AND_TWO_PERCENT, { held: 100n, amount: 150n });
    expect(on(more, 'trader', 'available')).toBe(-50n);
  });

  test('has one kind whichever way it came, so that the database allows one closing only', () => {
    const ways = [
      { held: 1n, amount: 1n },
      { held: 0n, amount: 1n },
      { held: 1n, amount: 2n },
    ];
    expect(new Set(ways.map((way) => postings.orderClosed('order', FIVE_AND_TWO_PERCENT, way).kind))).toEqual(
      new Set(['order_close']),
    );
  });
});

describe('a payout', () => {
  const terms = FIVE_AND_TWO_PERCENT;

  test('sets aside its amount and the fee, and returns both when it is cancelled', () => {
    const created = postings.payoutCreated('p', 'merchant', 100_000n, terms);
    expect(on(created, 'merchant', 'held')).toBe(105_000n);
    const cancelled = postings.payoutCancelled('p', 'merchant', 100_000n, terms);
    expect(on(cancelled, 'merchant', 'available')).toBe(105_000n);
  });

  test('done pays the platform, and holds what the trader gets', () => {
    const done = postings.payoutDone('p', terms, 100_000n);
    expect(on(done, 'merchant', 'held')).toBe(-105_000n);
    expect(on(done, 'trader', 'held')).toBe(102_000n);
    expect(on(done, null, 'revenue')).toBe(3000n);
  });

  test('settled pays the trader what is held', () => {
    const settled = postings.payoutSettled('p', terms, 100_000n);
    expect(on(settled, 'trader', 'held')).toBe(-102_000n);
    expect(on(settled, 'trader', 'available')).toBe(100_000n);
    expect(on(settled, 'trader', 'earned')).toBe(2000n);
  });

  test('returned leaves nobody but the merchant with anything of it, to the last unit', () => {
    fc.assert(
      fc.property(amounts, (x) => {
        const all = [
          postings.payoutCreated('p', 'merchant', x, terms),
          postings.payoutDone('p', terms, x),
          postings.payoutReturned('p', terms, x),
        ];
        const whole: Posting = { kind: 'payout_return', cause: 'p', entries: all.flatMap(({ entries }) => entries) };
        for (const owner of ['trader', 'merchant', null])
          for (const kind of ['available', 'held', 'earned', 'revenue']) expect(on(whole, owner, kind)).toBe(0n);
      }),
    );
  });
});

describe('a closing that is taken back', () => {
  const kinds = ['available', 'held', 'earned', 'owed', 'revenue'] as const;
  /** What two postings together leave on each account of each side. */
  const left = (...all: Posting[]) =>
    ['trader', 'merchant', null].flatMap((owner) =>
      kinds.map((kind) => all.reduce((total, posting) => total + on(posting, owner, kind), 0n)),
    );
  const RICH = { earned: 10n ** 16n, available: 10n ** 16n };

  test('leaves everybody what a closing for the rest would have given, and the whole of it the mirror', () => {
    fc.assert(
      fc.property(amounts, amounts, terms, (x, y, t) => {
        const [paid, rest] = x > y ? [x, y] : [y, x];
        const closed = postings.orderClosed('order', t, { held: 0n, amount: paid });
        const part = postings.orderReversed('order', t, { paid, rest, ...RICH });
        expect(sum(part)).toBe(0n);
        expect(left(closed, part)).toEqual(left(postings.orderClosed('order', t, { held: 0n, amount: rest })));
        const whole = postings.orderReversed('order', t, { paid, rest: 0n, ...RICH });
        expect(left(closed, whole).every((amount) => amount === 0n)).toBe(true);
        // No part takes more of anybody than the whole.
        expect(on(part, 'merchant', 'available')).toBeGreaterThanOrEqual(on(whole, 'merchant', 'available'));
        expect(on(part, 'trader', 'earned')).toBeGreaterThanOrEqual(on(whole, 'trader', 'earned'));
        expect(on(part, null, 'revenue')).toBeGreaterThanOrEqual(on(whole, null, 'revenue'));
      }),
    );
  });

  test('takes a moved reward of what the trader gets back, and makes a debt of what the merchant has not', () => {
    fc.assert(
      fc.property(
        amounts,
        terms,
        fc.bigInt({ min: 0n, max: 10n ** 15n }),
        fc.bigInt({ min: 0n, max: 10n ** 15n }),
        (paid, t, earned, available) => {
          const taken = postings.orderReversed('order', t, { paid, rest: 0n, earned, available });
          const rich = postings.orderReversed('order', t, { paid, rest: 0n, ...RICH });
          expect(sum(taken)).toBe(0n);
          expect(taken.entries.every(({ amount }) => amount !== 0n)).toBe(true);
          const of = (owner: string, kind: string) => on(taken, owner, kind);
          expect(earned + of('trader', 'earned')).toBeGreaterThanOrEqual(0n);
          expect(of('trader', 'available')).toBeGreaterThanOrEqual(0n);
          expect(of('trader', 'available') + of('trader', 'earned')).toBe(
            on(rich, 'trader', 'available') + on(rich, 'trader', 'earned'),
          );
          expect(available + of('merchant', 'available')).toBeGreaterThanOrEqual(0n);
          expect(of('merchant', 'owed')).toBeLessThanOrEqual(0n);
          // Only what is missing is owed.
          expect(of('merchant', 'owed') === 0n || available + of('merchant', 'available') === 0n).toBe(true);
          expect(of('merchant', 'available') + of('merchant', 'owed')).toBe(on(rich, 'merchant', 'available'));
        },
      ),
    );
  });

  test('in part rounds so that no part gives more than the whole, where shares by themselves would', () => {
    // 1 % and 0.5 % of 199 and 100: 1 and 0, 1 and 0. Of the 99 by themselves: 0 and 0.
    const t: Terms = { traderId: 'trader', merchantId: 'merchant', feeBp: 100, rewardBp: 50 };
    const reversed = postings.orderReversed('order', t, { paid: 199n, rest: 100n, ...RICH });
    expect(on(reversed, 'merchant', 'available')).toBe(-99n);
    expect(on(reversed, null, 'revenue')).toBe(0n);
  });
});

describe('an adjustment', () => {
  const adjustment = { userId: 'merchant', account: 'available', against: 'revenue' } as const;

  test('borrows what a merchant has not, and nothing for anyone else', () => {
    const less = postings.adjusted('a', { ...adjustment, amountUsdt: -10n }, 4n);
    expect([on(less, 'merchant', 'available'), on(less, 'merchant', 'owed'), on(less, null, 'revenue')]).toEqual([
      -4n,
      -6n,
      10n,
    ]);
    const traders = postings.adjusted('a', { ...adjustment, userId: 'trader', amountUsdt: -10n });
    expect(on(traders, 'trader', 'available')).toBe(-10n);
    expect(on(traders, 'trader', 'owed')).toBe(0n);
  });
});
