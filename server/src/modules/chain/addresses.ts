import { sql } from 'kysely';
import type { Database } from '../../db/pool.ts';
import { transaction, type Tx } from '../../db/tx.ts';
import { depositAddress } from '../../kernel/deposit-key.ts';
import type { Clock } from '../../kernel/clock.ts';
import { appendEvent } from '../../outbox/append.ts';

/** The key's next index, which nobody else gets: its row stays locked until commit. A key that is new begins at 0. */
async function nextIndex(tx: Tx, xpub: string): Promise<number> {
  const { rows } = await sql<{ index: number }>`
    insert into deposit_key as key (xpub, next_index) values (${xpub}, 1)
    on conflict (xpub) do update set next_index = key.next_index + 1
    returning next_index - 1 as index`.execute(tx);
  if (rows[0] === undefined) throw new Error('A deposit key has no next index');
  return rows[0].index;
}

/** Gives a trader who has none yet the next deposit address of the key, for good. */
export async function giveAddress(tx: Tx, traderId: string, xpub: string): Promise<void> {
  const index = await nextIndex(tx, xpub);
  const address = depositAddress(xpub, index);
  await sql`
    insert into deposit_address (address, trader_id, xpub, index)
    values (${address}, ${traderId}, ${xpub}, ${index})`.execute(tx);
  await sql`update users set wallet = ${address} where id = ${traderId}`.execute(tx);
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
  const giveOne = (tx: Tx) =>
    sql<{ id: string }>`
      select id from users
      where role = 'trader' and not exists (select from deposit_address where trader_id = users.id)
      order by created_at, id limit 1 for no key update`
      .execute(tx)
      .then(async ({ rows: [trader] }) => {
        if (trader === undefined) return 'done';
        // Whoever waited for the row may find that it got its address meanwhile.
        const { rows } = await sql`select from deposit_address where trader_id = ${trader.id}`.execute(tx);
        if (rows.length > 0) return 'again';
        await giveAddress(tx, trader.id, xpub);
        await appendEvent(tx, { kind: 'user.changed', objectId: trader.id, owners: [trader.id], at: clock() });
        return 'given';
      });
  for (let given = 0; ;) {
    const outcome = await transaction(db, giveOne);
    if (outcome === 'done') return given;
    if (outcome === 'given') given += 1;
  }
}
