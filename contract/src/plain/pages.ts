/** The page sizes that a list offers. */
export const PAGE_SIZES = [10, 30, 50, 100] as const;
export type PageSize = (typeof PAGE_SIZES)[number];

export const MAX_PAGE_SIZE = 100;

/** Which page of a list: `page` from 1. */
export interface PageRequest {
  page: number;
  pageSize: number;
}
