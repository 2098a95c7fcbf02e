import type { Database } from '../../db/pool.ts';
import type { Tx } from '../../db/tx.ts';
import { after, type Clock } from '../../kernel/clock.ts';
import { newId } from '../../kernel/ids.ts';
import { followEvents } from '../../outbox/follow.ts';
import type { OutboxEvent } from '../../outbox/read.ts';
import { writeBody } from './objects.ts';
import { type Happening, happenedIn, PATIENCE } from './rules.ts';
import { insertMessages, type NewMessage, readTargets } from './store.ts';

const READER = 'webhooks';

interface Told extends Happening {
  eventId: bigint;
}

/** What of the events merchants are told. */
function told(events: readonly OutboxEvent[]): Told[] {
  return events.flatMap(({ position, kind, objectId, at }) => {
    const happened = happenedIn(kind);
    return happened ? [{ eventId: BigInt(position.split('/')[1] ?? ''), type: kind, happened, objectId, at }] : [];
  });
}

async function makeMessages(tx: Tx, events: readonly OutboxEvent[], now: Date): Promise<void> {
  const happenings = told(events);
  if (happenings.length === 0) return;
  const targets = await readTargets(tx, happenings);
  const messages: NewMessage[] = [];
  for (const happening of happenings) {
    const target = targets.get(happening.eventId);
    if (target === undefined) continue;
    messages.push({
      id: newId(now),
      ...target,
      eventId: happening.eventId,
      type: happening.type,
      objectId: happening.objectId,
      body: await writeBody(tx, target.merchantId, happening),
    });
  }
  await insertMessages(tx, messages, { at: now, giveUpAt: after(now, PATIENCE) });
}

/**
 * Makes a message of every event that a merchant wants to be told of. Any number of workers may; one at a time does.
 * @returns once nothing is left.
 */
export async function fanOut({ db, clock }: { db: Database; clock: Clock }): Promise<void> {
  while (await followEvents(db, READER, (tx, events) => makeMessages(tx, events, clock())));
}
