import type { QueryState } from './query-call';

export interface Paged<Row> {
  count: number;
  results: Row[];
  /** Of a search that has not looked at everything: the place where it goes on, and of when that is. */
  rest?: { before: string; at: string } | null | undefined;
}

export type PagedQuery<Row> = QueryState<Paged<Row>>;

/** The page to show now. Once a request has failed, the rows of another page are not an answer. */
export const shownPage = <Row>(query: PagedQuery<Row>): Paged<Row> | undefined =>
  query.isFetching ? (query.currentData ?? query.data) : query.currentData;

export const pageCount = (count: number, pageSize: number): number => Math.max(1, Math.ceil(count / pageSize));
