import type { InboxRow } from './store/inbox.ts';

export function toInbox(rows: readonly InboxRow[]) {
  const changes = rows.flatMap(({ changesAt }) => changesAt ?? []).toSorted((a, b) => a.getTime() - b.getTime());
  return {
    items: rows.flatMap(({ what, count, id, since, until, sum }) =>
      id === null ? [] : [{ what, count: Number(count), id, since, until, sum }],
    ),
    changes_at: changes[0] ?? null,
  };
}
