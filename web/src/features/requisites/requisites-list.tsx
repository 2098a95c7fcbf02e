import { Button } from '@mantine/core';
import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { usePolling } from '@/api/api';
import { useGetRequisitesQuery, usePrefetchRequisite, type Requisite } from '@/api/requisites';
import { paths } from '@/shared/lib/paths';
import { useListParams } from '@/shared/list/use-list-params';
import { ListScreen } from '@/shared/list/list-screen';
import { requisiteColumns } from './requisite-columns';

const PREFETCHED_FOR_SECONDS = 30;

const rowKey = (requisite: Requisite) => requisite.id;
const rowHref = (requisite: Requisite) => paths.requisite(requisite.id);

export function Component() {
  const { t } = useTranslation();
  const list = useListParams({ pageSize: 10 });
  const query = useGetRequisitesQuery(list.query, usePolling());
  const prefetch = usePrefetchRequisite('getRequisite', { ifOlderThan: PREFETCHED_FOR_SECONDS });
  const columns = useMemo(() => requisiteColumns(t), [t]);
  const onRowIntent = useCallback(
    (requisite: Requisite) => {
      prefetch(requisite.id);
      void import('./requisite-details');
    },
    [prefetch],
  );
  return (
    <ListScreen
      title={t('sections.requisites')}
      countText={(n) => t('requisites.count', { n })}
      list={list}
      query={query}
      columns={columns}
      rowKey={rowKey}
      rowHref={rowHref}
      onRowIntent={onRowIntent}
      emptyText={t('requisites.notFound')}
      errorText={t('requisites.notFound')}
      action={
        <Button component={Link} to={paths.newRequisite()}>
          {t('requisites.add')}
        </Button>
      }
    />
  );
}
