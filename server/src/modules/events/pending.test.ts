import type { Change } from '@kantor/contract/wire/events.ts';
import { TAGS } from '@kantor/contract/plain/tags.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PendingChanges } from './pending.ts';

const changes = fc.array(
  fc.record(
    {
      tag: fc.constantFrom(...TAGS.slice(0, 3)),
      id: fc.integer({ min: 1, max: 150 }).map(String),
      created: fc.constant(1),
    },
    { requiredKeys: ['tag'] },
  ),
  { maxLength: 600, size: 'max' },
);

const gather = (all: readonly Change[]) => {
  const pending = new PendingChanges();
  for (const change of all) pending.add(change);
  return pending.take();
};
const count = (of: readonly Change[]) => of.reduce((sum, { created = 0 }) => sum + created, 0);

test('each change comes once, none is left out, and the new ones are counted exactly', () => {
  fc.assert(
    fc.property(changes, (all) => {
      const told = gather(all);
      const keys = told.map(({ tag, id }) => `${tag} ${id}`);
      expect(new Set(keys).size).toBe(keys.length);
      for (const { tag, id } of all) {
        expect(told.some((change) => change.tag === tag && (change.id === undefined || change.id === id))).toBe(true);
      }
      for (const tag of TAGS) {
        const ofTag = (change: Change) => change.tag === tag;
        expect(count(told.filter(ofTag))).toBe(count(all.filter(ofTag)));
        expect(told.filter(ofTag).length).toBeLessThanOrEqual(100);
      }
    }),
  );
});

test('a hundred objects of a tag come by their ids, one more as all of them', () => {
  const orders = Array.from({ length: 101 }, (_, n): Change => ({ tag: 'Order', id: String(n) }));
  expect(gather(orders.slice(1))).toEqual(orders.slice(1));
  expect(gather(orders)).toEqual([{ tag: 'Order' }]);
  // Also what comes after that.
  expect(gather([...orders, { tag: 'Order', id: 'late' }, { tag: 'Ping', id: 'x' }])).toEqual([
    { tag: 'Order' },
    { tag: 'Ping', id: 'x' },
  ]);
});

test('a change that was taken does not come again', () => {
  const pending = new PendingChanges();
  pending.add({ tag: 'Order', id: '1' });
  expect(pending.isEmpty).toBe(false);
  pending.take();
  expect(pending.isEmpty).toBe(true);
  expect(pending.take()).toEqual([]);
});
