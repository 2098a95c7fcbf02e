import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import type { Column } from './data-table';

/**
 * The columns in which some row has something to say. The same array as long as nothing has changed: with another, every row is
 * drawn anew.
 */
export function useColumns<Row>(
  columns: (t: TFunction) => readonly Column<Row>[],
  t: TFunction,
  rows: readonly Row[] | undefined,
): readonly Column<Row>[] {
  const all = useMemo(() => columns(t), [columns, t]);
  const empty = rows ? all.filter(({ isEmpty }) => isEmpty && rows.every(isEmpty)).map(({ id }) => id) : [];
  const left = empty.join();
  return useMemo(() => all.filter(({ id }) => !left.split(',').includes(id)), [all, left]);
}
