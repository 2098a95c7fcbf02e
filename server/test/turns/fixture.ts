import type { KyselyPlugin } from 'kysely';
import { sql } from 'kysely';
import type { Database } from '../../src/db/pool.ts';
import { freshKantorTest } from '../support/fixtures.ts';
import type { Kantor } from '../support/kantor.ts';
import { operationsOf } from './operations.ts';

/** Fails once: before the statement of this number is asked for, or after the answer of this number has come. */
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
      if (when === 'before') {
        seen += 1;
        hit();
      }
      return node;
    },
    transformResult: ({ result }) => {
      if (when === 'after') {
        seen += 1;
        hit();
      }
      return Promise.resolve(result);
    },
  };
  const state = { db: db.withPlugin(plugin), hasFailed: false };
  return state;
}

/** What became of each: the answer, or the code of the refusal. */
export async function outcomes<Answer>(operations: readonly Promise<Answer>[]): Promise<(Answer | string)[]> {
  const settled = await Promise.allSettled(operations);
  return settled.map((outcome) =>
    outcome.status === 'fulfilled' ? outcome.value : String((outcome.reason as { code?: unknown }).code),
  );
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
  /** Another process, which has issued none of the orders. */
  .extend('other', ({ kantor }) => operationsOf(kantor))
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
