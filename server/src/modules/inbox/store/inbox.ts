import type { InboxWhat } from '@kantor/contract/plain/inbox.ts';
import { sql } from 'kysely';
import type { Reader } from '../../../db/tx.ts';
import { appeals, appealsDeclined } from './appeals.ts';
import { batchesWaiting } from './batches.ts';
import type { InboxKind, Of } from './kind.ts';
import { keysExpiring } from './keys-expiring.ts';
import { messagesToSort } from './messages-to-sort.ts';
import { ordersClaimed } from './orders-claimed.ts';
import { ordersEnding } from './orders-ending.ts';
import { phonesSilent } from './phones-silent.ts';
import { webhooksFailing } from './webhooks-failing.ts';
import { limitsReached, requisitesPaused } from './requisites.ts';

/** Another kind is a query here, and a line in the contract. */
const KINDS: Readonly<Record<InboxWhat, InboxKind>> = {
  orders_ending: ordersEnding,
  orders_claimed: ordersClaimed,
  phones_silent: phonesSilent,
  messages_to_sort: messagesToSort,
  appeals,
  appeals_declined: appealsDeclined,
  batches_waiting: batchesWaiting,
  requisites_paused: requisitesPaused,
  limits_reached: limitsReached,
  webhooks_failing: webhooksFailing,
  keys_expiring: keysExpiring,
};

/** Something that asks for a hand, and how much of it there is. */
export interface InboxRow {
  what: InboxWhat;
  count: bigint;
  /** Of the most urgent; null: there is none. */
  id: string | null;
  since: Date | null;
  until: Date | null;
  /** Kopecks. */
  sum: bigint | null;
  /** When time alone makes it another. */
  changesAt: Date | null;
}

/** What these kinds tell of an account, also nothing, in their order: one statement. */
export async function readInbox(db: Reader, kinds: readonly InboxWhat[], of: Of): Promise<InboxRow[]> {
  if (kinds.length === 0) return [];
  const parts = kinds.map(
    (what) => sql`
      select ${what}::text as what, item.count, item.id, item.since, item.until, item.sum, item.changes_at as "changesAt"
      from (${KINDS[what](of)}) as item`,
  );
  const { rows } = await sql<InboxRow>`${sql.join(parts, sql` union all `)}`.execute(db);
  return kinds.flatMap((what) => rows.filter((row) => row.what === what));
}
