import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { ASK, type FirstQuestion, usePolling } from '@/api/api';
import { getAppealsEndpoint, useGetAppealsQuery, usePrefetchAppeal, type AppealRow } from '@/api/appeals';
import { paths } from '@/shared/lib/paths';
import { readListParams, useListParams } from '@/shared/list/use-list-params';
import { ListScreen } from '@/shared/list/list-screen';
import { SearchField } from '@/shared/list/search-field';
import { appealColumns } from './appeal-columns';

const PREFETCHED_FOR_SECONDS = 30;
const FILTERS = { order_id: '' };
const LIST = { pageSize: 10, filters: FILTERS } as const;

export const handle: FirstQuestion = ({ search }) =>
  getAppealsEndpoint.initiate(readListParams(search, LIST).query, ASK);

const rowKey = (appeal: AppealRow) => appeal.id;
const rowHref = (appeal: AppealRow) => paths.appeal(appeal.id);

export function Component() {
  const { t } = useTranslation();
  const list = useListParams(LIST);
  const query = useGetAppealsQuery(list.query, usePolling(list.page === 1));
  const prefetch = usePrefetchAppeal('getAppeal', { ifOlderThan: PREFETCHED_FOR_SECONDS });
  const columns = useMemo(() => appealColumns(t), [t]);
  const onRowIntent = useCallback(
    (appeal: AppealRow) => {
      prefetch(appeal.id);
      void import('./appeal-details');
    },
    [prefetch],
  );

  return (
    <ListScreen
      title={t('sections.appeals')}
      countText={(n) => t('appeals.count', { n })}
      list={list}
      query={query}
      columns={columns}
      rowKey={rowKey}
      rowHref={rowHref}
      onRowIntent={onRowIntent}
      emptyText={t('appeals.empty')}
      errorText={t('appeals.notFound')}
      toolbar={
        <SearchField
          label={t('appeals.search')}
          value={list.filters.order_id}
          onChange={(value) => list.setFilters({ order_id: value }, { replace: true })}
        />
      }
    />
  );
}
