import { ORDER_STATUSES } from '@kantor/contract/plain/statuses.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { after, MINUTE } from '../../src/kernel/clock.ts';
import type { Reading } from '../../src/modules/bank-messages/index.ts';
import { reasonOf } from '../../src/modules/matching/reasons.ts';
import { decide } from '../../src/modules/matching/rules.ts';
import { at, income, order, SUM } from './decision.ts';

describe('whatever the orders are,', () => {
  const minutes = fc.integer({ min: -30, max: 10 });
  const orders = fc.uniqueArray(
    fc
      .record({
        id: fc.string({ minLength: 1, maxLength: 3 }),
        amount: fc.constantFrom(SUM, SUM + 1n, SUM - 100n, SUM + 5000n),
        status: fc.constantFrom(...(['ACTIVE', 'ACTIVE', 'ACTIVE'] as const), ...ORDER_STATUSES),
        minute: minutes,
        grace: fc.constantFrom(10, 25, 60),
      })
      .map(({ minute, grace, ...rest }) => {
        const expiresAt = at(minute + 15);
        return order({ ...rest, createdAt: at(minute), expiresAt, recentUntil: after(expiresAt, grace * MINUTE) });
      }),
    { selector: ({ id }) => id, maxLength: 6 },
  );
  const messages = fc.record({
    reading: fc.constantFrom<Reading>(
      income(SUM),
      income(SUM + 1n),
      { kind: 'income', kopecks: SUM },
      { kind: 'duplicate', bank: 'Сбербанк', kopecks: SUM },
    ),
    application: fc.constant('900'),
    heardAt: fc.integer({ min: -10, max: 15 }).map(at),
    late: fc.constantFrom(0, 0, 1, 20),
    cabinetIsBlocked: fc.constantFrom(false, false, true),
  });
  const cases = fc.tuple(messages, orders).map(([{ late, ...message }, list]) => ({
    message: { ...message, at: after(message.heardAt, late * MINUTE) },
    list,
  }));

  test('a message pays an order only if that one, and no other, can be meant', () => {
    let paid = 0;
    fc.assert(
      fc.property(cases, ({ message, list }) => {
        const { reading, heardAt, at: now, cabinetIsBlocked } = message;
        const meant = list.filter(
          (each) => each.amount === reading.kopecks && each.createdAt < heardAt && each.recentUntil >= heardAt,
        );
        const [one] = meant;
        const isPaid =
          reading.kind === 'income' &&
          reading.bank !== undefined &&
          meant.length === 1 &&
          one?.status === 'ACTIVE' &&
          one.expiresAt > heardAt &&
          one.expiresAt > now &&
          !cabinetIsBlocked;
        const decision = decide(message, list);
        expect(decision.outcome === 'paid').toBe(isPaid);
        if (isPaid) expect(decision.order).toBe(one);
        paid += Number(isPaid);
      }),
      { numRuns: 3000 },
    );
    expect(paid).toBeGreaterThan(20);
  });

  test('what is decided does not depend on their order', () => {
    fc.assert(
      fc.property(cases, fc.infiniteStream(fc.nat()), ({ message, list }, keys) => {
        const shuffled = list
          .map((each) => ({ each, key: keys.next().value ?? 0 }))
          .toSorted((a, b) => a.key - b.key)
          .map(({ each }) => each);
        const [a, b] = [decide(message, list), decide(message, shuffled)];
        expect([b.outcome, b.order?.id, new Set(b.candidates)]).toEqual([
          a.outcome,
          a.order?.id,
          new Set(a.candidates),
        ]);
      }),
    );
  });

  test('one more of the same sum turns no message that paid nothing into one that pays another', () => {
    fc.assert(
      fc.property(cases, minutes, ({ message, list }, minute) => {
        const before = decide(message, list);
        const more = order({ id: 'one more', createdAt: at(minute) });
        const decision = decide(message, [...list, more]);
        if (decision.outcome === 'paid' && decision.order !== more) expect(before.order).toBe(decision.order);
      }),
    );
  });

  test('there is a sentence about it', () => {
    fc.assert(
      fc.property(cases, ({ message, list }) => {
        expect(reasonOf(decide(message, list), message, 0)).toMatch(/^[А-Я][^{}]{5,}$/u);
      }),
    );
  });
});
