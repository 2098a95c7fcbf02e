import { Button } from '@mantine/core';
import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { usePolling } from '@/api/api';
import { useGetPayoutsQuery, usePrefetchPayout, type PayoutRow } from '@/api/payouts';
import { useRole } from '@/session/use-user';
import { paths } from '@/shared/lib/paths';
import { useListParams } from '@/shared/list/use-list-params';
import { ListScreen } from '@/shared/list/list-screen';
import { payoutColumns } from './payout-columns';

const PREFETCHED_FOR_SECONDS = 30;

const rowKey = (payout: PayoutRow) => payout.id;
const rowHref = (payout: PayoutRow) => paths.payout(payout.id);

export function Component() {
  const { t } = useTranslation();
  const isMerchant = useRole() === 'merchant';
  const list = useListParams({ pageSize: 10 });
  const query = useGetPayoutsQuery(list.query, usePolling(list.page === 1));
  const prefetch = usePrefetchPayout('getPayout', { ifOlderThan: PREFETCHED_FOR_SECONDS });
  const columns = useMemo(() => payoutColumns(t), [t]);
  const onRowIntent = useCallback(
    (payout: PayoutRow) => {
      prefetch(payout.id);
      void import('./payout-details');
    },
    [prefetch],
  );

  return (
    <ListScreen
      title={t('sections.payouts')}
      countText={(n) => t('payouts.count', { n })}
      action={
        isMerchant && (
          <Button component={Link} to={paths.newPayout()}>
            {t('payouts.create')}
          </Button>
        )
      }
      list={list}
      query={query}
      columns={columns}
      rowKey={rowKey}
      rowHref={rowHref}
      onRowIntent={onRowIntent}
      emptyText={t('payouts.notFound')}
      errorText={t('payouts.notFound')}
    />
  );
}
