import { createHash, randomUUID } from 'node:crypto';
import { merchantOrder } from '@kantor/contract/wire/merchant-orders.ts';
import type { KyselyPlugin } from 'kysely';
import { sql } from 'kysely';
import type { Database } from '../../src/db/pool.ts';
import { createTurns, type TurnDeps } from '../../src/db/turns.ts';
import { once } from '../../src/modules/idempotency/index.ts';
import { toMerchantOrder } from '../../src/modules/merchant-api/index.ts';
import { cancelOrder, confirmOrder, type Deps, issueOrder } from '../../src/modules/orders/index.ts';
import { freshKantorTest } from '../support/fixtures.ts';
import type { Kantor } from '../support/kantor.ts';

interface Asked {
  /** Kopecks. */
  amount?: bigint;
  externalId?: string;
  key?: string;
  bankId?: number;
}

/** The operations of a process of its own, as its routes ask for them. */
export function operationsOf(deps: TurnDeps) {
  const process: Deps = { ...deps, turns: createTurns(deps) };
  const onceOf = (ownerId: string, key: string, content: string) =>
    once(
      { ownerId, key, hash: createHash('sha256').update(content).digest(), at: deps.clock() },
      merchantOrder,
      toMerchantOrder,
    );
  return {
    ...process,
    issue: (
      merchantId: string,
      { amount = 150_000n, externalId = randomUUID(), key = randomUUID(), bankId }: Asked = {},
    ) =>
      issueOrder(
        process,
        { merchantId, externalId, amount, method: 'sbp', bankId, callbackUrl: undefined },
        onceOf(merchantId, key, `${externalId}/${amount}`),
      ),
    confirm: (traderId: string, id: string, event: 'confirm' | 'confirm-expired' = 'confirm') =>
      confirmOrder(process, traderId, { id, event }),
    cancel: (merchantId: string, id: string, key = randomUUID()) =>
      cancelOrder(process, merchantId, id, onceOf(merchantId, key, id)),
  };
}

/** Fails once, with the statement of this number: before it is sent, or after it was done. */
export function failingOnce(db: Database, statement: number, when: 'before' | 'after') {
  let seen = 0;
  const hit = () => {
    if (seen !== statement) return;
    seen += 1;
    state.hasFailed = true;
    throw new Error('The connection is gone');
  };
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => {
      seen += 1;
      if (when === 'before') hit();
      return node;
    },
    transformResult: ({ result }) => {
      if (when === 'after') hit();
      return Promise.resolve(result);
    },
  };
  const state = { db: db.withPlugin(plugin), hasFailed: false };
  return state;
}

/** In how many transactions the orders were written last. */
export async function transactionsOf(kantor: Kantor, ids: readonly string[]): Promise<number> {
  const { rows } = await sql<{ n: bigint }>`
    select count(distinct xmin::text) as n from orders where id = any(${ids}::uuid[])`.execute(kantor.db);
  return Number(rows[0]?.n);
}

/** A shop, and traders with a requisite each. */
export const test = freshKantorTest
  .extend('merchant', ({ kantor }) => kantor.createMerchant())
  .extend('process', ({ kantor }) => operationsOf(kantor))
  .extend('openTraders', ({ kantor }) => async (count: number, balance = '1000') => {
    const traders = [];
    for (let n = 0; n < count; n += 1) {
      const trader = await kantor.createTrader({ balance });
      await kantor.createRequisite(trader.id);
      traders.push(trader);
    }
    await kantor.heartbeat();
    return traders;
  });
