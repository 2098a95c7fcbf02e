import { callOf, REQUEST_RESULTS, type RequestResult } from '@kantor/contract/plain/api-requests.ts';
import * as merchantRoutes from '@kantor/contract/plain/merchant-routes.ts';
import { fileOf } from '@/acts/exports/file-of';
import { useGetApiKeysQuery } from '@/api/api-keys';
import { getApiRequests, sentOf } from '@/api/api-requests';
import { FilterInput, readMinute } from '@/shared/filters/filter-input';
import { FilterSelect } from '@/shared/filters/filter-select';
import { SearchRest } from '@/shared/filters/search-rest';
import { listSection } from '@/shared/section/list-section';
import { textOf } from '@/shared/lib/text-of';
import { FilterButtons } from '@/shared/ui/filter-buttons';
import { requestColumns } from './request-columns';
import { texts, useTexts } from './texts';
import classes from './webhooks.module.css';

const CALLS = Object.values(merchantRoutes)
  .filter((route) => typeof route === 'object')
  .map(callOf)
  .filter((call, place, all) => all.indexOf(call) === place)
  .toSorted();

const filters: {
  search: string;
  result: RequestResult | '';
  key: string;
  call: string;
  from: string;
  to: string;
  before: string;
} = {
  search: '',
  result: '',
  key: '',
  call: '',
  from: '',
  to: '',
  before: '',
};

interface FiltersProps {
  values: typeof filters;
  onChange: (patch: Partial<typeof filters>) => void;
}

function Filters({ values: { result, key, call, from, to }, onChange }: FiltersProps) {
  const t = useTexts();
  const { currentData: keys = [] } = useGetApiKeysQuery();
  const results = (['', ...REQUEST_RESULTS] as const).map((value) => ({
    value,
    label: t(`webhooks:requests.${value === '' ? 'all' : value}`),
  }));
  return (
    <>
      <FilterButtons
        label={t('webhooks:requests.results')}
        value={result}
        options={results}
        onChange={(next) => onChange({ result: next })}
      />
      <div className={classes.narrowing}>
        <FilterSelect
          label={t('webhooks:requests.key')}
          any={t('webhooks:requests.anyKey')}
          value={key}
          options={keys.map(({ id, name }) => ({ value: id, label: textOf(name) }))}
          onChange={(next) => onChange({ key: next })}
        />
        <FilterSelect
          label={t('webhooks:requests.call')}
          any={t('webhooks:requests.anyCall')}
          value={call}
          options={CALLS.map((value) => ({ value, label: value }))}
          onChange={(next) => onChange({ call: next })}
        />
        <FilterInput
          label={t('webhooks:requests.from')}
          type="datetime-local"
          value={from}
          read={readMinute}
          onChange={(next) => onChange({ from: next })}
        />
        <FilterInput
          label={t('webhooks:requests.to')}
          type="datetime-local"
          value={to}
          read={readMinute}
          onChange={(next) => onChange({ to: next })}
        />
      </div>
    </>
  );
}

/** What the merchant's keys have asked for lately. */
export const Component = listSection({
  name: 'apiRequests',
  call: getApiRequests,
  file: fileOf('api_requests', sentOf),
  pageSize: 30,
  filters,
  allowed: { result: ['', ...REQUEST_RESULTS], call: ['', ...CALLS] },
  columns: () => requestColumns(texts),
  live: 'first page',
  search: { filter: 'search', label: () => texts('webhooks:requests.search'), clears: { before: '' } },
  toolbar: (list) => <Filters values={list.filters} onChange={(patch) => list.setFilters({ ...patch, before: '' })} />,
  below: (page, list) => <SearchRest rest={page.rest} list={list} />,
});
