import { Button } from '@mantine/core';
import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { usePolling } from '@/api/api';
import { useGetCabinetsQuery, usePrefetchCabinet, type Cabinet } from '@/api/cabinets';
import { paths } from '@/shared/lib/paths';
import { useListParams } from '@/shared/list/use-list-params';
import { ListScreen } from '@/shared/list/list-screen';
import { cabinetColumns } from './cabinet-columns';

const PREFETCHED_FOR_SECONDS = 30;

const rowKey = (cabinet: Cabinet) => cabinet.id;
const rowHref = (cabinet: Cabinet) => paths.cabinet(cabinet.id);

export function Component() {
  const { t } = useTranslation();
  const list = useListParams({ pageSize: 10 });
  const query = useGetCabinetsQuery(list.query, usePolling());
  const prefetch = usePrefetchCabinet('getCabinet', { ifOlderThan: PREFETCHED_FOR_SECONDS });
  const columns = useMemo(() => cabinetColumns(t), [t]);
  const onRowIntent = useCallback(
    (cabinet: Cabinet) => {
      prefetch(cabinet.id);
      void import('./cabinet-details');
    },
    [prefetch],
  );
  return (
    <ListScreen
      title={t('sections.cabinets')}
      countText={(n) => t('cabinets.count', { n })}
      list={list}
      query={query}
      columns={columns}
      rowKey={rowKey}
      rowHref={rowHref}
      onRowIntent={onRowIntent}
      emptyText={t('cabinets.notFound')}
      errorText={t('cabinets.notFound')}
      action={
        <Button component={Link} to={paths.newCabinet()}>
          {t('cabinets.add')}
        </Button>
      }
    />
  );
}
