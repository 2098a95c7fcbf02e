import { BankFilter } from '@/acts/order-filters/bank-filter';
import type { ReactNode } from 'react';
import type { ListParams } from '@/shared/list/use-list-params';
import { SpanFilters } from '@/shared/filters/span-filters';
import { SearchField } from '@/shared/list/search-field';
import { FilterButtons } from '@/shared/ui/filter-buttons';
import { AccountFilter } from './account-filter';
import classes from './platform.module.css';
import { type Texts, useTexts } from './texts';

/** The filters of every list of the platform; empty is any. `before` is where a search goes on. */
const NONE = { search: '', account: '', status: 'ALL', bank: '', from: '', to: '', min: '', max: '', before: '' };
type Values = typeof NONE;

interface Offered {
  /** Besides `ALL`. */
  statuses?: readonly string[];
  bank?: true;
  sums?: true;
}

/** The filters of a list, for its definition: a value that it does not offer is no filter of it. */
export const filtersOf = ({ statuses = [], bank, sums }: Offered) => ({
  filters: { ...NONE },
  allowed: {
    status: ['ALL', ...statuses],
    ...(!bank && { bank: [''] }),
    ...(!sums && { min: [''], max: [''] }),
  },
});

interface PlatformFiltersProps<Status extends string> extends Omit<Offered, 'statuses'> {
  list: Pick<ListParams<Values>, 'filters' | 'setFilters'>;
  searchLabel: (t: Texts) => string;
  /** With `ALL`. */
  statuses?: readonly Status[];
  statusLabel?: (t: Texts, status: Status) => string;
  /** A figure beside a status. */
  statusNote?: (status: Status) => ReactNode;
  /** In the row of the fields, after them. */
  more?: ReactNode;
}

/** The filters of a list of the platform: those of its values. */
export function PlatformFilters<Status extends string>({
  list,
  searchLabel,
  statuses,
  statusLabel,
  statusNote,
  more,
  bank: hasBank,
  sums,
}: PlatformFiltersProps<Status>) {
  const t = useTexts();
  const { search, account, from, to, status, bank, min, max } = list.filters;
  // Another question begins with the newest.
  const change = (patch: Partial<Values>) => list.setFilters({ before: '', ...patch });
  return (
    <div className={classes.filters} role="group" aria-label={t('platform:filters.label')}>
      <div className={classes.row}>
        <SearchField label={searchLabel(t)} value={search} onChange={(text) => change({ search: text })} />
        {statuses && statusLabel && (
          <FilterButtons
            label={t('platform:filters.status')}
            value={status}
            options={statuses.map((each) => ({
              value: each as string,
              label: statusLabel(t, each),
              note: statusNote?.(each),
            }))}
            onChange={(value) => change({ status: value })}
          />
        )}
      </div>
      <div className={`${classes.row} ${classes.inputs}`}>
        <AccountFilter value={account} onChange={(id) => change({ account: id })} />
        {hasBank && <BankFilter value={bank} onChange={(id) => change({ bank: id })} />}
        <SpanFilters values={{ from, to, min, max }} sums={sums} onChange={change} />
        {more}
      </div>
    </div>
  );
}
