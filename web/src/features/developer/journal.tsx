import { WEBHOOK_STATUSES, type WebhookStatus } from '@kantor/contract/plain/statuses.ts';
import { WEBHOOK_TYPES } from '@kantor/contract/plain/webhooks.ts';
import { fileOf } from '@/acts/exports/file-of';
import { getWebhook, getWebhooks, type WebhookFilter } from '@/api/webhooks';
import { May } from '@/session/may';
import { FilterSelect } from '@/shared/filters/filter-select';
import { SearchRest } from '@/shared/filters/search-rest';
import { paths } from '@/shared/lib/paths';
import { listSection } from '@/shared/section/list-section';
import { FilterButtons } from '@/shared/ui/filter-buttons';
import { ResendFound } from './resend-found';
import { texts, useTexts } from './texts';
import { webhookColumns } from './webhook-columns';
import { useTypeName } from './webhook-words';

const filters: { search: string; status: WebhookStatus | ''; type: string; before: string } = {
  search: '',
  status: '',
  type: '',
  before: '',
};

interface FiltersProps {
  values: typeof filters;
  onChange: (patch: Partial<WebhookFilter>) => void;
}

function Filters({ values: { search, status, type }, onChange }: FiltersProps) {
  const t = useTexts();
  const nameOf = useTypeName();
  const states = (['', ...WEBHOOK_STATUSES] as const).map((value) => ({
    value,
    label: value === '' ? t('webhooks:journal.all') : t(`status.webhook.${value}`),
  }));
  return (
    <>
      <FilterButtons
        label={t('webhooks:journal.states')}
        value={status}
        options={states}
        onChange={(next) => onChange({ status: next })}
      />
      <FilterSelect
        label={t('webhooks:journal.type')}
        any={t('webhooks:journal.anyType')}
        value={type}
        options={WEBHOOK_TYPES.map((value) => ({ value, label: nameOf(value) }))}
        onChange={(next) => onChange({ type: next })}
      />
      <May right="webhooks.edit">
        <ResendFound filter={{ search, status, type }} />
      </May>
    </>
  );
}

function useSearchLabel(): string {
  const t = useTexts();
  return t('webhooks:journal.search');
}

/** The journal of webhooks. */
export const Component = listSection({
  name: 'webhooks',
  call: getWebhooks,
  file: fileOf('webhooks'),
  pageSize: 10,
  filters,
  allowed: { status: ['', ...WEBHOOK_STATUSES], type: ['', ...WEBHOOK_TYPES] },
  columns: () => webhookColumns(texts),
  row: { path: paths.webhook, detail: getWebhook, screen: () => import('./webhook-details') },
  live: 'first page',
  search: { filter: 'search', label: useSearchLabel, clears: { before: '' } },
  toolbar: (list) => <Filters values={list.filters} onChange={(patch) => list.setFilters({ ...patch, before: '' })} />,
  below: (page, list) => <SearchRest rest={page.rest} list={list} />,
});
