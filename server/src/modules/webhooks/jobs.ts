import type { Database } from '../../db/pool.ts';
import { type Forgetting, forgettingTurn, USUAL_TERMS } from '../../db/retention.ts';
import { singleStatement, transaction, type Tx } from '../../db/tx.ts';
import { after, type Clock, DAY } from '../../kernel/clock.ts';
import { appendEvents } from '../../outbox/append.ts';
import { followEvents } from '../../outbox/follow.ts';
import type { Kind } from '../../outbox/kinds.ts';
import type { OutboxEvent } from '../../outbox/read.ts';
import { insertEvents } from '../merchant-events/index.ts';
import { writeBody } from './bodies.ts';
import { queueWebhooks, type WebhookMessage } from './queue-webhooks.ts';
import { statusChangeOf, type WebhookEvent } from './rules.ts';
import { readOwners } from './store/fan-out.ts';
import { forgetPulse, takeFailing, takeRecovered } from './store/health.ts';
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
  const owners = await readOwners(tx, events);
  const messages: WebhookMessage[] = [];
  for (const event of events) {
    const owner = owners.get(event.id);
    if (owner === undefined) continue;
    const { id: eventId, type, objectId, at } = event;
    const body = () => writeBody(tx, owner.merchantId, event);
    messages.push({ ...owner, isTest: false, eventId, type, objectId, at, body });
  }
  await queueWebhooks(tx, messages, now);
}

/**
 * Makes deliveries of every event that a merchant wants to know of. Any number of workers may; one at a time does.
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

/** Counts of attempts are looked at for a day. */
const PULSE_RETENTION_MS = 2 * DAY;

/** Forgets delivered and dead deliveries after their term, with their attempts, and what was counted of them sooner. */
export async function forgetOldDeliveries({
  db,
  clock,
  keepMs = USUAL_TERMS.webhooks,
  turnMs,
}: Forgetting): Promise<void> {
  await singleStatement(db, (tx) => forgetPulse(tx, after(clock(), -PULSE_RETENTION_MS)));
  if (keepMs > 0) await forgetDeliveriesBefore(db, after(clock(), -keepMs), forgettingTurn(turnMs));
}

/** Tells merchants of endpoints that have failed for an hour, once an outage, and of those that do well again. */
export async function tellOfEndpoints(db: Database, at: Date): Promise<void> {
  await transaction(db, async (tx) => {
    const tell = (kind: Kind) => (told: readonly { id: string; merchantId: string }[]) =>
      appendEvents(
        tx,
        told.map(({ id, merchantId }) => ({ kind, objectId: id, owners: [merchantId], at })),
      );
    await takeRecovered(tx).then(tell('webhook.recovered'));
    await takeFailing(tx, at).then(tell('webhook.failing'));
  });
}
