import type { AlertKind } from '@kantor/contract/plain/alerts.ts';
import type { RawBuilder } from 'kysely';
import type { Kind } from '../../../outbox/kinds.ts';
import type { OutboxEvent } from '../../../outbox/read.ts';

/** A kind of alerts, as it is made of events. */
export interface AlertSource {
  kind: AlertKind;
  events: readonly Kind[];
  /** Whether an event of the kind is one; absent: it is. */
  isOf?: (event: OutboxEvent) => boolean;
  /**
   * The alerts of the rows `event (object_id, at)`: `object_id`, `account_id`, `sum` in kopecks or null, `due_at` and
   * `expires_at`; by the objects' own keys.
   */
  rows: (now: Date) => RawBuilder<unknown>;
  /** Whether the alert of the row `delivery` is still of use. */
  isStill: (now: Date) => RawBuilder<boolean>;
}
