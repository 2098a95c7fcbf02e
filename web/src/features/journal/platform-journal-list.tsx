import { getPlatformJournal, type PlatformDeedRow } from '@/api/journal';
import type { Column } from '@/shared/list/data-table';
import { listScreen } from '@/shared/list/list-screen';
import { deedColumns } from './deed-columns';
import { FILTERS, JournalFilters, JournalRest } from './journal-filters';
import { type Texts, texts } from './texts';

const columns = (t: Texts): readonly Column<PlatformDeedRow>[] => [
  ...deedColumns<PlatformDeedRow>(t),
  {
    id: 'account',
    header: t('journal:account'),
    fit: 'cut',
    labelled: true,
    cell: ({ account, os_user: osUser }) => account?.name ?? `${t('journal:command')} ${osUser ?? ''}`,
  },
];

export const { Component, preload } = listScreen({
  name: 'journal',
  section: 'platformJournal',
  call: getPlatformJournal,
  pageSize: 30,
  filters: { ...FILTERS, account: '' },
  columns: () => columns(texts),
  toolbar: (list) => <JournalFilters list={list} />,
  below: (page, list) => <JournalRest rest={page.rest} list={list} />,
});
