import { sql } from 'kysely';
import type { Locked, Reader, Tx } from '../../../db/tx.ts';
import type { Account } from '../../accounts/index.ts';

/** Takes the key's next index for this transaction alone: its row stays locked until commit. A new key begins at 0. */
export async function takeNextIndex(tx: Tx, xpub: string): Promise<number> {
  const { rows } = await sql<{ index: number }>`
    insert into deposit_key as key (xpub, next_index) values (${xpub}, 1)
    on conflict (xpub) do update set next_index = key.next_index + 1
    returning next_index - 1 as index`.execute(tx);
  if (rows[0] === undefined) throw new Error('A deposit key has no next index');
  return rows[0].index;
}

export async function hasAddress(tx: Tx, trader: Locked<Account>): Promise<boolean> {
  const { rows } = await sql`select from deposit_address where trader_id = ${trader.id}`.execute(tx);
  return rows.length > 0;
}

interface NewAddress {
  address: string;
  /** The key and the index that the address is derived from. */
  xpub: string;
  index: number;
}

export async function insertAddress(
  tx: Tx,
  trader: Locked<Account>,
  { address, xpub, index }: NewAddress,
): Promise<void> {
  await sql`
    insert into deposit_address (address, trader_id, xpub, index)
    values (${address}, ${trader.id}, ${xpub}, ${index})`.execute(tx);
}

/** The eldest trader without a deposit address. */
export async function readTraderWithoutAddress(db: Reader): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from account
    where role = 'trader' and not exists (select from deposit_address where trader_id = account.id)
    order by created_at, id limit 1`.execute(db);
  return rows[0]?.id;
}

/** The traders whose deposit addresses are among these, by address. */
export async function readOwners(db: Reader, addresses: readonly string[]): Promise<Map<string, string>> {
  if (addresses.length === 0) return new Map();
  const { rows } = await sql<{ address: string; traderId: string }>`
    select address, trader_id as "traderId" from deposit_address where address = any(${addresses})`.execute(db);
  return new Map(rows.map(({ address, traderId }) => [address, traderId]));
}
