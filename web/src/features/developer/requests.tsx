import { REQUEST_RESULTS, type RequestResult } from '@kantor/contract/plain/api-requests.ts';
import { getApiRequests } from '@/api/api-requests';
import { SearchRest } from '@/shared/filters/search-rest';
import { listSection } from '@/shared/list/list-section';
import { FilterButtons } from '@/shared/ui/filter-buttons';
import { requestColumns } from './request-columns';
import { texts, useTexts } from './texts';

interface ResultsProps {
  value: RequestResult | '';
  onChange: (result: RequestResult | '') => void;
}

function Results({ value, onChange }: ResultsProps) {
  const t = useTexts();
  const options = (['', ...REQUEST_RESULTS] as const).map((result) => ({
    value: result,
    label: t(`webhooks:requests.${result === '' ? 'all' : result}`),
  }));
  return <FilterButtons label={t('webhooks:requests.results')} value={value} options={options} onChange={onChange} />;
}

const filters: { search: string; result: RequestResult | ''; before: string } = { search: '', result: '', before: '' };

/** What the merchant's keys have asked for in seven days. */
export const Component = listSection({
  name: 'apiRequests',
  call: getApiRequests,
  pageSize: 30,
  filters,
  allowed: { result: ['', ...REQUEST_RESULTS] },
  columns: () => requestColumns(texts),
  live: 'first page',
  search: { filter: 'search', label: () => texts('webhooks:requests.search'), clears: { before: '' } },
  toolbar: (list) => (
    <Results value={list.filters.result} onChange={(result) => list.setFilters({ result, before: '' })} />
  ),
  below: (page, list) => <SearchRest rest={page.rest} list={list} />,
});
