import { PLATFORM_ACCOUNT_FILTERS } from '@kantor/contract/plain/statuses.ts';
import { fileOf } from '@/acts/exports/file-of';
import { CreateAccount } from '@/acts/platform/create-account';
import { type AccountRow, getPlatformAccount, getPlatformAccounts } from '@/api/platform-accounts';
import type { Column } from '@/shared/list/data-table';
import { listScreen } from '@/shared/list/list-screen';
import { SearchField } from '@/shared/list/search-field';
import type { ListParams } from '@/shared/list/use-list-params';
import { formatCount, formatUsdt } from '@/shared/lib/format-amount';
import { formatDateTime } from '@/shared/lib/format-date';
import { paths } from '@/shared/lib/paths';
import { FilterButtons } from '@/shared/ui/filter-buttons';
import { type Texts, texts, useTexts } from './texts';
import { AccountState } from './account-state';
import { AccountTotals, StateCount } from './account-totals';
import { conversionText, feeText, trafficText } from './account-values';
import { TwoLines } from './two-lines';

const ROLES = ['ALL', 'trader', 'merchant'] as const;
const STATES = ['ALL', ...PLATFORM_ACCOUNT_FILTERS] as const;
const FILTERS = { search: '', role: 'ALL', status: 'ALL' };

const columns = (t: Texts): readonly Column<AccountRow>[] => [
  {
    id: 'name',
    header: t('platform:accounts.columns.name'),
    fit: 'cut',
    card: 'head',
    cell: ({ name, role }) => <TwoLines below={t(`platform:accounts.roleOf.${role}`)}>{name}</TwoLines>,
  },
  { id: 'state', header: t('fields.status'), card: 'badge', cell: (row) => <AccountState account={row} /> },
  {
    id: 'available',
    card: 'wide',
    header: t('platform:accounts.columns.available'),
    align: 'right',
    labelled: true,
    cell: ({ available, held }) => (
      <TwoLines below={t('platform:accounts.heldOf', { amount: formatUsdt(held) })}>{formatUsdt(available)}</TwoLines>
    ),
  },
  {
    id: 'fee',
    header: t('platform:accounts.columns.fee'),
    align: 'right',
    labelled: true,
    cell: (row) => feeText(row, t),
  },
  {
    id: 'traffic',
    header: t('platform:accounts.columns.traffic'),
    labelled: true,
    cell: (row) =>
      row.requisites === null ? (
        trafficText(row, t)
      ) : (
        <TwoLines below={t('platform:accounts.ready', row.requisites)}>{trafficText(row, t)}</TwoLines>
      ),
  },
  {
    id: 'today',
    header: t('platform:accounts.columns.today'),
    align: 'right',
    labelled: true,
    cell: ({ orders }) => formatCount(orders.today),
  },
  {
    id: 'conversion',
    header: t('platform:accounts.columns.conversion'),
    align: 'right',
    labelled: true,
    cell: (row) => conversionText(row, t),
  },
  {
    id: 'signedIn',
    header: t('platform:accounts.columns.signedIn'),
    card: 'wide',
    labelled: true,
    cell: (row) => formatDateTime(row.signed_in_at),
  },
];

function Filters({ list }: { list: ListParams<typeof FILTERS> }) {
  const t = useTexts();
  return (
    <>
      <SearchField
        label={t('platform:accounts.search')}
        value={list.filters.search}
        onChange={(search) => list.setFilters({ search }, { replace: true })}
      />
      <FilterButtons
        label={t('platform:accounts.role')}
        value={list.filters.role}
        options={ROLES.map((role) => ({ value: role as string, label: t(`platform:accounts.roles.${role}`) }))}
        onChange={(role) => list.setFilters({ role })}
      />
      <FilterButtons
        label={t('platform:filters.status')}
        value={list.filters.status}
        options={STATES.map((state) => ({
          value: state as string,
          label: t(`platform:accounts.states.${state}`),
          note: <StateCount state={state} filters={list.filters} />,
        }))}
        onChange={(status) => list.setFilters({ status })}
      />
    </>
  );
}

export const { Component, preload } = listScreen({
  name: 'platformAccounts',
  call: getPlatformAccounts,
  file: fileOf('platform_accounts'),
  pageSize: 30,
  filters: FILTERS,
  allowed: { role: [...ROLES], status: [...STATES] },
  columns: () => columns(texts),
  row: { path: paths.platformAccount, detail: getPlatformAccount, screen: () => import('./account-details') },
  action: CreateAccount,
  totals: AccountTotals,
  toolbar: (list) => <Filters list={list} />,
});
