import { waitFor } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { serverNow } from '@/shared/lib/server-clock';
import { serve, server } from '@/test/server';
import { createTestStore } from '@/test/store';
import { api } from './api';
import { ask, request } from './ask';
import { accessGranted } from './auth-slice';
import { preload, preloads } from './preload';

const readThing = { method: 'GET', path: '/thing/', right: 'public' } as const;
const changeThing = { method: 'POST', path: '/other/', right: 'public' } as const;

const calls = api.injectEndpoints({
  endpoints: (build) => ({
    readThing: build.query<number, void>({ query: ask(readThing) }),
    changeThing: build.mutation<null, void>({ query: () => request(changeThing) }),
  }),
}).endpoints;

/** Each answer is the number of its call. */
let count: number;
let date: string;

beforeEach(() => {
  count = 0;
  date = new Date().toUTCString();
  server.use(
    serve(readThing, () => HttpResponse.json((count += 1), { headers: { date } })),
    serve(changeThing, null),
  );
});
afterEach(() => preloads.answers.clear());

function openStore(token = 'access-1') {
  const store = createTestStore();
  store.dispatch(accessGranted(token));
  const read = async () => (await store.dispatch(calls.readThing.initiate(undefined, { forceRefetch: true }))).data;
  return { read, change: () => store.dispatch(calls.changeThing.initiate()) };
}

test('a preloaded answer is given once, to the call that it belongs to', async () => {
  preload(readThing.path, 'access-1');
  await waitFor(() => expect(count).toBe(1));
  const { read } = openStore();
  expect(await read()).toBe(1);
  expect(count).toBe(1);
  expect(await read()).toBe(2);
});

test("another user's preloaded answer is nobody's", async () => {
  preload(readThing.path, 'access-1');
  await waitFor(() => expect(count).toBe(1));
  expect(await openStore('access-2').read()).toBe(2);
});

test('after a change it is not what the server would say now', async () => {
  preload(readThing.path, 'access-1');
  await waitFor(() => expect(count).toBe(1));
  const { read, change } = openStore();
  await change();
  expect(await read()).toBe(2);
});

test('after ten seconds it is too old', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  preload(readThing.path, 'access-1');
  vi.advanceTimersByTime(9999);
  expect(preloads.answers.size).toBe(1);
  vi.advanceTimersByTime(1);
  expect(preloads.answers.size).toBe(0);
});

test("the server's clock is read as it stood when the answer came, not when it was taken", async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  date = new Date().toUTCString();
  preload(readThing.path, 'access-1');
  await preloads.answers.values().next().value;
  vi.setSystemTime(Date.now() + 8000);
  await openStore().read();
  expect(Math.abs(serverNow() - Date.now())).toBeLessThan(1500);
});
