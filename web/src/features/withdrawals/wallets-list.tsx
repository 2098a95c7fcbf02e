import type { TFunction } from 'i18next';
import { getWallets, isDoubtful, type Wallet } from '@/api/wallets';
import { listScreen } from '@/shared/list/list-screen';
import { CopyButton } from '@/shared/ui/copy-button';
import type { Column } from '@/shared/list/data-table';
import { StatusBadge } from '@/shared/ui/status-badge';
import { AddWallet } from './add-wallet';
import classes from './wallets.module.css';

const walletColumns = (t: TFunction): readonly Column<Wallet>[] => [
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
    cell: (wallet) => isDoubtful(wallet) && <StatusBadge tone="warning">{t('wallets.notTron')}</StatusBadge>,
  },
];

export const { Component, preload } = listScreen({
  name: 'wallets',
  call: getWallets,
  isWhole: true,
  pageSize: 10,
  columns: walletColumns,
  action: AddWallet,
});
