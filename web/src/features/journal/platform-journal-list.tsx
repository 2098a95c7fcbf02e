import { fileOf } from '@/acts/exports/file-of';
import { getPlatformJournal, type PlatformDeedRow } from '@/api/journal';
import { AccountLink } from '@/shared/ui/account-link';
import { type JournalTexts as Texts, journalTexts as texts } from '@/shared/deeds/deed-text';
import type { Column } from '@/shared/list/data-table';
import { listScreen } from '@/shared/list/list-screen';
import { deedColumns } from './deed-columns';
import { FILTERS, JournalFilters, JournalRest } from './journal-filters';

const columns = (t: Texts): readonly Column<PlatformDeedRow>[] => [
  ...deedColumns<PlatformDeedRow>(t),
  {
    id: 'account',
    header: t('journal:account'),
    fit: 'cut',
    width: '11%',
    labelled: true,
    interactive: true,
    cell: ({ account, os_user: osUser }) => {
      if (account === null) return `${t('journal:command')} ${osUser ?? ''}`;
      // The platform's own has no page.
      return account.role === 'operator' ? account.name : <AccountLink account={account} />;
    },
  },
];

export const { Component, preload } = listScreen({
  name: 'journal',
  section: 'platformJournal',
  call: getPlatformJournal,
  file: fileOf('platform_journal'),
  pageSize: 30,
  filters: { ...FILTERS, account: '' },
  columns: () => columns(texts),
  toolbar: (list) => <JournalFilters list={list} />,
  below: (page, list) => <JournalRest rest={page.rest} list={list} />,
});
