import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { usePolling } from '@/api/api';
import { useGetPingsQuery, type PingRow } from '@/api/pings';
import { formatDateTime } from '@/shared/lib/format-date';
import { useListParams } from '@/shared/list/use-list-params';
import type { Column } from '@/shared/list/data-table';
import { ListScreen } from '@/shared/list/list-screen';

const rowKey = (ping: PingRow) => ping.id;

export function Component() {
  const { t } = useTranslation();
  const list = useListParams({ pageSize: 10 });
  const query = useGetPingsQuery(list.query, usePolling(list.page === 1));
  const columns = useMemo(() => pingColumns(t), [t]);
  return (
    <ListScreen
      title={t('sections.pings')}
      countText={(n) => t('pings.count', { n })}
      list={list}
      query={query}
      columns={columns}
      rowKey={rowKey}
      emptyText={t('pings.notFound')}
      errorText={t('pings.notFound')}
    />
  );
}

const pingColumns = (t: TFunction): readonly Column<PingRow>[] => [
  { id: 'cabinet', header: t('pings.cabinet'), card: 'head', fit: 'wrap', cell: (ping) => ping.cabinet.device_name },
  { id: 'text', header: t('pings.text'), card: 'wide', fit: 'wrap', cell: (ping) => ping.text },
  { id: 'created', header: t('pings.created'), card: 'badge', cell: (ping) => formatDateTime(ping.created_at) },
];
