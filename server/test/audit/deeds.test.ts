import { moveEarnings, toggleTraffic } from '@kantor/contract/wire/balance.ts';
import * as cabinets from '@kantor/contract/wire/cabinets.ts';
import { createApiKey, revokeApiKey } from '@kantor/contract/wire/api-keys.ts';
import * as requisites from '@kantor/contract/wire/requisites.ts';
import { rotateWebhookSecret, updateWebhookEndpoint } from '@kantor/contract/wire/webhooks.ts';
import { cancelWithdrawal, createWallet, createWithdrawal, removeWallet } from '@kantor/contract/wire/withdrawals.ts';
import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { DAY } from '../../src/kernel/clock.ts';
import { kantorTest } from '../support/fixtures.ts';

const test = kantorTest
  .extend('trader', ({ kantor }) => kantor.createTrader())
  /** The rows of an account's journal, by the names of what was done: the test's clock stands still. */
  .extend('journal', ({ kantor }) => async (accountId: string) => {
    const { rows } = await sql<{ action: string; before: unknown }>`
      select source, who, person_id, account_id, address, action, object_kind, object_id, before, after
      from audit where account_id = ${accountId} or id in (select audit_id from audit_account where account_id = ${accountId})
      order by action`.execute(kantor.db);
    return rows;
  });

const CABINET = { device_name: 'Первый', phone: '+79990000000', bank_detail: null };
const WALLET = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';

describe('what a person does on the screens', () => {
  test('is kept with who, from where, before and after, in the journal of their account', async ({
    kantor,
    trader,
    journal,
  }) => {
    await trader.call(toggleTraffic, { body: { is_active: false } });
    expect(await journal(trader.id)).toEqual([
      {
        source: 'web',
        who: expect.any(String),
        person_id: expect.any(String),
        account_id: trader.id,
        address: expect.stringMatching(/^[\d.:a-f]+$/),
        action: 'switch-traffic',
        object_kind: 'account',
        object_id: trader.id,
        before: { on: true },
        after: { on: false },
      },
    ]);
    // It stands once.
    expect((await sql`select from audit_account`.execute(kantor.db)).rows).toEqual([]);
  });

  test('a trader: requisites with the last four of their bank data, cabinets and their phones', async ({
    trader,
    journal,
  }) => {
    const body = { bank_type: 1, name: 'Основная', fio: 'Иван К.', phone: '+79991234567', is_sbp: true };
    const { id } = await trader.call(requisites.createRequisite, { body });
    const params = { id };
    await trader.call(requisites.updateRequisite, { params, body: { ...body, phone: '+79991230001' } });
    await trader.call(requisites.toggleRequisite, { params, body: { is_active: true } });
    await trader.call(requisites.archiveRequisite, { params });
    const cabinet = { params: { id: (await trader.call(cabinets.createCabinet, { body: CABINET })).id } };
    await trader.call(cabinets.updateCabinet, { ...cabinet, body: { ...CABINET, device_name: 'Второй' } });
    await trader.call(cabinets.connectCabinet, { ...cabinet, body: { application: 'sms_gateway' } });
    await trader.call(cabinets.resetCabinetDeals, cabinet);
    await trader.call(cabinets.blockCabinet, cabinet);
    const rows = await journal(trader.id);
    expect(rows.map(({ action }) => action)).toEqual([
      'archive-requisite',
      'block-cabinet',
      'change-cabinet',
      'change-requisite',
      'connect-phone',
      'create-cabinet',
      'create-requisite',
      'reset-cabinet-deals',
      'switch-requisite',
    ]);
    expect(rows.find(({ action }) => action === 'change-requisite')).toMatchObject({
      before: { phone: '•4567', payee_version: 1 },
      after: { phone: '•0001', payee_version: 2 },
      object_id: id,
    });
    expect(rows.find(({ action }) => action === 'change-cabinet')).toMatchObject({
      before: { device_name: 'Первый' },
      after: { device_name: 'Второй' },
    });
    expect(JSON.stringify(rows)).not.toContain('9991234');
  });

  test('a merchant: keys, webhooks, wallets and withdrawals', async ({ kantor, journal }) => {
    const merchant = await kantor.createMerchant();
    await kantor.fund(merchant.id, '100');
    const key = await merchant.call(createApiKey, { body: { name: 'Касса' } });
    await merchant.call(revokeApiKey, { params: { id: key.id } });
    await merchant.call(revokeApiKey, { params: { id: key.id } });
    await merchant.call(updateWebhookEndpoint, { body: { url: 'https://shop.example/hook', is_active: true } });
    await merchant.call(rotateWebhookSecret);
    const wallet = await merchant.call(createWallet, { body: { wallet_to_withdraw: WALLET } });
    kantor.pass(2 * DAY);
    const sent = { amount_in_usdt: 10, wallet_id: wallet.id };
    const withdrawal = await merchant.call(createWithdrawal, { body: sent });
    await merchant.call(cancelWithdrawal, { params: { id: withdrawal.id } });
    await merchant.call(removeWallet, { params: { id: wallet.id } });
    const rows = await journal(merchant.id);
    expect(rows.map(({ action }) => action)).toEqual([
      'add-wallet',
      'cancel-withdrawal',
      'change-webhook-address',
      'create-api-key',
      'create-withdrawal',
      'remove-wallet',
      'replace-webhook-secret',
      'revoke-api-key',
    ]);
    expect(JSON.stringify(rows)).not.toContain(key.key);
  });

  test('is not kept when it changed nothing', async ({ trader, journal }) => {
    for (let n = 0; n < 2; n += 1) await trader.call(toggleTraffic, { body: { is_active: false } });
    expect(await journal(trader.id)).toHaveLength(1);
  });

  test('is not kept when it was refused', async ({ trader, journal }) => {
    await trader.refusal(moveEarnings);
    expect(await journal(trader.id)).toEqual([]);
  });
});
