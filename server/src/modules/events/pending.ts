import type { Change } from '@kantor/contract/wire/events.ts';
import type { Tag } from '@kantor/contract/plain/tags.ts';

/** More objects of one tag than these are sent as all of it. */
const MAX_IDS = 100;

/** Stands for every object of a tag. */
const ALL = '';

/** The changes that a client has yet to be sent: each thing once, and never more than so much. */
export class PendingChanges {
  /** The number of new objects, by tag and id. */
  readonly #tags = new Map<Tag, Map<string, number>>();

  get isEmpty(): boolean {
    return this.#tags.size === 0;
  }

  add({ tag, id = ALL, created = 0 }: Change): void {
    const counts = this.#tags.get(tag) ?? new Map<string, number>();
    counts.set(id, (counts.get(id) ?? 0) + created);
    const isAll = counts.has(ALL) || counts.size > MAX_IDS;
    const sum = () => [...counts.values()].reduce((a, b) => a + b, 0);
    this.#tags.set(tag, isAll ? new Map([[ALL, sum()]]) : counts);
  }

  /** The changes to send now; nothing is left. */
  take(): Change[] {
    const changes = [...this.#tags].flatMap(([tag, counts]) =>
      [...counts].map(([id, created]) => ({ tag, ...(id !== ALL && { id }), ...(created > 0 && { created }) })),
    );
    this.#tags.clear();
    return changes;
  }
}
