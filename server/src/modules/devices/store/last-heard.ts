import type { NotificationOutcome } from '@kantor/contract/plain/statuses.ts';
import { sql } from 'kysely';
import type { Reader } from '../../../db/tx.ts';
import type { CabinetRef } from '../../cabinets/index.ts';
import { listedText } from './forgotten.ts';
import { outcomeColumns } from './notifications.ts';

/** What came of a cabinet's phone since it was connected. */
export interface LastHeard {
  /** Null: no phone is connected. */
  connectedAt: Date | null;
  heardAt: Date | null;
  refusedAt: Date | null;
  message: HeardMessage | null;
}

interface HeardMessage {
  id: string;
  createdAt: Date;
  application: string;
  bank: string | null;
  text: string;
  /** Kopecks. */
  amount: bigint | null;
  outcome: NotificationOutcome;
  reason: string;
}

/** Of the trader's newest messages, so many are looked through for the cabinet's. */
const MAX_LOOKED_THROUGH = 100;

/** @returns undefined when the cabinet is not the trader's. */
export async function readLastHeard(db: Reader, { id, traderId }: CabinetRef): Promise<LastHeard | undefined> {
  const { rows: phones } = await sql<Omit<LastHeard, 'message'>>`
    select device.created_at as "connectedAt",
      case when last_heard_at >= device.created_at then last_heard_at end as "heardAt",
      case when post_refused_at >= device.created_at then post_refused_at end as "refusedAt"
    from cabinet left join device on device.cabinet_id = cabinet.id and device.ended_at is null
    where cabinet.id = ${id} and trader_id = ${traderId}`.execute(db);
  const [phone] = phones;
  if (phone?.connectedAt == null) return phone && { ...phone, message: null };
  const { rows } = await sql<HeardMessage>`
    select d.id, d.created_at as "createdAt", d.application, d.bank, ${listedText('d')},
      d.amount, ${outcomeColumns}
    from (
      select * from notification where trader_id = ${traderId} order by trader_seq desc limit ${MAX_LOOKED_THROUGH}
    ) d where d.cabinet_id = ${id} and d.created_at >= ${phone.connectedAt}
    order by d.trader_seq desc limit 1`.execute(db);
  return { ...phone, message: rows[0] ?? null };
}
