import { act, renderHook } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { useStableRows } from './use-stable-rows';

interface Row {
  id: number;
  status: string;
}

const key = (row: Row) => String(row.id);
const rows = (...ids: number[]): Row[] => ids.map((id) => ({ id, status: 'old' }));

const setUp = (latest: Row[]) =>
  renderHook(
    (props: { latest: Row[]; hold: boolean; scope: string }) => useStableRows(props.latest, { key, ...props }),
    {
      initialProps: { latest, hold: false, scope: 'page 1' },
    },
  );

const ids = (shown: readonly Row[]) => shown.map((row) => row.id);

describe('rows under the pointer', () => {
  test('come in freely while the pointer is elsewhere', () => {
    const { result, rerender } = setUp(rows(1, 2));
    rerender({ latest: rows(3, 1, 2), hold: false, scope: 'page 1' });
    expect(ids(result.current.rows)).toEqual([3, 1, 2]);
    expect(result.current.fresh).toBe(0);
  });

  test('keep their places, and the new ones are counted', () => {
    const { result, rerender } = setUp(rows(1, 2));
    rerender({ latest: rows(4, 3, 1), hold: true, scope: 'page 1' });
    expect(ids(result.current.rows)).toEqual([1, 2]);
    expect(result.current.fresh).toBe(2);
  });

  test('still take new values', () => {
    const { result, rerender } = setUp(rows(1, 2));
    rerender({
      latest: [
        { id: 3, status: 'new' },
        { id: 1, status: 'closed' },
      ],
      hold: true,
      scope: 'page 1',
    });
    expect(result.current.rows).toEqual([
      { id: 1, status: 'closed' },
      { id: 2, status: 'old' },
    ]);
  });

  test('a row that has gone stays until the pointer leaves', () => {
    const { result, rerender } = setUp(rows(1, 2));
    rerender({ latest: rows(2), hold: true, scope: 'page 1' });
    expect(ids(result.current.rows)).toEqual([1, 2]);
    expect(result.current.fresh).toBe(0);
    rerender({ latest: rows(2), hold: false, scope: 'page 1' });
    expect(ids(result.current.rows)).toEqual([2]);
  });

  test('keep their places also when the list is in another order', () => {
    const { result, rerender } = setUp(rows(1, 2));
    rerender({ latest: rows(2, 1), hold: true, scope: 'page 1' });
    expect(ids(result.current.rows)).toEqual([1, 2]);
    expect(result.current.isHeld).toBe(true);
  });

  test.each([
    ['the last ones may only have been pushed on by as many new ones', rows(1, 2, 3), rows(5, 4, 1), []],
    ['more than that have left the list', rows(1, 2, 3), rows(4, 1), ['2']],
    ['what stood before one that is still there has left it, too', rows(1, 2, 3), rows(5, 4, 3), ['1', '2']],
  ])('of those that the list lacks, %s', (_which, before, latest, gone) => {
    const { result, rerender } = setUp(before);
    rerender({ latest, hold: true, scope: 'page 1' });
    expect([...result.current.gone]).toEqual(gone);
  });

  test('come when asked for', () => {
    const { result, rerender } = setUp(rows(1));
    rerender({ latest: rows(2, 1), hold: true, scope: 'page 1' });
    act(() => result.current.show());
    expect(ids(result.current.rows)).toEqual([2, 1]);
    expect(result.current.fresh).toBe(0);
  });

  test('change at once when another page was asked for', () => {
    const { result, rerender } = setUp(rows(1, 2));
    rerender({ latest: rows(8, 9), hold: true, scope: 'page 2' });
    expect(ids(result.current.rows)).toEqual([8, 9]);
  });
});
