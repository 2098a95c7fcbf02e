import { randomUUID } from 'node:crypto';
import { bringUpToDate } from '@kantor/server/src/db/bring-up-to-date.ts';
import { createPool, type Database } from '@kantor/server/src/db/pool.ts';
import { arrangeRoles } from '@kantor/server/src/db/roles.ts';
import { transaction, type Tx } from '@kantor/server/src/db/tx.ts';
import { after, DAY } from '@kantor/server/src/kernel/clock.ts';
import { newId } from '@kantor/server/src/kernel/ids.ts';
import { insertCabinet } from '@kantor/server/src/modules/cabinets/index.ts';
import { post, postings } from '@kantor/server/src/modules/ledger/index.ts';
import { createApiKey } from '@kantor/server/src/modules/merchant-api/index.ts';
import { setRate } from '@kantor/server/src/modules/rates/index.ts';
import { addRequisite } from '@kantor/server/src/modules/requisites/index.ts';
import { setTraffic } from '@kantor/server/src/modules/accounts/index.ts';
import { addOwner, hashPassword } from '@kantor/server/src/modules/people/index.ts';
import { query } from './environment.ts';

export const PASSWORD = 'bench password';

export interface BenchMarket {
  /** API keys of the merchants. */
  keys: string[];
  traders: { id: string; username: string }[];
}

export interface MarketSize {
  merchants: number;
  /** Whether the merchants make payouts, and have what they cost. */
  payouts?: boolean;
  traders: number;
  requisites: number;
}

const FILLED = 'account, person, member, api_key, rate, bank, cabinet, requisite, payee, account_claim, ledger_account';
const BALANCE = 10_000_000_000_000n;

/** A marketplace through the server's own services, in a new database, which `url` opens for a superuser. A trader's requisites carry their name. */
export async function openMarket(
  url: string,
  { merchants, payouts = false, traders, requisites }: MarketSize,
): Promise<BenchMarket> {
  const urls = await arrangeRoles(url);
  await bringUpToDate(urls);
  const db: Database = createPool(urls.serving, { max: 1 });
  try {
    const passwordHash = await hashPassword(PASSWORD);
    const at = new Date();
    const opened = await transaction(db, async (tx) => {
      await setRate(tx, { value: 92_0000n, source: 'bench', staleAt: after(at, 365 * DAY), at });
      const market: BenchMarket = { keys: [], traders: [] };
      for (let index = 0; index < merchants; index += 1) {
        const username = `merchant-${index}`;
        const { accountId: merchantId } = await addOwner(tx, {
          role: 'merchant',
          username,
          passwordHash,
          feeBp: 600,
          payoutEnable: payouts,
          at,
        });
        if (payouts) await post(tx, postings.deposit(randomUUID(), merchantId, BALANCE), at);
        market.keys.push(await createApiKey(tx, { merchantId, name: 'bench', at }));
      }
      for (let index = 0; index < traders; index += 1) {
        const username = `trader-${index}`;
        const { accountId: id } = await addOwner(tx, { role: 'trader', username, passwordHash, rewardBp: 350, at });
        await setTraffic(tx, id, true);
        await post(tx, postings.deposit(randomUUID(), id, BALANCE), at);
        await openRequisites(tx, { id, username }, requisites, at);
        market.traders.push({ id, username });
      }
      return market;
    });
    // Autovacuum would do it within its first minute, and pgbench does it for its own tables. Empty tables stay out of it, as
    // they would: a plan made for a table that is known to be empty reads all of it, and is kept.
    await query(url, `vacuum analyze ${FILLED}`);
    return opened;
  } finally {
    await db.destroy();
  }
}

/** Sets all cabinets online: each takes orders for two minutes after a heartbeat. */
export async function recordHeartbeats(url: string): Promise<void> {
  await query(url, 'update cabinet set last_heard_at = now(), is_heard = true');
}

async function openRequisites(tx: Tx, trader: { id: string; username: string }, n: number, at: Date): Promise<void> {
  const cabinetId = newId(at);
  const traderId = trader.id;
  await insertCabinet(tx, { id: cabinetId, traderId, deviceName: 'bench', phone: '', isActive: true, createdAt: at });
  for (let index = 0; index < n; index += 1) {
    await addRequisite(tx, {
      id: newId(at),
      traderId,
      cabinetId,
      bankId: (index % 12) + 1,
      name: `${trader.username}/${index}`,
      fio: trader.username,
      phone: `+7999${trader.username.replaceAll(/\D/g, '').padStart(7, '0')}`,
      bankAccount: '',
      last4: String(1000 + index),
      isSbp: true,
      isC2c: true,
      intervalMinutes: 0,
      minAmount: 0n,
      maxAmount: 0n,
      maxDeals: 0,
      maxCurrentDeals: 0,
      isActive: true,
      createdAt: at,
    });
  }
}
