import type { TFunction } from 'i18next';
import type { DepositRow, PendingRow } from '@/api/deposits';
import { formatUsdt } from '@/shared/lib/format-amount';
import { figuresOf } from '@/shared/lib/text-of';
import type { Column } from '@/shared/list/data-table';
import { ShortId } from '@/shared/ui/short-id';

type Seen = Pick<DepositRow, 'tx_hash' | 'amount' | 'block_number'>;

/** Both tables of the screen have these widths, as one stands above the other. */
const [HASH, AMOUNT, LAST] = ['40%', '30%', '30%'];

const hashColumn = (t: TFunction): Column<Seen> => ({
  id: 'hash',
  header: t('deposits.hash'),
  width: HASH,
  interactive: true,
  cell: ({ tx_hash: hash }) => <ShortId value={hash} subject={t('deposits.hash')} />,
});

const amountColumn = (t: TFunction): Column<Seen> => ({
  id: 'amount',
  header: t('deposits.amountUsdt'),
  width: AMOUNT,
  align: 'right',
  card: 'head',
  unit: t('units.usdt'),
  cell: ({ amount }) => formatUsdt(amount),
});

export const depositColumns = (t: TFunction): readonly Column<DepositRow>[] => [
  hashColumn(t),
  amountColumn(t),
  {
    id: 'block',
    header: t('deposits.block'),
    width: LAST,
    align: 'right',
    card: 'badge',
    labelled: true,
    cell: ({ block_number: block }) => figuresOf(block),
  },
];

export const pendingColumns = (t: TFunction): readonly Column<PendingRow>[] => [
  hashColumn(t),
  amountColumn(t),
  {
    id: 'confirmations',
    header: t('deposits.confirmations'),
    width: LAST,
    align: 'right',
    card: 'badge',
    unit: t('deposits.confirmationsUnit'),
    cell: ({ confirmations: n, confirmations_needed: needed }) => t('deposits.confirmationsOf', { n, needed }),
  },
];
