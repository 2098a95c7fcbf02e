import { Button } from '@mantine/core';
import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { usePolling } from '@/api/api';
import { useGetWithdrawalsQuery, usePrefetchWithdrawal, type WithdrawalRow } from '@/api/withdrawals';
import { paths } from '@/shared/lib/paths';
import { useListParams } from '@/shared/list/use-list-params';
import { ListScreen } from '@/shared/list/list-screen';
import { withdrawalColumns } from './withdrawal-columns';

const PREFETCHED_FOR_SECONDS = 30;

const rowKey = (withdrawal: WithdrawalRow) => withdrawal.id;
const rowHref = (withdrawal: WithdrawalRow) => paths.withdrawal(withdrawal.id);

export function Component() {
  const { t } = useTranslation();
  const list = useListParams({ pageSize: 10 });
  const query = useGetWithdrawalsQuery(list.query, usePolling(list.page === 1));
  const prefetch = usePrefetchWithdrawal('getWithdrawal', { ifOlderThan: PREFETCHED_FOR_SECONDS });
  const columns = useMemo(() => withdrawalColumns(t), [t]);
  const onRowIntent = useCallback(
    (withdrawal: WithdrawalRow) => {
      prefetch(withdrawal.id);
      void import('./withdrawal-details');
    },
    [prefetch],
  );

  return (
    <ListScreen
      title={t('sections.withdrawals')}
      countText={(n) => t('withdrawals.count', { n })}
      action={
        <Button component={Link} to={paths.newWithdrawal()}>
          {t('withdrawals.create')}
        </Button>
      }
      list={list}
      query={query}
      columns={columns}
      rowKey={rowKey}
      rowHref={rowHref}
      onRowIntent={onRowIntent}
      emptyText={t('withdrawals.notFound')}
      errorText={t('withdrawals.notFound')}
    />
  );
}
