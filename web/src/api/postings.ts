import * as routes from '@kantor/contract/plain/postings-routes.ts';
import type * as wire from '@kantor/contract/wire/postings.ts';
import { readOne } from './reads';

export const { useQuery: useGetOrderPostingsQuery } = readOne<typeof wire.getOrderPostings>(
  routes.getOrderPostings,
  'Order',
);
