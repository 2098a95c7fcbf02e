import { HttpResponse } from 'msw';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { AppStore } from '@/app/store';
import { serve, server } from '@/test/server';
import { createTestStore } from '@/test/store';
import { accessGranted } from './auth-slice';
import { api } from './api';
import { ask as asking } from './ask';

const getNothing = { method: 'GET', path: '/nothing/', right: 'public' } as const;

const endpoints = api.injectEndpoints({
  endpoints: (build) => ({ getNothing: build.query<null, void>({ query: asking(getNothing) }) }),
});

const ask = (store: AppStore) => store.dispatch(endpoints.endpoints.getNothing.initiate());

test('a call carries the JSON content type, and the token when there is one', async () => {
  const seen: (string | null)[][] = [];
  server.use(
    serve(getNothing, ({ request }) => {
      seen.push([request.headers.get('content-type'), request.headers.get('authorization')]);
      return HttpResponse.json(null);
    }),
  );
  const store = createTestStore();
  await ask(store);
  store.dispatch(accessGranted('access-7'));
  await ask(store).refetch();
  expect(seen).toEqual([
    ['application/json', null],
    ['application/json', 'Bearer access-7'],
  ]);
});

test('what nobody shows any more is kept for 60 seconds', async () => {
  server.use(serve(getNothing, null));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const store = createTestStore();
  const query = ask(store);
  await query;
  query.unsubscribe();
  await vi.advanceTimersByTimeAsync(59_000);
  expect(Object.keys(store.getState().api.queries)).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(2000);
  expect(store.getState().api.queries).toEqual({});
});
