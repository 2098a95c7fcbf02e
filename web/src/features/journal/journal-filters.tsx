import { Button } from '@mantine/core';
import ru from '@/shared/i18n/journal.ru.json';
import { useJournalTexts as useTexts } from '@/shared/deeds/deed-text';
import { FilterSelect } from '@/shared/filters/filter-select';
import { formatDateTime } from '@/shared/lib/format-date';
import type { Paged } from '@/shared/lib/paged';
import { SearchField } from '@/shared/list/search-field';
import type { ListParams } from '@/shared/list/use-list-params';
import classes from './journal.module.css';

/** The filters of every journal; empty is any. `before` is where a search goes on. */
export const FILTERS = { person: '', kind: '', object: '', before: '' };
type List = Pick<ListParams<typeof FILTERS>, 'filters' | 'setFilters'>;

const KINDS = Object.keys(ru.kinds) as (keyof (typeof ru)['kinds'])[];

/** By object, by its kind, and by the person whose name was clicked. */
export function JournalFilters({ list }: { list: List }) {
  const t = useTexts();
  const { object, kind, person } = list.filters;
  return (
    <div className={classes.filters}>
      <SearchField
        label={t('journal:search')}
        value={object}
        onChange={(text) => list.setFilters({ object: text, before: '' }, { replace: true })}
      />
      <FilterSelect
        label={t('journal:kind')}
        any={t('journal:anyKind').toLowerCase()}
        value={kind}
        options={KINDS.map((each) => ({ value: each, label: t(`journal:kinds.${each}`) }))}
        onChange={(next) => list.setFilters({ kind: next, before: '' })}
      />
      {person !== '' && (
        <Button variant="default" onClick={() => list.setFilters({ person: '', before: '' })}>
          {`${t('journal:person')} × ${t('journal:anyone')}`}
        </Button>
      )}
    </div>
  );
}

/** Says how far back a search has looked, and goes on from there. */
export function JournalRest({ rest, list }: { rest: Paged<unknown>['rest']; list: List }) {
  const t = useTexts();
  const isFurther = list.filters.before !== '';
  if (!rest && !isFurther) return null;
  return (
    <div className={classes.rest} role="status">
      {rest && <span>{t('journal:restText', { at: formatDateTime(rest.at) })}</span>}
      {rest && (
        <Button variant="default" onClick={() => list.setFilters({ before: rest.before })}>
          {t('journal:restMore')}
        </Button>
      )}
      {isFurther && (
        <Button variant="default" onClick={() => list.setFilters({ before: '' })}>
          {t('journal:restFirst')}
        </Button>
      )}
    </div>
  );
}
