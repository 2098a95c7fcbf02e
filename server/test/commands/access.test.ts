import { createApiKey, listApiKeys } from '@kantor/contract/wire/api-keys.ts';
import { getCabinet, getCabinetQr } from '@kantor/contract/wire/cabinets.ts';
import { getMerchantBalance } from '@kantor/contract/wire/merchant-account.ts';
import { describe, expect } from 'vitest';
import { sql } from 'kysely';
import { SECOND } from '../../src/kernel/clock.ts';
import { freshKantorTest } from '../support/fixtures.ts';
import { pairPhone } from '../support/phone.ts';

// What a thief makes with a stolen session ends with the session's cure: a new password, or a block.

const test = freshKantorTest
  .extend('merchant', async ({ kantor }) => {
    const merchant = await kantor.createMerchant();
    const { key } = await merchant.call(createApiKey, { body: { name: 'Вора' } });
    return { ...merchant, thief: key };
  })
  .extend('trader', ({ kantor }) => kantor.createTrader())
  .extend('cabinet', ({ kantor, trader }) => kantor.createCabinet(trader.id, { hasPhone: false }))
  .extend('phone', ({ kantor, trader, cabinet }) => pairPhone(kantor, trader, cabinet))
  .extend('statuses', ({ merchant }) => async () => {
    const ask = async (token: string) => (await merchant.api.raw(getMerchantBalance, { token })).status;
    return [await ask(merchant.key), await ask(merchant.thief)];
  })
  .extend('audited', ({ kantor }) => async () => {
    const { rows } = await sql<{
      after: object;
    }>`select after from audit where source = 'command' order by id desc limit 1`.execute(kantor.db);
    return rows[0]?.after;
  });

describe.for([
  ['set-password', 'password', 'Пароль изменён'],
  ['block', 'blocked', 'Аккаунт был заблокирован'],
] as const)('%s', ([command, reason, sentence]) => {
  test("ends a merchant's API keys, and says which", async ({ kantor, merchant, statuses, audited }) => {
    expect(await statuses()).toEqual([200, 200]);
    expect(await kantor.cli(command, merchant.username)).toContain('Ended the API keys: Вора, Магазин.');
    kantor.pass(5 * SECOND);
    expect(await statuses()).toEqual([401, 401]);
    expect(await audited()).toMatchObject({ ended_api_keys: 'Вора, Магазин' });
    if (command === 'block') {
      await kantor.cli('unblock', merchant.username);
      kantor.pass(5 * SECOND);
      expect(await statuses()).toEqual([401, 401]);
      const anew = kantor.clientWith(await kantor.signIn(merchant.username));
      const { results } = await anew.call(listApiKeys);
      expect(results.map(({ end_reason: why }) => why)).toEqual([reason, reason]);
    }
  });

  test('keeps them with --keep-keys, and says which', async ({ kantor, merchant, statuses, audited }) => {
    expect(await kantor.cli(command, merchant.username, '--keep-keys')).toContain('Kept the API keys: Вора, Магазин.');
    expect(await audited()).toMatchObject({ kept_api_keys: 'Вора, Магазин' });
    if (command === 'block') await kantor.cli('unblock', merchant.username);
    kantor.pass(5 * SECOND);
    expect(await statuses()).toEqual([200, 200]);
  });

  test("ends a trader's phones and the codes for another, says which, and the cabinet says why", async ({
    kantor,
    trader,
    cabinet,
    phone,
    audited,
  }) => {
    const params = { id: cabinet };
    expect((await phone.ping('На связи')).status).toBe(200);
    await trader.call(getCabinetQr, { params });
    expect(await kantor.cli(command, trader.username)).toMatch(/^Ended the phones: .+ \(phone\)\.$/m);
    expect(await audited()).toMatchObject({ ended_phones: expect.stringMatching(/ \(phone\)$/) });
    expect(await phone.ping('Я ещё здесь')).toMatchObject({
      status: 403,
      body: { code: 'device_ended', detail: expect.stringContaining(sentence) },
    });
    expect((await sql`select from pairing_token where used_at is null`.execute(kantor.db)).rows).toHaveLength(0);
    if (command === 'block') {
      await kantor.cli('unblock', trader.username);
      kantor.pass(5 * SECOND);
      const anew = { ...trader, ...kantor.clientWith(await kantor.signIn(trader.username)) };
      expect(await anew.call(getCabinet, { params })).toMatchObject({
        phone_ended_at: expect.any(String),
        phone_end_reason: reason,
      });
      // Until another is connected.
      await pairPhone(kantor, anew, cabinet);
      expect(await anew.call(getCabinet, { params })).toMatchObject({ phone_ended_at: null, phone_end_reason: null });
    }
  });

  test('keeps them with --keep-phones, and says which', async ({ kantor, trader, phone }) => {
    const said = await kantor.cli(command, trader.username, '--keep-phones');
    expect(said).toMatch(/^Kept the phones: .+ \(phone\)\.$/m);
    expect((await phone.ping('На связи')).status).toBe(200);
  });

  test('says nothing of keys and phones where there are none', async ({ kantor, trader }) => {
    expect(await kantor.cli(command, trader.username)).not.toMatch(/keys|phones/);
  });
});
