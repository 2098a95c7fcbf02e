import { PLATFORM_ACCOUNT_FILTERS } from '@kantor/contract/plain/statuses.ts';
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
import { conversionText, feeText, readyText, trafficText } from './account-values';

const ROLES = ['ALL', 'trader', 'merchant'] as const;
const STATES = ['ALL', ...PLATFORM_ACCOUNT_FILTERS] as const;
const FILTERS = { search: '', role: 'ALL', status: 'ALL' };

const columns = (t: Texts): readonly Column<AccountRow>[] => [
  { id: 'name', header: t('platform:accounts.columns.name'), fit: 'cut', card: 'head', cell: ({ name }) => name },
  { id: 'role', header: t('platform:accounts.role'), cell: ({ role }) => t(`platform:accounts.roleOf.${role}`) },
  { id: 'state', header: t('fields.status'), card: 'badge', cell: (row) => <AccountState account={row} /> },
  ...(['available', 'held'] as const).map((part) => ({
    id: part,
    header: t(`platform:accounts.columns.${part}`),
    align: 'right' as const,
    unit: 'USDT',
    labelled: true as const,
    cell: (row: AccountRow) => formatUsdt(row[part]),
  })),
  {
    id: 'fee',
    header: t('platform:accounts.columns.fee'),
    align: 'right',
    labelled: true,
    cell: (row) => feeText(row, t),
  },
  { id: 'traffic', header: t('platform:accounts.columns.traffic'), labelled: true, cell: (row) => trafficText(row, t) },
  {
    id: 'requisites',
    header: t('platform:accounts.columns.requisites'),
    labelled: true,
    cell: (row) => readyText(row, t),
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
        options={STATES.map((state) => ({ value: state as string, label: t(`platform:accounts.states.${state}`) }))}
        onChange={(status) => list.setFilters({ status })}
      />
    </>
  );
}

export const { Component, preload } = listScreen({
  name: 'platformAccounts',
  call: getPlatformAccounts,
  pageSize: 30,
  filters: FILTERS,
  allowed: { role: [...ROLES], status: [...STATES] },
  columns: () => columns(texts),
  row: { path: paths.platformAccount, detail: getPlatformAccount, screen: () => import('./account-details') },
  action: CreateAccount,
  toolbar: (list) => <Filters list={list} />,
});
