import type { TFunction } from 'i18next';
import type { PendingRow, TransactionRow } from '@/api/transactions';
import { formatUsdt } from '@/shared/lib/format-amount';
import type { Column } from '@/shared/list/data-table';
import { ShortId } from '@/shared/ui/short-id';

type Seen = Pick<TransactionRow, 'tx_hash' | 'amount' | 'block_number'>;

/** Of both tables of the screen, which stand one above the other. */
const [HASH, AMOUNT, LAST] = ['40%', '30%', '30%'];

const hashColumn = (t: TFunction): Column<Seen> => ({
  id: 'hash',
  header: t('transactions.hash'),
  width: HASH,
  interactive: true,
  cell: ({ tx_hash: hash }) => <ShortId value={hash} subject={t('transactions.hash')} />,
});

const amountColumn = (t: TFunction): Column<Seen> => ({
  id: 'amount',
  header: t('transactions.amountUsdt'),
  width: AMOUNT,
  align: 'right',
  card: 'head',
  unit: t('units.usdt'),
  cell: ({ amount }) => formatUsdt(amount),
});

export const transactionColumns = (t: TFunction): readonly Column<TransactionRow>[] => [
  hashColumn(t),
  amountColumn(t),
  {
    id: 'block',
    header: t('transactions.block'),
    width: LAST,
    align: 'right',
    card: 'badge',
    labelled: true,
    cell: ({ block_number: block }) => String(block),
  },
];

export const pendingColumns = (t: TFunction): readonly Column<PendingRow>[] => [
  hashColumn(t),
  amountColumn(t),
  {
    id: 'confirmations',
    header: t('transactions.confirmations'),
    width: LAST,
    align: 'right',
    card: 'badge',
    unit: t('transactions.confirmationsUnit'),
    cell: ({ confirmations: n, confirmations_needed: needed }) => t('transactions.confirmationsOf', { n, needed }),
  },
];
