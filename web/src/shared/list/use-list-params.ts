import { useLayoutEffect, useRef } from 'react';
import { useNavigate, useNavigation } from 'react-router';
import { PAGE_SIZES, type PageSize } from '@kantor/contract/plain/pages.ts';
import { useListAddress } from './beside';

export type Filters = Record<string, string>;

/** The part of every list that tables and pagers use. */
export interface Paging {
  page: number;
  pageSize: PageSize;
  /** Names the page that is asked for, filters and all. */
  scope: string;
  /** Some filter is not at its default. */
  isFiltered: boolean;
  setPage: (page: number, options?: { replace?: boolean }) => void;
  /** Returns to page 1. */
  setPageSize: (pageSize: number) => void;
  resetFilters: () => void;
  /** Keys of columns in their order, with commas between them, as `columns` of the address has them; empty: the screen's own. */
  columns: string;
  setColumns: (columns: string) => void;
  /** The address of a page: its query is `?page=2`, or empty for a list without settings. */
  addressOfPage: (page: number) => { pathname: string; search: string };
}

export interface ListParams<F extends Filters> extends Paging {
  filters: F;
  /** Ready to pass to a list endpoint. Filters at their default value are left out. */
  query: { page: number; page_size: PageSize } & Partial<F>;
  /** Changes filters in one write of the address, and returns to page 1. */
  setFilters: (patch: Partial<F>, options?: { replace?: boolean }) => void;
}

/** The server refuses pages beyond this. */
const MAX_PAGE = 100_000_000;

const toPage = (raw: string | null): number => {
  const page = /^\d{1,9}$/.test(raw ?? '') ? Number(raw) : 1;
  return page >= 1 && page <= MAX_PAGE ? page : 1;
};

const toPageSize = (raw: string | null, fallback: PageSize): PageSize =>
  PAGE_SIZES.find((size) => String(size) === raw) ?? fallback;

/** The defaults of a list. `allowed`: the values a filter may take; others fall back. */
export interface ListOptions<F extends Filters> {
  pageSize: PageSize;
  filters?: F;
  allowed?: Partial<Record<keyof F, readonly string[]>>;
}

/** Reads an address. A value that does not make sense falls back to its default. */
export function readListParams<F extends Filters = Record<never, string>>(
  params: URLSearchParams,
  options: ListOptions<F>,
): Pick<ListParams<F>, 'filters' | 'query'> {
  const defaults: Filters = options.filters ?? {};
  const allowed: Partial<Record<string, readonly string[]>> = options.allowed ?? {};
  const read = (name: string, fallback: string): string => {
    const value = params.get(name) ?? fallback;
    return allowed[name]?.includes(value) === false ? fallback : value;
  };
  const filters = Object.fromEntries(
    Object.entries(defaults).map(([name, fallback]) => [name, read(name, fallback)]),
  ) as F;
  const active = Object.fromEntries(
    Object.entries(filters).filter(([name, value]) => value !== defaults[name]),
  ) as Partial<F>;
  const page = toPage(params.get('page'));
  return { filters, query: { page, page_size: toPageSize(params.get('page_size'), options.pageSize), ...active } };
}

interface Shown {
  page: number;
  pageSize: number;
  filters: Filters;
  columns: string;
}

/** Holds page, page size, filters and columns in the address, so that Back, reload and shared links work; defaults are left out. */
export function useListParams<F extends Filters = Record<never, string>>(options: ListOptions<F>): ListParams<F> {
  const navigate = useNavigate();
  const { state: leaving } = useNavigation();
  const { pathname, search: settings } = useListAddress();
  const defaults: Filters = options.filters ?? {};
  const address = new URLSearchParams(settings);
  const { filters, query } = readListParams(address, options);
  const { page, page_size: pageSize, ...active } = query;
  const shown = { page, pageSize, filters, columns: address.get('columns') ?? '' };
  // What was asked for and is not shown yet: a second change goes on from it.
  const asked = useRef<{ from: string; next: Shown }>(undefined);
  useLayoutEffect(() => {
    if (asked.current?.from !== settings) asked.current = undefined;
  }, [settings]);

  const write = (next: Shown): URLSearchParams => {
    const out = new URLSearchParams();
    if (next.page > 1) out.set('page', String(next.page));
    if (next.pageSize !== options.pageSize) out.set('page_size', String(next.pageSize));
    for (const [name, value] of Object.entries(next.filters)) {
      if (value !== defaults[name]) out.set(name, value);
    }
    if (next.columns) out.set('columns', next.columns);
    return out;
  };

  const go = (change: (now: Shown) => Partial<Shown>, replace = false) => {
    // Whoever has opened a row whose code is still on its way is not called back by what they typed just before.
    if (leaving !== 'idle') return;
    const now = asked.current?.next ?? shown;
    const next = { ...now, page: 1, ...change(now) };
    asked.current = { from: settings, next };
    // The list stays where it is on the screen while its rows change.
    void navigate({ pathname, search: write(next).toString() }, { replace, preventScrollReset: true });
  };

  return {
    ...shown,
    scope: write(shown).toString(),
    query,
    isFiltered: Object.keys(active).length > 0,
    setPage: (next, { replace } = {}) => go(() => ({ page: next }), replace),
    setPageSize: (next) => go(() => ({ pageSize: next })),
    setFilters: (patch, { replace } = {}) => go((now) => ({ filters: { ...now.filters, ...patch } }), replace),
    resetFilters: () => go(() => ({ filters: defaults })),
    setColumns: (next) => go((now) => ({ page: now.page, columns: next })),
    addressOfPage: (next) => {
      const text = write({ ...shown, page: next }).toString();
      return { pathname, search: text && `?${text}` };
    },
  };
}
