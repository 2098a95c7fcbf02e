import { sql } from 'kysely';
import type { Tx } from '../../db/tx.ts';

export interface NewCabinet {
  id: string;
  traderId: string;
  deviceName: string;
  phone: string;
  isActive: boolean;
  createdAt: Date;
}

export async function insertCabinet(tx: Tx, cabinet: NewCabinet): Promise<void> {
  await sql`
    insert into cabinet (id, trader_id, device_name, phone, is_active, created_at)
    values (${cabinet.id}, ${cabinet.traderId}, ${cabinet.deviceName}, ${cabinet.phone}, ${cabinet.isActive},
      ${cabinet.createdAt})`.execute(tx);
}
