import { expect, test } from 'vitest';
import { isIdOf, momentOf, newId } from './ids.ts';

const moment = new Date('2026-11-20T09:00:00.123Z');

test('ids of one moment differ in what is random of them, however many are made', () => {
  const ids = Array.from({ length: 2000 }, () => newId(moment));
  for (const id of ids) {
    expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
    expect(isIdOf(id, moment)).toBe(true);
  }
  // The last 62 bits; short names are of 32 of them.
  expect(new Set(ids.map((id) => id.slice(19))).size).toBe(2000);
  expect(momentOf(ids[0] ?? '')).toEqual(moment);
});
