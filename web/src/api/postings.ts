import * as routes from '@kantor/contract/plain/postings-routes.ts';
import type { Wire } from '@kantor/contract/wire/call.ts';
import type * as wire from '@kantor/contract/wire/postings.ts';
import { api } from './api';
import { askOne } from './ask';

type OrderPostings = Wire<typeof wire.getOrderPostings>;

const postingsApi = api.injectEndpoints({
  endpoints: (build) => ({
    getOrderPostings: build.query<OrderPostings, string>({
      query: askOne(routes.getOrderPostings),
      providesTags: (_postings, _error, id) => [{ type: 'Order', id }],
    }),
  }),
});

export const { useGetOrderPostingsQuery } = postingsApi;
