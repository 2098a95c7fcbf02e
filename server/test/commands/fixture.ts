import { randomBytes } from 'node:crypto';
import { createPayout, takePayout } from '@kantor/contract/wire/payouts.ts';
import { updateWebhookEndpoint } from '@kantor/contract/wire/webhooks.ts';
import { createWallet, createWithdrawal } from '@kantor/contract/wire/withdrawals.ts';

import { sql } from 'kysely';
import { expect } from 'vitest';
import { HOUR, MINUTE } from '../../src/kernel/clock.ts';
import { openAppeal } from '../../src/modules/appeals/index.ts';
import { tronAddress } from '../../src/modules/chain/tron.ts';
import { applyQuote } from '../../src/modules/rates/service.ts';
import { addWallet } from '../../src/modules/withdrawals/index.ts';
import { transaction } from '../../src/db/tx.ts';
import { kantorTest } from '../support/fixtures.ts';
import type { Kantor } from '../support/kantor.ts';
import { holdOpen } from '../support/hold-open.ts';
import { rub } from '../support/money.ts';
import { fanOutAll } from '../support/outbox-reading.ts';

export const HASH = '0123456789abcdef'.repeat(4);
const RULES = { jumpBp: 500n, sourceMaxAgeMs: 15 * MINUTE, manualMaxAgeMs: 15 * MINUTE };

export type Market = Awaited<ReturnType<typeof createMarket>>;

/** A marketplace in which something waits for each of the operator's decisions, as often as a test asks for it. */
async function createMarket(kantor: Kantor) {
  const trader = await kantor.createTrader({ balance: '100000' });
  const requisiteId = await kantor.createRequisite(trader.id);
  const merchant = await kantor.createMerchant();
  const other = await kantor.createTrader();
  await kantor.fund(merchant.id, '100000');
  const address = { wallet_to_withdraw: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t' };
  const wallet = await merchant.call(createWallet, { body: address });
  await kantor.anyOperator();
  let amount = 1000;
  const payoutTrader = () => kantor.createTrader({ balance: '0', payoutEnable: true });

  /**
   * Everything in the database, by table, but for the counters of sign-ins, since who proves who they are is counted, and for what
   * merchants' servers asked for and when, which is written down a little later.
   */
  const dump = async () => {
    const { rows } = await sql<{ name: string }>`
        select tablename as name from pg_tables where schemaname = 'public' and tablename not in ('rate_limit', 'order_demand', 'api_request') order by 1`.execute(
      kantor.db,
    );
    const contents: Record<string, string> = {};
    for (const { name } of rows) {
      const found = await sql<{ text: string | null }>`
          select string_agg(row, e'\n' order by row) as text
          from (select (to_jsonb(t) - 'last_used_at')::text as row from ${sql.table(name)} t) as rows`.execute(
        kantor.db,
      );
      contents[name] = found.rows[0]?.text ?? '';
    }
    return contents;
  };

  /** Runs a command, a moment after what was before. */
  const run = (...args: string[]) => {
    kantor.pass(1);
    return kantor.cli(...args);
  };

  return {
    kantor,
    run,
    dump,
    trader,
    requisiteId,
    merchant,
    /** A trader without requisites. */
    other,

    /** @returns its id. */
    withdraw: async (usdt = 300): Promise<string> =>
      (await merchant.call(createWithdrawal, { body: { amount_in_usdt: usdt, wallet_id: wallet.id } })).id,

    /** A wallet that cannot be used yet. @returns its id. */
    waitingWallet: async (): Promise<string> => {
      const address = tronAddress(randomBytes(20).toString('hex'));
      const deps = { ...kantor, walletWaitMs: 24 * HOUR };
      return (await addWallet(deps, { id: merchant.id }, address)).id;
    },

    /** A payout of 100 USDT that a trader of its own has in work. @returns its id. */
    payoutInWork: async (): Promise<string> => {
      const [payer, taker] = [await kantor.createMerchant({ payoutEnable: true }), await payoutTrader()];
      await kantor.fund(payer.id, '1000');
      const { id } = await payer.call(createPayout, {
        body: { amount: 10_000, fio: 'Пётр', is_sbp: true, phone: '+79995554433' },
      });
      await taker.call(takePayout, { params: { id } });
      return id;
    },

    /** An appeal against an order of 1 000 and some roubles. */
    appeal: async (claimed = '1000') => {
      amount += 1;
      const { id: orderId } = await merchant.order(amount);
      const id = await openAppeal(kantor, { merchantId: merchant.id, orderId, amount: rub(claimed) });
      return { id, orderId };
    },

    /** A proposal that waits. @returns its number. */
    propose: async (value = 120_0000n): Promise<string> => {
      kantor.pass(1);
      const askedAt = kantor.clock();
      await transaction(kantor.db, (tx) => applyQuote(tx, { value, source: 'rates.example', askedAt }, RULES));
      const { rows } = await sql<{ id: bigint }>`select max(id) as id from rate_proposal`.execute(kantor.db);
      return String(rows[0]?.id);
    },

    /** A message that the merchant's server has taken. @returns its id. */
    deliveredWebhook: async (): Promise<string> => {
      await merchant.call(updateWebhookEndpoint, { body: { url: 'https://shop.example/', is_active: true } });
      await merchant.order((amount += 1));
      await fanOutAll(kantor);
      const { rows } = await sql<{ id: string }>`
        update webhook set status = 'DELIVERED', delivered_at = created_at, next_attempt_at = null returning id`.execute(
        kantor.db,
      );
      return rows[0]?.id ?? '';
    },

    /** The command changes nothing, and says why in a sentence of English. */
    expectCommandError: async (args: string[], sentence: string | RegExp) => {
      const before = await dump();
      const why = await run(...args).then(
        () => 'It was done',
        (error: unknown) => (error instanceof Error ? error.message : ''),
      );
      expect(why).toMatch(sentence);
      expect(why).toMatch(/^[\x20-\x7e]+$/);
      expect(await dump()).toEqual(before);
    },

    /** Runs commands that all want a row at the same moment: it is held back until each of them waits for it. */
    atOnce: async (table: 'account' | 'withdrawal', id: string, commands: readonly string[][]) => {
      const letGo = await holdOpen(kantor.db, (tx) =>
        sql`select from ${sql.table(table)} where id = ${id} for update`.execute(tx),
      );
      // Their deeds are later than those before.
      kantor.pass(1);
      const running = Promise.allSettled(commands.map((args) => kantor.cli(...args)));
      await kantor.untilBlocked(commands.length);
      await letGo();
      return outcomes(await running);
    },

    /** The commands that were kept in the audit about an object. */
    audited: async (id: string) =>
      (
        await sql<{ action: string }>`select action from audit where object_id = ${id} and source = 'command'`.execute(
          kantor.db,
        )
      ).rows,
  };
}

export const test = kantorTest
  .extend('market', { scope: 'file' }, ({ kantor }) => createMarket(kantor))
  /** Runs a command on that marketplace, a moment after what was before. */
  .extend('run', ({ market }) => market.run);

/** The output of each of several commands at once. */
export const outcomes = (results: readonly PromiseSettledResult<string>[]) => ({
  done: results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : [])),
  refused: results.flatMap((result) => (result.status === 'rejected' ? [(result.reason as Error).message] : [])),
});
