import type { Tx } from '../../db/tx.ts';
import { after } from '../../kernel/clock.ts';
import { newId } from '../../kernel/ids.ts';
import { MAX_AGE_MS } from './rules.ts';
import { type EventOwner, insertDeliveries, type NewDelivery, readTargets } from './store/fan-out.ts';

/** What happened to an object of a merchant, live or in the test mode. */
export interface WebhookMessage extends EventOwner {
  /** In the test mode: it goes to the endpoints of the test mode alone, and its body says `"test": true`. */
  isTest: boolean;
  /** Its number in the outbox, which makes it come once; null in the test mode, and nowhere else. */
  eventId: bigint | null;
  /** `order.closed` */
  type: string;
  objectId: string;
  at: Date;
  /** Writes what is sent, to the letter; it is asked for only where somebody wants it. */
  body: () => Promise<string>;
}

/** Makes a delivery of each of these for every endpoint that wants it: of the same object in this order. */
export async function queueWebhooks(tx: Tx, messages: readonly WebhookMessage[], now: Date): Promise<void> {
  if (messages.length === 0) return;
  const targets = await readTargets(tx, messages);
  const deliveries: NewDelivery[] = [];
  for (const [place, { body: write, at: _, ...message }] of messages.entries()) {
    const wanted = targets[place] ?? [];
    if (wanted.length === 0) continue;
    const body = await write();
    for (const target of wanted) deliveries.push({ id: newId(now), ...message, ...target, body });
  }
  await insertDeliveries(tx, deliveries, { at: now, giveUpAt: after(now, MAX_AGE_MS) });
}
