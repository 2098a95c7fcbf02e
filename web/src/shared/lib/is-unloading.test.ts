import { expect, onTestFinished, test, vi } from 'vitest';
import { isUnloading } from './is-unloading';

test('a page that is left a second time is being left as long as at the first', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  window.dispatchEvent(new Event('beforeunload'));
  vi.advanceTimersByTime(1500);
  window.dispatchEvent(new Event('beforeunload'));
  vi.advanceTimersByTime(1500);
  expect(isUnloading()).toBe(true);
  vi.advanceTimersByTime(500);
  expect(isUnloading()).toBe(false);
});
