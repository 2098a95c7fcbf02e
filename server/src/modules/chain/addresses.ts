import { sql } from 'kysely';
import type { Database } from '../../db/pool.ts';
import { transaction, type Tx } from '../../db/tx.ts';
import { depositAddress } from './deposit-key.ts';
import type { Clock } from '../../kernel/clock.ts';
import { lockUser, setWallet, userChanged } from '../users/index.ts';

/** The key's next index, which nobody else gets: its row stays locked until commit. A key that is new begins at 0. */
async function nextIndex(tx: Tx, xpub: string): Promise<number> {
  const { rows } = await sql<{ index: number }>`
    insert into deposit_key as key (xpub, next_index) values (${xpub}, 1)
    on conflict (xpub) do update set next_index = key.next_index + 1
    returning next_index - 1 as index`.execute(tx);
  if (rows[0] === undefined) throw new Error('A deposit key has no next index');
  return rows[0].index;
}

async function hasAddress(tx: Tx, traderId: string): Promise<boolean> {
  const { rows } = await sql`select from deposit_address where trader_id = ${traderId}`.execute(tx);
  return rows.length > 0;
}

/**
 * Gives a trader the next deposit address of the key, for good.
 * @returns false, and changes nothing, when the trader has one, or the user is none.
 */
export async function giveAddress(tx: Tx, traderId: string, xpub: string): Promise<boolean> {
  const trader = await lockUser(tx, traderId);
  if (trader?.role !== 'trader' || (await hasAddress(tx, traderId))) return false;
  const index = await nextIndex(tx, xpub);
  const address = depositAddress(xpub, index);
  await sql`
    insert into deposit_address (address, trader_id, xpub, index)
    values (${address}, ${traderId}, ${xpub}, ${index})`.execute(tx);
  await setWallet(tx, trader, address);
  return true;
}

/** The trader who has waited longest for an address. */
async function readTraderWithoutAddress(tx: Tx): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from users
    where role = 'trader' and not exists (select from deposit_address where trader_id = users.id)
    order by created_at, id limit 1`.execute(tx);
  return rows[0]?.id;
}

/**
 * Gives an address to every trader without one: those of a time when nobody gave any. Their order is that of their creation;
 * several processes may do it at once.
 * @returns to how many.
 */
export async function giveMissingAddresses(
  { db, clock }: { db: Database; clock: Clock },
  xpub: string,
): Promise<number> {
  const giveOne = async (tx: Tx) => {
    const traderId = await readTraderWithoutAddress(tx);
    if (traderId === undefined) return 'done';
    // Another process may have given it while this one waited for the trader's lock.
    if (!(await giveAddress(tx, traderId, xpub))) return 'again';
    await userChanged(tx, traderId, clock());
    return 'given';
  };
  for (let given = 0; ;) {
    const outcome = await transaction(db, giveOne);
    if (outcome === 'done') return given;
    if (outcome === 'given') given += 1;
  }
}
