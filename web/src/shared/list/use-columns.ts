import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import type { Column } from './data-table';

/**
 * The columns that were chosen, in their order; else those in which some row has something to say. The same array as long as nothing has
 * changed: with another, every row is drawn anew.
 * @param chosen keys with commas between them; those that the list does not have say nothing.
 */
export function useColumns<Row>(
  columns: (t: TFunction) => readonly Column<Row>[],
  t: TFunction,
  rows: readonly Row[] | undefined,
  isBeside = false,
  chosen = '',
): readonly Column<Row>[] {
  const all = useMemo(() => columns(t), [columns, t]);
  const isLeftOut = ({ isEmpty, isMinor }: Column<Row>) =>
    (isBeside && isMinor) || (!chosen && rows !== undefined && isEmpty !== undefined && rows.every(isEmpty));
  const left = all
    .filter(isLeftOut)
    .map(({ id }) => id)
    .join();
  return useMemo(() => {
    const named = [...new Set(chosen.split(','))].flatMap((key) => all.filter(({ id }) => id === key));
    return (named.length > 0 ? named : all).filter(({ id }) => !left.split(',').includes(id));
  }, [all, left, chosen]);
}
