import { sql } from 'kysely';
import type { Reader, Tx } from '../../db/tx.ts';

/** A requisite's name on screens: the bank's short name, •, and the last 4 digits of the card or the phone. */
export const requisiteShortName = sql<string>`
  bank.short_name || ' •' || coalesce(nullif(requisite.last_4_digits_card, ''), right(requisite.phone, 4))`;

export interface Bank {
  id: number;
  name: string;
}

export async function readBanks(db: Reader): Promise<Bank[]> {
  const { rows } = await sql<Bank>`select id, name from bank order by id`.execute(db);
  return rows;
}

export interface NewRequisite {
  id: string;
  traderId: string;
  cabinetId: string;
  bankId: number;
  name: string;
  fio: string;
  phone: string;
  bankAccount: string;
  last4: string;
  isSbp: boolean;
  isC2c: boolean;
  intervalMinutes: number;
  /** Kopecks; 0 is no limit, as in all limits. */
  minAmount: bigint;
  maxAmount: bigint;
  maxDeals: number;
  maxCurrentDeals: number;
  isActive: boolean;
  createdAt: Date;
}

export async function insertRequisite(tx: Tx, requisite: NewRequisite): Promise<void> {
  await sql`
    insert into requisite (id, trader_id, cabinet_id, bank_id, name, fio, phone, bank_account, last_4_digits_card, is_sbp,
      is_c2c, interval_minutes, min_amount, max_amount, max_deals, max_current_deals, is_active, created_at)
    values (${requisite.id}, ${requisite.traderId}, ${requisite.cabinetId}, ${requisite.bankId}, ${requisite.name},
      ${requisite.fio}, ${requisite.phone}, ${requisite.bankAccount}, ${requisite.last4}, ${requisite.isSbp},
      ${requisite.isC2c}, ${requisite.intervalMinutes}, ${requisite.minAmount}, ${requisite.maxAmount},
      ${requisite.maxDeals}, ${requisite.maxCurrentDeals}, ${requisite.isActive}, ${requisite.createdAt})`.execute(tx);
}
