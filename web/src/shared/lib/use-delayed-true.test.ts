import { act, renderHook } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { useDelayedTrue } from './use-delayed-true';

test("a moment's truth is not shown; a lasting one is, as long as it lasts", () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { result, rerender } = renderHook((isSo) => useDelayedTrue(isSo, 200), { initialProps: true });
  const pass = (milliseconds: number) => act(() => void vi.advanceTimersByTime(milliseconds));
  pass(199);
  expect(result.current).toBe(false);
  rerender(false);
  pass(1000);
  rerender(true);
  pass(199);
  expect(result.current).toBe(false);
  pass(1);
  expect(result.current).toBe(true);
  rerender(false);
  expect(result.current).toBe(false);
  rerender(true);
  expect(result.current).toBe(false);
});
