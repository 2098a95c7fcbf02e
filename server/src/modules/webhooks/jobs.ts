import type { Database } from '../../db/pool.ts';
import { transaction, type Tx } from '../../db/tx.ts';
import { after, type Clock, DAY } from '../../kernel/clock.ts';
import { newId } from '../../kernel/ids.ts';
import { followEvents } from '../../outbox/follow.ts';
import type { OutboxEvent } from '../../outbox/read.ts';
import { insertEvents } from '../merchant-events/index.ts';
import { writeBody } from './bodies.ts';
import { MAX_AGE_MS, statusChangeOf, type WebhookEvent } from './rules.ts';
import { insertDeliveries, type NewDelivery, readTargets } from './store/fan-out.ts';
import { forgetDeliveriesBefore } from './store/old-deliveries.ts';
import { expireOverdue, releaseNext } from './store/queue.ts';

interface Deps {
  db: Database;
  clock: Clock;
}

const READER = 'webhooks';

/** The events that are for merchants. */
function webhookEvents(events: readonly OutboxEvent[]): WebhookEvent[] {
  return events.flatMap(({ position, kind, objectId, at }) => {
    const change = statusChangeOf(kind);
    return change ? [{ id: BigInt(position.split('/')[1] ?? ''), type: kind, change, objectId, at }] : [];
  });
}

const eventOf = ({ id: eventId, type, change: { object }, objectId, at: happenedAt }: WebhookEvent) => ({
  eventId,
  object,
  objectId,
  type,
  happenedAt,
});

async function makeDeliveries(tx: Tx, outboxEvents: readonly OutboxEvent[], now: Date): Promise<void> {
  const events = webhookEvents(outboxEvents);
  if (events.length === 0) return;
  await insertEvents(tx, events.map(eventOf), now);
  const targets = await readTargets(tx, events);
  const deliveries: NewDelivery[] = [];
  for (const event of events) {
    const target = targets.get(event.id);
    if (target === undefined) continue;
    const { id: eventId, type, objectId } = event;
    const body = await writeBody(tx, target.merchantId, event);
    deliveries.push({ id: newId(now), ...target, eventId, type, objectId, body });
  }
  await insertDeliveries(tx, deliveries, { at: now, giveUpAt: after(now, MAX_AGE_MS) });
}

/**
 * Makes a delivery of every event that a merchant wants to know of. Any number of workers may; one at a time does.
 * @returns once nothing is left.
 */
export async function fanOut({ db, clock, log }: Deps & { log?: { info(sentence: string): void } }): Promise<void> {
  const make = (tx: Tx, events: readonly OutboxEvent[]) => makeDeliveries(tx, events, clock());
  while (await followEvents(db, READER, make, (sentence) => log?.info(sentence)));
}

const EXPIRY_BATCH_SIZE = 200;

/** Gives up deliveries that grew too old before their next attempt: their endpoint was off, or they had to wait. */
export async function expireOverdueDeliveries(db: Database, at: Date): Promise<void> {
  for (;;) {
    const expired = await transaction(db, async (tx) => {
      const finished = await expireOverdue(tx, at, EXPIRY_BATCH_SIZE);
      if (finished.length > 0) await releaseNext(tx, finished, at);
      return finished.length;
    });
    if (expired < EXPIRY_BATCH_SIZE) return;
  }
}

const RETENTION_MS = 90 * DAY;

/** Forgets delivered and dead deliveries after ninety days, with their attempts. */
export const forgetOldDeliveries = ({ db, clock }: Deps): Promise<void> =>
  forgetDeliveriesBefore(db, after(clock(), -RETENTION_MS));
