import { TAGS } from '@kantor/contract/plain/tags.ts';
import { createApi } from '@reduxjs/toolkit/query/react';
import { baseQuery } from './base-query';

/** All calls of the product; `api/<resource>.ts` add theirs. */
export const api = createApi({
  reducerPath: 'api',
  baseQuery,
  // The server sends no changes of keys, of acts and of a person's security: who makes one sees it.
  tagTypes: [...TAGS, 'Invitation', 'ApiKey', 'Security', 'Alerts', 'Act', 'Party', 'View'],
  keepUnusedDataFor: 60,
  refetchOnFocus: true,
  refetchOnReconnect: true,
  refetchOnMountOrArgChange: 15,
  endpoints: () => ({}),
});

/** The tag id of lists: actions on one item invalidate every page. */
export const LIST = 'LIST';
