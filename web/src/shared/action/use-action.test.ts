import { act, renderHook } from '@testing-library/react';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { openPlace, useToasts } from '../ui/toast';
import { useAction } from './use-action';

const place = Symbol('a place');
let toasts: { current: ReturnType<typeof useToasts> };
beforeEach(() => {
  toasts = renderHook(() => useToasts(place)).result;
  return openPlace(place);
});

const shown = () => toasts.current.map(({ tone, text, detail }) => [tone, text, detail]);

function setUp(answer: () => Promise<unknown>) {
  const trigger = vi.fn<(id: string) => { unwrap: () => Promise<unknown> }>(() => ({ unwrap: answer }));
  const { result } = renderHook(() => useAction(trigger, { success: 'Готово', failure: 'Не вышло' }));
  return { trigger, run: result.current };
}

describe('an action', () => {
  test('that succeeds says so once', async () => {
    const { run } = setUp(() => Promise.resolve());
    await act(async () => expect(await run('a')).toBe(true));
    await vi.waitFor(() => expect(shown()).toEqual([['success', 'Готово', undefined]]));
  });

  test("that fails says so, with the server's sentence", async () => {
    const { run } = setUp(() => Promise.reject({ status: 409, data: { detail: 'Уже закрыт' } }));
    await act(async () => expect(await run('a')).toBe(false));
    expect(shown()).toEqual([['danger', 'Не вышло', 'Уже закрыт']]);
  });

  test('runs once for a double click, however fast the answer, and again afterwards', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    onTestFinished(() => void vi.useRealTimers());
    let finish = () => {};
    const { run, trigger } = setUp(() => new Promise<void>((resolve) => (finish = resolve)));
    const first = run('a');
    expect(await run('a')).toBe(false);
    finish();
    await act(() => first);
    vi.advanceTimersByTime(400);
    expect(await run('a')).toBe(false);
    expect(trigger).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(100);
    void run('b');
    expect(trigger).toHaveBeenCalledTimes(2);
  });

  test('may be tried again at once after a failure', async () => {
    const { run, trigger } = setUp(() => Promise.reject(new Error('no')));
    await act(() => run('a'));
    await act(() => run('a'));
    expect(trigger).toHaveBeenCalledTimes(2);
  });
});
