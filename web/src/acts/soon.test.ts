import { act, renderHook } from '@testing-library/react';

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { storedSession } from '@/api/stored-session';
import { doSoon, undo, useFate, useWaiting } from './soon';

let sent: string[];
const doIt = (id: string) =>
  act(() =>
    doSoon({
      id,
      sum: `${id}00`,
      send: () => {
        sent.push(id);
        return Promise.resolve(id === 'b' ? { kind: 'refused', sentence: 'Нельзя' } : { kind: 'done' });
      },
      onDropped: () => sent.push(`dropped ${id}`),
    }),
  );
const waiting = () => renderHook(useWaiting).result.current;
const fateOf = (id: string) => renderHook(() => useFate(id)).result.current;
const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));

beforeEach(() => {
  sent = [];
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('each act is sent five seconds after it was done, once, and what is undone never', async () => {
  doIt('a');
  await pass(3000);
  doIt('a');
  doIt('b');
  doIt('c');
  expect(waiting()).toEqual([
    ['a', 'a00'],
    ['b', 'b00'],
    ['c', 'c00'],
  ]);
  act(() => undo());
  await pass(1999);
  expect(sent).toEqual([]);
  await pass(1);
  expect(sent).toEqual(['a']);
  expect(fateOf('a')).toEqual({ kind: 'done' });
  await pass(3000);
  expect(sent).toEqual(['a', 'b']);
  expect(fateOf('b')).toEqual({ kind: 'refused', sentence: 'Нельзя' });
  expect(fateOf('c')).toBeUndefined();
  // What was refused may be done again; what is done may not.
  doIt('a');
  doIt('b');
  act(() => undo('a'));
  await pass(10_000);
  expect(sent).toEqual(['a', 'b', 'b']);
});

test('a page that goes sends what was not undone at once', async () => {
  doIt('a');
  doIt('c');
  act(() => undo('a'));
  act(() => void window.dispatchEvent(new Event('pagehide')));
  expect(sent).toEqual(['c']);
  await pass(10_000);
  expect(sent).toEqual(['c']);
});

test('is not sent in the name of somebody else', async () => {
  doIt('a');
  storedSession.write({ refresh: 'other', login: 'somebody else' });
  storedSession.join(storedSession.read());
  await pass(10_000);
  expect(sent).toEqual(['dropped a']);
  expect(fateOf('a')).toBeUndefined();
});
