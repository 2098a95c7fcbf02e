import { TAGS } from '@kantor/contract/plain/tags.ts';
import { createApi } from '@reduxjs/toolkit/query/react';
import { baseQuery } from './base-query';

// The server sends no changes of keys, acts, reconciliations and of a person's security: who makes one sees it.
const TAG_TYPES = [
  ...TAGS,
  'Invitation',
  'ApiKey',
  'Security',
  'Alerts',
  'Act',
  'Party',
  'View',
  'Reconciliation',
] as const;
export type TagType = (typeof TAG_TYPES)[number];

/** All calls of the product; `api/<resource>.ts` add theirs. */
export const api = createApi({
  reducerPath: 'api',
  baseQuery,
  tagTypes: TAG_TYPES,
  keepUnusedDataFor: 60,
  refetchOnFocus: true,
  refetchOnReconnect: true,
  refetchOnMountOrArgChange: 15,
  endpoints: () => ({}),
});

/** The tag id of what is not one object: a change of any object of the kind makes it stale. */
export const LIST = 'LIST';

/** The tags of what shows more than one object of these kinds. A kind without an id would miss the changes that name one. */
export const listed = <Type extends TagType>(...types: Type[]) => types.map((type) => ({ type, id: LIST }));
