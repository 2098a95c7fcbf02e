import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { createAppStore } from '@/app/store';
import { serverNow } from '@/shared/lib/server-clock';
import { server, url } from '@/test/server';
import { api } from './api';
import { accessGranted } from './auth-slice';
import { preload, preloads } from './preload';

const calls = api.injectEndpoints({
  endpoints: (build) => ({
    readThing: build.query<number, void>({ query: () => 'thing/' }),
    changeThing: build.mutation<null, void>({ query: () => ({ url: 'other/', method: 'POST' }) }),
  }),
}).endpoints;

/** Each answer is the number of its call. */
let count: number;
let date: string;

beforeEach(() => {
  count = 0;
  date = new Date().toUTCString();
  server.use(
    http.get(url('thing/'), () => HttpResponse.json((count += 1), { headers: { date } })),
    http.post(url('other/'), () => HttpResponse.json(null)),
  );
});
afterEach(() => preloads.answers.clear());

function openStore(token = 'access-1') {
  const { store } = createAppStore();
  store.dispatch(accessGranted(token));
  const read = async () => (await store.dispatch(calls.readThing.initiate(undefined, { forceRefetch: true }))).data;
  return { read, change: () => store.dispatch(calls.changeThing.initiate()) };
}

test('a preloaded answer is given once, to the call that it belongs to', async () => {
  preload('/thing/', 'access-1');
  await vi.waitUntil(() => count === 1);
  const { read } = openStore();
  expect(await read()).toBe(1);
  expect(count).toBe(1);
  expect(await read()).toBe(2);
});

test("another user's preloaded answer is nobody's", async () => {
  preload('/thing/', 'access-1');
  await vi.waitUntil(() => count === 1);
  expect(await openStore('access-2').read()).toBe(2);
});

test('after a change it is not what the server would say now', async () => {
  preload('/thing/', 'access-1');
  await vi.waitUntil(() => count === 1);
  const { read, change } = openStore();
  await change();
  expect(await read()).toBe(2);
});

test('after ten seconds it is too old', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  preload('/thing/', 'access-1');
  vi.advanceTimersByTime(9999);
  expect(preloads.answers.size).toBe(1);
  vi.advanceTimersByTime(1);
  expect(preloads.answers.size).toBe(0);
});

test("the server's clock is read as it stood when the answer came, not when it was taken", async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  date = new Date().toUTCString();
  preload('/thing/', 'access-1');
  await preloads.answers.values().next().value;
  vi.setSystemTime(Date.now() + 8000);
  await openStore().read();
  expect(Math.abs(serverNow() - Date.now())).toBeLessThan(1500);
});
