import type { TFunction } from 'i18next';
import { isDoubtful, isWaiting, type Wallet } from '@/api/wallets';
import { formatDateTime } from '@/shared/lib/format-date';
import type { Column } from '@/shared/list/data-table';
import { CopyButton } from '@/shared/ui/copy-button';
import { StatusBadge } from '@/shared/ui/status-badge';
import classes from './wallets.module.css';

export const walletColumns = (t: TFunction): readonly Column<Wallet>[] => [
  {
    id: 'number',
    header: t('wallets.number'),
    fit: 'wrap',
    card: 'wide',
    cell: ({ wallet_to_withdraw: number }) => (
      <span className={classes.number}>
        <code>{number}</code>
        <CopyButton value={number} subject={t('wallets.number')} />
      </span>
    ),
  },
  {
    id: 'note',
    header: t('wallets.note'),
    card: 'wide',
    cell: (wallet) => {
      if (isDoubtful(wallet)) return <StatusBadge tone="warning">{t('wallets.notTron')}</StatusBadge>;
      if (isWaiting(wallet)) return <StatusBadge tone="info">{waitText(wallet, t)}</StatusBadge>;
      return null;
    },
  },
];

/** From when a new wallet can be used. */
export const waitText = ({ usable_at: usableAt }: { usable_at: string }, t: TFunction): string =>
  t('wallets.usableFrom', { time: formatDateTime(usableAt) });
