import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { formatDateTime, formatTime, formatTimeLeft } from './format-date';
import { middleEllipsis, titleId } from './format-id';
import { readProblem } from './problem';
import { noteServerDate, serverNow } from './server-clock';

describe('dates', () => {
  test('are Moscow time, three hours ahead of UTC', () => {
    expect(formatDateTime('2026-01-01T21:30:00Z')).toBe('02.01.2026, 00:30');
    expect(formatDateTime('2026-07-01T21:30:00Z')).toBe('02.07.2026, 00:30');
    expect(formatTime('2026-01-01T21:30:00Z')).toBe('00:30');
  });

  test.each([null, undefined, '', 'yesterday'])('%s is a dash', (value) => {
    expect(formatDateTime(value)).toBe('—');
  });

  test.each([
    [14 * 60_000 + 12_999, '14:12'],
    [59_000, '00:59'],
    [0, '00:00'],
    [-5000, '00:00'],
    [3_600_000 + 61_000, '1:01:01'],
  ])('%i ms left is %s', (milliseconds, text) => {
    expect(formatTimeLeft(milliseconds)).toBe(text);
  });
});

describe('ids', () => {
  test('keep both ends', () => {
    expect(middleEllipsis('TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE')).toBe('TQn9Y2khEs…5KcbLSE');
    expect(middleEllipsis('short')).toBe('short');
  });

  test('have ten characters and an ellipsis in a page title', () => {
    expect(titleId('01939c2f-7b1e-7000-8000-000000000001')).toBe('01939c2f-7…');
  });
});

describe('the server clock', () => {
  test('is learned from the Date header, and small differences are noise', () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const now = Date.now();
    noteServerDate(new Date(now + 1000).toUTCString(), now, now);
    expect(Math.abs(serverNow() - Date.now())).toBeLessThan(100);

    noteServerDate(new Date(now + 300_000).toUTCString(), now, now);
    expect(Math.abs(serverNow() - Date.now() - 300_000)).toBeLessThan(1100);

    noteServerDate(null, now, now);
    expect(serverNow() - Date.now()).toBeGreaterThan(200_000);
    noteServerDate(new Date(now).toUTCString(), now, now);
    expect(Math.abs(serverNow() - Date.now())).toBeLessThan(1100);
  });
});

describe('a problem', () => {
  test('gives its status and its sentence, and survives anything else', () => {
    expect(readProblem({ status: 409, data: { detail: 'Заказ уже закрыт' } })).toEqual({
      status: 409,
      detail: 'Заказ уже закрыт',
    });
    expect(readProblem({ status: 'FETCH_ERROR', error: 'x' })).toEqual({ status: undefined, detail: undefined });
    expect(readProblem({ status: 502, data: '<html>' })).toEqual({ status: 502, detail: undefined });
    expect(readProblem(undefined)).toEqual({ status: undefined, detail: undefined });
  });
});
