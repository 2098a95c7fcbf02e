import type { TFunction } from 'i18next';
import { isDoubtful, isRemovable, isWaiting, type Wallet } from '@/api/wallets';
import { formatDateTime } from '@/shared/lib/format-date';
import type { Column } from '@/shared/list/data-table';
import { CopyButton } from '@/shared/ui/copy-button';
import { StatusBadge } from '@/shared/ui/status-badge';
import { removeWallet } from './remove-wallet';
import type { Side } from './sides';
import classes from './wallets.module.css';

/** The columns of an owner's wallets. */
export function walletColumns(side: Side): (t: TFunction) => readonly Column<Wallet>[] {
  const RemoveWallet = removeWallet(side);
  return (t) => [
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
      isEmpty: (wallet) => !isDoubtful(wallet) && !isWaiting(wallet),
      cell: (wallet) => {
        if (isDoubtful(wallet)) return <StatusBadge tone="warning">{t('wallets.notTron')}</StatusBadge>;
        if (isWaiting(wallet)) return <StatusBadge tone="info">{waitText(wallet, t)}</StatusBadge>;
        return null;
      },
    },
    {
      id: 'remove',
      header: t('wallets.action'),
      align: 'right',
      interactive: true,
      card: 'wide',
      isEmpty: (wallet) => !isRemovable(wallet),
      cell: (wallet) => (isRemovable(wallet) ? <RemoveWallet wallet={wallet} /> : null),
    },
  ];
}

/** From when a new wallet can be used. */
export const waitText = ({ usable_at: usableAt }: { usable_at: string }, t: TFunction): string =>
  t('wallets.usableFrom', { time: formatDateTime(usableAt) });
