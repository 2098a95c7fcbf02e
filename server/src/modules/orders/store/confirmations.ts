import type { GroundKind } from '@kantor/contract/plain/statuses.ts';
import { sql } from 'kysely';
import { later, type Tx } from '../../../db/tx.ts';

/** What a trader confirmed an order by. */
export interface Confirmation {
  orderId: string;
  traderId: string;
  ground: GroundKind;
  /** The message, where that is the ground. */
  notificationId?: string;
  note?: string | undefined;
  at: Date;
}

/** With the next statement of the transaction. */
export const insertConfirmation = (tx: Tx, confirmation: Confirmation): Promise<void> =>
  later(
    tx,
    sql`
    insert into order_confirmation (order_id, trader_id, ground, notification_id, note, created_at)
    values (${confirmation.orderId}, ${confirmation.traderId}, ${confirmation.ground},
      ${confirmation.notificationId ?? null}, ${confirmation.note ?? null}, ${confirmation.at})`,
  );
