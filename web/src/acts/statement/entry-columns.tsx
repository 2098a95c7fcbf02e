import type { ComponentType } from 'react';
import type { StatementEntry } from '@/api/statement';
import type { StatementTexts } from '@/shared/i18n/statement';
import { usdtInColumn } from '@/shared/lib/format-amount';
import { formatDateTime } from '@/shared/lib/format-date';
import type { Column } from '@/shared/list/data-table';
import { SignedSum } from '@/shared/entries/sum';

/** The columns of a statement; what an entry was for is said by whose statement it is. */
export const entryColumns = (
  t: StatementTexts,
  What: ComponentType<{ entry: StatementEntry }>,
): readonly Column<StatementEntry>[] => [
  { id: 'date', header: t('statement:date'), card: 'wide', cell: (entry) => formatDateTime(entry.created_at) },
  {
    id: 'what',
    interactive: true,
    header: t('statement:what'),
    fit: 'wrap',
    card: 'wide',
    cell: (entry) => <What entry={entry} />,
  },
  {
    id: 'amount',
    header: t('statement:amount'),
    align: 'right',
    card: 'head',
    cell: ({ amount }) => <SignedSum amount={amount} />,
  },
  {
    id: 'after',
    header: t('statement:after'),
    align: 'right',
    card: 'wide',
    labelled: true,
    cell: (entry) => usdtInColumn(entry.balance_after),
  },
];
