import * as routes from '@kantor/contract/plain/routes.ts';
import type { Wire } from '@kantor/contract/wire/call.ts';
import type * as wire from '@kantor/contract/wire/inbox.ts';
import { api } from './api';
import { ask } from './ask';

export type Inbox = Wire<typeof wire.getInbox>;
export type InboxItem = Inbox['items'][number];

const inboxApi = api.injectEndpoints({
  endpoints: (build) => ({
    getInbox: build.query<Inbox, void>({ query: ask(routes.getInbox), providesTags: ['Inbox'] }),
  }),
});

export const { useGetInboxQuery } = inboxApi;
