import * as platformRoutes from '@kantor/contract/plain/platform-routes.ts';
import * as accountRoutes from '@kantor/contract/plain/account-routes.ts';
import type * as wire from '@kantor/contract/wire/audit.ts';
import type { Wire } from '@kantor/contract/wire/call.ts';
import { api } from './api';
import { ask, type PageArgs } from './ask';

type JournalPage = Wire<typeof wire.listJournal>;
type PlatformJournalPage = Wire<typeof wire.listPlatformJournal>;
export type DeedRow = JournalPage['results'][number];
export type PlatformDeedRow = PlatformJournalPage['results'][number];

// No event tells of a deed: a journal is read anew each time that its screen is opened.
const journalApi = api.injectEndpoints({
  endpoints: (build) => ({
    getJournal: build.query<JournalPage, PageArgs>({ query: ask(accountRoutes.listJournal), keepUnusedDataFor: 0 }),
    getPlatformJournal: build.query<PlatformJournalPage, PageArgs & { account?: string }>({
      query: ask(platformRoutes.listPlatformJournal),
      keepUnusedDataFor: 0,
    }),
  }),
});

export const { getJournal, getPlatformJournal } = journalApi.endpoints;
export const { useGetPlatformJournalQuery } = journalApi;
