import { listJournal, listPlatformJournal } from '@kantor/contract/wire/audit.ts';
import { defineList, type ItemOf, type ListColumn } from '../../http/list.ts';
import * as service from './service.ts';
import { toDeed, toPlatformDeed } from './wire.ts';

type Changes = Readonly<Record<string, unknown>> | null;

const valueText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value ?? null));

/** What changed, as `fee: 100 → 120`. */
function changesText({ before, after }: { before: Changes; after: Changes }): string {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return names
    .map((name) => {
      const is = valueText(after?.[name]);
      return before === null || !(name in before) ? `${name}: ${is}` : `${name}: ${valueText(before[name])} → ${is}`;
    })
    .join('; ');
}

const COLUMNS: readonly ListColumn<ItemOf<typeof listJournal>>[] = [
  { key: 'id', head: 'ID', text: ({ id }) => id },
  { key: 'when', head: 'Когда', moment: (deed) => deed.created_at },
  { key: 'by', head: 'Кто', text: ({ who }) => who },
  { key: 'what', head: 'Что', text: ({ action }) => action },
  { key: 'kind', head: 'С чем', text: ({ object }) => object.kind },
  { key: 'object', head: 'Объект', text: ({ object }) => object.id },
  { key: 'changes', head: 'Изменения', text: changesText },
  { key: 'from', head: 'Откуда', text: ({ from }) => from && from.address },
  { key: 'browser', head: 'Браузер', text: ({ from }) => from && from.browser },
];

export const journalList = defineList({
  name: 'journal',
  call: listJournal,
  read: async ({ db, caller, query }) => {
    const page = await service.listJournal(db, caller.id, query);
    return { ...page, results: page.results.map(toDeed) };
  },
  columns: COLUMNS,
});

export const platformJournalList = defineList({
  name: 'platform_journal',
  call: listPlatformJournal,
  read: async ({ db, query: { account, ...query } }) => {
    const page = await service.listPlatformJournal(db, { ...query, accountId: account });
    return { ...page, results: page.results.map(toPlatformDeed) };
  },
  columns: [
    ...COLUMNS,
    { key: 'account', head: 'Кабинет', text: ({ account }) => account && account.name },
    { key: 'machine', head: 'Машина', text: (deed) => deed.os_user },
  ],
});
