import type { PAGE_SIZES as WIRE_PAGE_SIZES } from '@kantor/contract/plain/pages.ts';

/** The contract's page sizes; spelled out here because its module brings zod along. */
export const PAGE_SIZES = [10, 30, 50, 100] as const satisfies typeof WIRE_PAGE_SIZES;
export type PageSize = (typeof PAGE_SIZES)[number];

export interface Paged<Row> {
  count: number;
  results: Row[];
}

/** The part of an RTK Query result that list screens read. */
export interface PagedQuery<Row> {
  /** May still hold the previous page; shown only while the next one loads. */
  data?: Paged<Row> | undefined;
  /** The page that belongs to the current address. */
  currentData?: Paged<Row> | undefined;
  isFetching: boolean;
  isError: boolean;
  refetch: () => unknown;
}

/** The page to show now. Once a request has failed, the rows of another page are not an answer. */
export const shownPage = <Row>(query: PagedQuery<Row>): Paged<Row> | undefined =>
  query.isFetching ? (query.currentData ?? query.data) : query.currentData;

export const pageCount = (count: number, pageSize: number): number => Math.max(1, Math.ceil(count / pageSize));
