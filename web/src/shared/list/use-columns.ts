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
  isBeside = false,
): readonly Column<Row>[] {
  const all = useMemo(() => columns(t), [columns, t]);
  const isLeftOut = ({ isEmpty, isMinor }: Column<Row>) =>
    (isBeside && isMinor) || (rows !== undefined && isEmpty !== undefined && rows.every(isEmpty));
  const left = all
    .filter(isLeftOut)
    .map(({ id }) => id)
    .join();
  return useMemo(() => all.filter(({ id }) => !left.split(',').includes(id)), [all, left]);
}
