import { type RawBuilder, sql } from 'kysely';
import { eventsFrom } from '../../../outbox/append.ts';

/** The statement that appends an event for each of some deliveries: rows of `id` and `merchant_id`. */
export const changedEvents = (deliveries: RawBuilder<unknown>, at: Date): RawBuilder<unknown> =>
  eventsFrom('webhook.changed', { from: deliveries, objectId: sql`id`, owner: sql`merchant_id`, at });
