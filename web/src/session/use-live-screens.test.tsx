import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { afterAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { accessGranted, cleared } from '@/api/auth-slice';
import { storedSession } from '@/api/stored-session';
import { LOGIN, rememberSession } from '@/test/render-app';
import { createTestStore } from '@/test/store';
import { useLiveScreens } from './use-live-screens';

// When a visit begins to listen.

const stop = vi.fn<() => void>();
const startLive = vi.fn(() => stop);
/** Its code is to be had once `load` says so. */
const serveCode = (load: () => Promise<void>) =>
  vi.doMock('./live/live', async () => {
    await load();
    return { startLive };
  });

beforeEach(() => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  vi.clearAllMocks();
  serveCode(() => Promise.resolve());
});
afterAll(() => vi.doUnmock('./live/live'));

function signIn() {
  rememberSession();
  storedSession.join(storedSession.read());
  const store = createTestStore();
  store.dispatch(accessGranted('access-1'));
  const wrapper = ({ children }: { children: ReactNode }) => <Provider store={store}>{children}</Provider>;
  renderHook(() => useLiveScreens(), { wrapper });
  return { signOut: () => act(() => void store.dispatch(cleared({ byChoice: true }))) };
}
const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));

test('it does so a moment after the sign-in, and until its end', async () => {
  const { signOut } = signIn();
  await pass(499);
  expect(startLive).not.toHaveBeenCalled();
  await pass(1);
  await vi.waitFor(() => expect(startLive.mock.calls).toEqual([[expect.any(Function), LOGIN]]));
  expect(stop).not.toHaveBeenCalled();
  signOut();
  expect(stop).toHaveBeenCalledOnce();
});

test('it does not after a session that has ended meanwhile', async () => {
  const { promise: isLoaded, resolve: loaded } = Promise.withResolvers<void>();
  serveCode(() => isLoaded);
  const { signOut } = signIn();
  await pass(500);
  signOut();
  loaded();
  await pass(10_000);
  expect(startLive).not.toHaveBeenCalled();
});

test('it does not even ask for its code after a session that was as short', async () => {
  const load = vi.fn(() => Promise.resolve());
  serveCode(load);
  const { signOut } = signIn();
  await pass(499);
  signOut();
  await pass(10_000);
  expect(load).not.toHaveBeenCalled();
});

test('it tries again while its code cannot be had', async () => {
  serveCode(() => Promise.reject(new Error('The server is being restarted')));
  signIn();
  await pass(500);
  serveCode(() => Promise.resolve());
  await pass(4999);
  expect(startLive).not.toHaveBeenCalled();
  await pass(1);
  await vi.waitFor(() => expect(startLive).toHaveBeenCalledOnce());
});
