import type { Database } from '../../db/pool.ts';
import { transaction, type Tx } from '../../db/tx.ts';
import type { Clock } from '../../kernel/clock.ts';
import { accountChanged } from '../accounts/index.ts';
import { giveAddress } from './service.ts';
import { readTraderWithoutAddress } from './store/addresses.ts';

/**
 * Gives an address to every trader without one: traders older than the deposit key. Their order is that of their creation;
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
    await accountChanged(tx, traderId, clock());
    return 'given';
  };
  for (let given = 0; ;) {
    const outcome = await transaction(db, giveOne);
    if (outcome === 'done') return given;
    if (outcome === 'given') given += 1;
  }
}
