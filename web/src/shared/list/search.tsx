import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { SearchField } from './search-field';
import type { Filters, ListParams } from './use-list-params';

/** A search box for one of a list's filters. */
export interface SearchOf<F extends Filters> {
  filter: keyof F & string;
  label: (t: TFunction) => string;
  /** What a text takes the place of: it is looked for in the whole list. */
  clears?: Partial<F>;
}

export function Search<F extends Filters>({ list, filter, label, clears }: SearchOf<F> & { list: ListParams<F> }) {
  const { t } = useTranslation();
  const search = (text: string) => list.setFilters({ ...clears, [filter]: text } as Partial<F>, { replace: true });
  return <SearchField label={label(t)} value={list.filters[filter] ?? ''} onChange={search} />;
}
