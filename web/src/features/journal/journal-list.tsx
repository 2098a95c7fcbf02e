import { fileOf } from '@/acts/exports/file-of';
import { getJournal } from '@/api/journal';
import { journalTexts as texts } from '@/shared/deeds/deed-text';
import { listScreen } from '@/shared/list/list-screen';
import { deedColumns } from './deed-columns';
import { FILTERS, JournalFilters, JournalRest } from './journal-filters';

export const { Component, preload } = listScreen({
  name: 'journal',
  call: getJournal,
  file: fileOf('journal'),
  pageSize: 30,
  filters: FILTERS,
  columns: () => deedColumns(texts),
  toolbar: (list) => <JournalFilters list={list} />,
  below: (page, list) => <JournalRest rest={page.rest} list={list} />,
});
