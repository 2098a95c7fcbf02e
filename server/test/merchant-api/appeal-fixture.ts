import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { openMerchantAppeal } from '@kantor/contract/wire/merchant-appeals.ts';
import { getMerchantOrder } from '@kantor/contract/wire/merchant-orders.ts';
import { sql } from 'kysely';
import { newId } from '../../src/kernel/ids.ts';
import { kantorTest } from '../support/fixtures.ts';
import type { Merchant } from '../support/people.ts';
import { png } from '../support/uploads.ts';

let amounts = 1000;

/** An amount that no order has had. */
export const newAmount = () => (amounts += 1);

/** A test's changes to an appeal. */
interface Changes {
  amount?: string;
  file?: File;
  key?: string;
  by?: Merchant;
}

/** The test of appeals that a merchant's server opens. */
export const test = kantorTest
  .extend('trader', { scope: 'file', auto: true }, async ({ kantor }) => {
    const trader = await kantor.createTrader({ balance: '100000' });
    await kantor.createRequisite(trader.id);
    return trader;
  })
  .extend('merchant', { scope: 'file' }, ({ kantor }) => kantor.createMerchant())
  .extend('receipt', { scope: 'file' }, () => png('чек.png'))
  .extend('orderId', async ({ merchant }) => (await merchant.order(newAmount())).id)
  .extend('anotherId', async ({ merchant }) => (await merchant.order(newAmount())).id)
  /** Appeals against an order: 900 RUB, with a receipt. */
  .extend(
    'appeal',
    ({ kantor, merchant, receipt }) =>
      (id: string, { amount = '900.00', file = receipt, key = newId(kantor.clock()), by = merchant }: Changes = {}) =>
        by.api.call(openMerchantAppeal, {
          params: { id },
          body: { amount },
          file,
          headers: { 'idempotency-key': key },
        }),
  )
  .extend(
    'statusOf',
    ({ merchant }) =>
      async (id: string) =>
        (await merchant.api.call(getMerchantOrder, { params: { id } })).status,
  )
  /** Receipts on the disk, and their rows. */
  .extend('countFiles', ({ kantor }) => async () => {
    const entries = await readdir(join(kantor.settings.dataDir, 'files'), { recursive: true }).catch(() => []);
    const { rows } = await sql<{ n: bigint }>`select count(*) as n from stored_file`.execute(kantor.db);
    return { stored: entries.filter((name) => name.includes('/')).length, rows: Number(rows[0]?.n) };
  })
  .extend('countAppeals', ({ kantor }) => async () => {
    const { rows } = await sql<{ n: bigint }>`select count(*) as n from appeal`.execute(kantor.db);
    return Number(rows[0]?.n);
  });
