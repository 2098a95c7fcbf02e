import { Button } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isDoubtful, useGetWalletsQuery, type Wallet } from '@/api/wallets';
import type { PagedQuery } from '@/shared/lib/paged';
import { useListParams } from '@/shared/list/use-list-params';
import { CopyButton } from '@/shared/ui/copy-button';
import type { Column } from '@/shared/list/data-table';
import { ListScreen } from '@/shared/list/list-screen';
import { StatusBadge } from '@/shared/ui/status-badge';
import { NewWallet } from './new-wallet';
import classes from './wallets.module.css';

const rowKey = (wallet: Wallet) => String(wallet.id);

export function Component() {
  const { t } = useTranslation();
  const [isAdding, setAdding] = useState(false);
  const list = useListParams({ pageSize: 10 });
  const query = useWalletPage(list);
  const columns = useMemo(() => walletColumns(t), [t]);
  return (
    <>
      <ListScreen
        title={t('sections.wallets')}
        countText={(n) => t('wallets.count', { n })}
        action={<Button onClick={() => setAdding(true)}>{t('wallets.add')}</Button>}
        list={list}
        query={query}
        columns={columns}
        rowKey={rowKey}
        emptyText={t('wallets.notFound')}
        errorText={t('wallets.notFound')}
      />
      {isAdding && <NewWallet onClose={() => setAdding(false)} />}
    </>
  );
}

/** The server sends all wallets at once; the screen has pages as every list does. */
function useWalletPage({ page, pageSize }: { page: number; pageSize: number }): PagedQuery<Wallet> {
  const { data, isFetching, isError, refetch } = useGetWalletsQuery();
  return useMemo(() => {
    const shown = data && { count: data.length, results: data.slice((page - 1) * pageSize, page * pageSize) };
    return { data: shown, currentData: shown, isFetching, isError, refetch };
  }, [data, isFetching, isError, refetch, page, pageSize]);
}

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
