import { createApiKey, getServerWithdrawals, setServerWithdrawals } from '@kantor/contract/wire/api-keys.ts';
import {
  cancelMerchantWithdrawal,
  createMerchantWithdrawal,
  getMerchantWithdrawal,
  listMerchantWallets,
  listMerchantWithdrawals,
} from '@kantor/contract/wire/merchant-account.ts';
import { listMerchantEvents } from '@kantor/contract/wire/merchant-events.ts';
import { createWallet, getWithdrawal, removeWallet } from '@kantor/contract/wire/withdrawals.ts';
import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { DAY } from '../../src/kernel/clock.ts';
import { newId } from '../../src/kernel/ids.ts';
import { verify } from '../../src/modules/verification/index.ts';
import { startSending } from '../../src/modules/withdrawals/index.ts';
import { atOnce } from '../support/at-once.ts';
import { test as base } from '../support/fixtures.ts';
import type { KantorOptions } from '../support/kantor.ts';
import { usdt } from '../support/money.ts';
import { fanOutAll } from '../support/outbox-reading.ts';
import type { Merchant } from '../support/people.ts';
import { newAddress } from '../withdrawals/fixture.ts';

const test = base
  .extend('options', { scope: 'file' }, { walletWaitMs: DAY } as KantorOptions)
  /** With 1,000 USDT, in each test. */
  .extend('shop', async ({ kantor }) => {
    const shop = await kantor.createMerchant();
    await kantor.fund(shop.id, '1000');
    return shop;
  })
  .extend('addWallet', ({ kantor }) => async (owner: Merchant) => {
    const { id } = await owner.call(createWallet, { body: { wallet_to_withdraw: newAddress() } });
    kantor.pass(DAY);
    return id;
  })
  .extend('wallet', ({ shop, addWallet }) => addWallet(shop))
  /** A key that may withdraw, as far as its owner lets keys do so. */
  .extend('token', async ({ shop }) => {
    const { key } = await shop.call(createApiKey, { body: { name: 'Казна', scopes: ['withdrawals'] } });
    return key;
  })
  .extend(
    'letIt',
    ({ shop }) =>
      (is_on: boolean) =>
        shop.call(setServerWithdrawals, { body: { is_on } }),
  )
  .extend(
    'withdraw',
    ({ kantor, shop, wallet, token }) =>
      (body: object = {}, key: string = newId(kantor.clock())) =>
        shop.api.raw<{ id: string; code?: string; errors?: object }>(createMerchantWithdrawal, {
          token,
          body: { amount_in_usdt: 100, wallet_id: wallet, ...body },
          headers: { 'idempotency-key': key },
        }),
  )
  .extend(
    'cancel',
    ({ kantor, shop, token }) =>
      (id: string, key: string = newId(kantor.clock())) =>
        shop.api.raw(cancelMerchantWithdrawal, { token, params: { id }, headers: { 'idempotency-key': key } }),
  );

const said = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code];
const OFF = [403, 'withdrawals_disabled'];

describe('a withdrawal by API', () => {
  test('is off until the owner of the account switches it on; then it is one as by hand, and says by which key', async ({
    kantor,
    shop,
    token,
    wallet,
    letIt,
    withdraw,
  }) => {
    expect(await shop.call(getServerWithdrawals)).toEqual({ is_on: false });
    expect(said(await withdraw())).toEqual(OFF);
    expect(await kantor.balances(shop.id)).toMatchObject({ available: usdt('1000'), held: 0n });
    await letIt(true);
    const [{ wallet: address } = { wallet: '' }] = await shop.api.call(listMerchantWallets);
    const { status, body } = await withdraw();
    expect([status, body]).toMatchObject([
      201,
      { status: 'OPEN', amount_in_usdt: '100.000000', wallet: address, outcome: null, sending_at: null },
    ]);
    expect(await kantor.balances(shop.id)).toMatchObject({ available: usdt('900'), held: usdt('100') });
    const params = { id: body.id };
    expect(await shop.call(getWithdrawal, { params })).toMatchObject({ api_key: 'Казна', can_cancel: true });
    expect((await shop.api.raw(getMerchantWithdrawal, { token, params })).body).toEqual(body);
    expect((await shop.api.raw(listMerchantWithdrawals, { token, query: 'status=OPEN' })).body).toMatchObject({
      results: [body],
    });
    await fanOutAll(kantor);
    const events = await shop.api.call(listMerchantEvents, { query: { object_id: body.id } });
    expect(events.results.map(({ type }) => type)).toEqual(['withdrawal.open']);
    expect(wallet).not.toBe('');
    expect(await verify(kantor.db)).toEqual([]);
  });

  test('needs its scope, which no key has that was made without it', async ({
    shop,
    wallet,
    letIt,
    token,
    withdraw,
  }) => {
    await letIt(true);
    const body = { amount_in_usdt: 100, wallet_id: wallet };
    const { key: reader } = await shop.call(createApiKey, { body: { name: 'Учёт', scopes: ['read', 'payouts'] } });
    for (const other of [shop.key, reader]) {
      const answer = await shop.api.raw(createMerchantWithdrawal, { token: other, body });
      expect(said(answer)).toEqual([403, 'scope_missing']);
    }
    expect(token).not.toBe(shop.key);
    expect((await withdraw()).status).toBe(201);
  });

  test('goes to wallets that were saved, once they can be used', async ({
    kantor,
    shop,
    token,
    letIt,
    withdraw,
    addWallet,
  }) => {
    await letIt(true);
    const added = await shop.call(createWallet, { body: { wallet_to_withdraw: newAddress() } });
    const waits = await withdraw({ wallet_id: added.id });
    expect(said(waits)).toEqual([409, 'wallet_waits']);
    const wallets = await shop.api.raw<object[]>(listMerchantWallets, { token });
    expect(wallets.body[0]).toMatchObject({ id: added.id, usable_at: added.usable_at });
    const stranger = await kantor.createMerchant();
    const foreign = await addWallet(stranger);
    for (const wallet_id of [foreign, newId(kantor.clock())])
      expect(said(await withdraw({ wallet_id }))).toEqual([404, 'not_found']);
    expect((await withdraw({ wallet_id: added.id })).status).toBe(201);
    const removed = await addWallet(shop);
    await shop.call(removeWallet, { params: { id: removed } });
    expect(said(await withdraw({ wallet_id: removed }))).toEqual([404, 'not_found']);
    expect((await stranger.api.raw<object[]>(listMerchantWallets, { token })).body).toHaveLength(2);
  });

  test.for([0, 10.5, '10.5', -1, undefined])(
    'of %s is refused by name',
    async (amount_in_usdt, { letIt, withdraw }) => {
      await letIt(true);
      const { status, body } = await withdraw({ amount_in_usdt });
      expect([status, Object.keys(body.errors ?? {})]).toEqual([400, ['amount_in_usdt']]);
    },
  );

  test('repeated under its key is one; the key of another is refused', async ({ kantor, shop, letIt, withdraw }) => {
    await letIt(true);
    const first = await withdraw({}, 'w-1');
    const again = await withdraw({}, 'w-1');
    expect([again.status, again.body, again.headers['idempotent-replayed']]).toEqual([201, first.body, 'true']);
    expect(said(await withdraw({ amount_in_usdt: 200 }, 'w-1'))).toEqual([422, 'idempotency_mismatch']);
    expect(await kantor.balances(shop.id)).toMatchObject({ held: usdt('100') });
  });

  test('of the whole balance, asked for twenty times at once, is one', async ({ kantor, shop, letIt, withdraw }) => {
    await letIt(true);
    const { answers } = await atOnce(Array.from({ length: 20 }, () => withdraw({ amount_in_usdt: 1000 })));
    const refused = answers.filter(({ status }) => status !== 201);
    expect(refused).toHaveLength(19);
    for (const each of refused) expect(said(each)).toEqual([409, 'insufficient_funds']);
    expect(await kantor.balances(shop.id)).toMatchObject({ available: 0n, held: usdt('1000') });
    expect(await verify(kantor.db)).toEqual([]);
  });

  test('is taken back by API as long as nobody sends it, once', async ({ kantor, shop, letIt, withdraw, cancel }) => {
    await letIt(true);
    const { id } = (await withdraw()).body;
    const taken = await cancel(id, 'c-1');
    expect(taken).toMatchObject({ status: 200, body: { id, status: 'CLOSED', outcome: 'CANCELLED' } });
    expect((await cancel(id, 'c-1')).body).toEqual(taken.body);
    expect(said(await cancel(id))).toEqual([409, 'withdrawal_status']);
    expect(await kantor.balances(shop.id)).toMatchObject({ available: usdt('1000'), held: 0n });
    const sent = (await withdraw()).body.id;
    await startSending(kantor, sent, 'Анна');
    expect(said(await cancel(sent))).toEqual([409, 'withdrawal_sending']);
    expect(said(await cancel(newId(kantor.clock())))).toEqual([404, 'not_found']);
    expect(await verify(kantor.db)).toEqual([]);
  });

  test('of another merchant is not there', async ({ kantor, shop, letIt, withdraw }) => {
    await letIt(true);
    const { id } = (await withdraw()).body;
    const stranger = await kantor.createMerchant();
    const { key } = await stranger.call(createApiKey, { body: { name: 'Казна', scopes: ['withdrawals'] } });
    await stranger.call(setServerWithdrawals, { body: { is_on: true } });
    const headers = { 'idempotency-key': 'foreign' };
    for (const call of [cancelMerchantWithdrawal, getMerchantWithdrawal])
      expect(said(await shop.api.raw(call, { token: key, params: { id }, headers }))).toEqual([404, 'not_found']);
    expect(await shop.call(getWithdrawal, { params: { id } })).toMatchObject({ status: 'OPEN' });
  });
});

describe('the leave to withdraw by API', () => {
  test('taken back, no key withdraws or cancels any more: at once', async ({
    kantor,
    shop,
    letIt,
    withdraw,
    cancel,
  }) => {
    await letIt(true);
    const { id } = (await withdraw()).body;
    await letIt(false);
    expect(said(await withdraw())).toEqual(OFF);
    expect(said(await cancel(id))).toEqual(OFF);
    expect(await shop.call(getWithdrawal, { params: { id } })).toMatchObject({ status: 'OPEN' });
    await letIt(true);
    expect((await withdraw()).status).toBe(201);
    expect(await kantor.balances(shop.id)).toMatchObject({ held: usdt('200') });
  });

  test('taken back amid withdrawals: none comes after', async ({ kantor, shop, letIt, withdraw }) => {
    await letIt(true);
    const heldAfter = letIt(false).then(() => kantor.balances(shop.id));
    await Promise.all(Array.from({ length: 10 }, () => withdraw({ amount_in_usdt: 1 })));
    expect((await kantor.balances(shop.id))['held']).toBe((await heldAfter)['held']);
  });

  test('is the owner’s alone to give; who sees keys sees it', async ({ kantor, shop, withdraw }) => {
    for (const role of ['finance', 'developer', 'support', 'viewer'] as const) {
      const member = await kantor.createMember(shop.id, role);
      expect(said(await member.raw(setServerWithdrawals, { body: { is_on: true } }))).toEqual([403, 'forbidden']);
      const seen = role === 'developer' || role === 'viewer' ? 200 : 403;
      expect((await member.raw(getServerWithdrawals)).status).toBe(seen);
    }
    expect(said(await withdraw())).toEqual(OFF);
  });

  test('is a merchant’s, says the database', async ({ kantor }) => {
    const trader = await kantor.createTrader();
    await expect(
      sql`update account set server_withdrawals = true where id = ${trader.id}`.execute(kantor.ownerDb),
    ).rejects.toThrow('account_server_withdrawals');
  });
});

describe('the scope of withdrawals', () => {
  const asking = { name: 'Казна', scopes: ['orders', 'withdrawals'] as const };

  test('is given by who may withdraw: a developer makes keys without it', async ({ kantor, shop }) => {
    const developer = await kantor.createMember(shop.id, 'developer');
    expect(said(await developer.raw(createApiKey, { body: asking }))).toEqual([403, 'forbidden']);
    expect((await developer.call(createApiKey, { body: { name: 'Касса' } })).scopes).not.toContain('withdrawals');
  });

  test('is no test key’s', async ({ kantor, shop, letIt }) => {
    await letIt(true);
    const { status, body } = await shop.raw(createApiKey, { body: { ...asking, is_test: true } });
    expect([status, Object.keys(body.errors ?? {})]).toEqual([400, ['scopes']]);
    const { id, key } = await shop.call(createApiKey, { body: { name: 'Проба', is_test: true, scopes: ['read'] } });
    await expect(
      sql`update api_key set scopes = '{withdrawals}' where id = ${id}`.execute(kantor.ownerDb),
    ).rejects.toThrow('api_key_test_scopes');
    expect((await shop.api.raw(listMerchantWallets, { token: key })).body).toEqual([]);
    expect(said(await shop.api.raw(createMerchantWithdrawal, { token: key, body: {} }))).toEqual([
      403,
      'scope_missing',
    ]);
  });

  test('is of a key of the withdrawal’s own merchant, says the database', async ({ kantor, letIt, withdraw }) => {
    await letIt(true);
    const { id } = (await withdraw()).body;
    const stranger = await kantor.createMerchant();
    await expect(
      sql`update withdrawal set api_key_id = (select id from api_key where merchant_id = ${stranger.id}) where id = ${id}`.execute(
        kantor.ownerDb,
      ),
    ).rejects.toThrow('withdrawal_own_key');
  });
});
