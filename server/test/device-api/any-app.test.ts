import { SECRET_HEADER } from '@kantor/contract/plain/device-headers.ts';
import { DEVICE_API_BASE } from '@kantor/contract/plain/device-routes.ts';
import { ANY_APP_PING } from '@kantor/contract/plain/forwarders.ts';
import { connectCabinet, getCabinet, getLastHeard } from '@kantor/contract/wire/cabinets.ts';
import { getOrder } from '@kantor/contract/wire/orders.ts';
import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { buildApi } from '../../src/app/build-api.ts';
import { MINUTE, SECOND } from '../../src/kernel/clock.ts';
import { UNSIGNED_MESSAGES_PER_MINUTE } from '../../src/modules/device-api/limits.ts';
import { sber, SBER, tbank } from '../support/bank-phone.ts';
import { collectLog } from '../support/log.ts';
import { scanAddress } from '../support/phone.ts';
import { test as base } from './fixture.ts';
import { pathOf } from './forwarder-apps.ts';

const FORM = 'application/x-www-form-urlencoded';
const plain = { 'content-type': 'text/plain; charset=utf-8' };

interface Post {
  body?: string;
  query?: string;
  headers?: Record<string, string>;
  from?: string;
  path?: string;
}

const test = base
  .extend('merchant', ({ kantor }) => kantor.createMerchant())
  .extend('params', ({ cabinet }) => ({ id: cabinet }))
  .extend('given', ({ trader, params }) => trader.call(connectCabinet, { params, body: { application: 'any_app' } }))
  .extend(
    'post',
    ({ kantor, given }) =>
      async ({
        body = '',
        query = '',
        headers = {},
        from = '10.0.0.1',
        path = `${pathOf(given.address)}/${given.key}`,
      }: Post) => {
        const response = await kantor.app.inject({
          method: 'POST',
          url: DEVICE_API_BASE + path + query,
          headers: { 'content-type': 'application/json', ...headers },
          payload: body,
          remoteAddress: from,
        });
        return { status: response.statusCode, body: response.json<{ code?: string; detail?: string }>() };
      },
  )
  .extend('order', ({ kantor, trader, cabinet, merchant, post }) => async (bankId: number, amount: string) => {
    await post({ body: JSON.stringify({ from: ANY_APP_PING, text: '' }) });
    await kantor.createRequisite(trader.id, { cabinetId: cabinet, bankId, last4: '4321' });
    return merchant.order(amount, { bank: bankId });
  })
  .extend(
    'status',
    ({ trader }) =>
      async (id: string) =>
        (await trader.call(getOrder, { params: { id } })).status,
  )
  .extend(
    'outcomes',
    ({ messages }) =>
      async () =>
        (await messages()).results.map(({ outcome }) => outcome),
  );

const SBER_1500 = sber('1500').text;
const inQuery = (from: string, rest = '') => `?from=${encodeURIComponent(from)}&title=${rest}&end=1`;

describe('any application', () => {
  test('closes an order by JSON, a form, or a text with its fields in the address; by address or by header', async ({
    kantor,
    trader,
    params,
    given,
    post,
    order,
    status,
  }) => {
    const header = { headers: { [SECRET_HEADER]: given.key }, path: pathOf(given.address) };
    const ways: ((text: string) => Post)[] = [
      (text) => ({ body: JSON.stringify({ from: '900', text }) }),
      (text) => ({
        ...header,
        body: JSON.stringify({ Sender: '900', message: text, title: '', sim: 1, time: kantor.clock() }),
      }),
      (text) => ({
        body: new URLSearchParams({ from: '900', title: '', text }).toString(),
        headers: { 'content-type': FORM },
      }),
      (text) => ({ body: text, query: inQuery('900'), headers: plain }),
    ];
    let roubles = 1500;
    const { id } = await order(SBER, '1500');
    expect(id).not.toBe('');
    const merchant = await kantor.createMerchant();
    for (const way of ways) {
      const paid = roubles === 1500 ? { id } : await merchant.order(String(roubles), { bank: SBER });
      kantor.pass(SECOND);
      expect(await post(way(sber(String(roubles)).text))).toMatchObject({ status: 200 });
      expect(await status(paid.id)).toBe('CLOSED');
      roubles += 7;
    }
    expect(await trader.call(getCabinet, { params })).toMatchObject({
      is_unsigned: true,
      can_be_active: true,
      post_address: '10.0.0.1',
      former_post_address: null,
    });
  });

  test('is online by its pings, and says with what it was set up', async ({
    kantor,
    trader,
    params,
    given,
    post,
    pings,
  }) => {
    expect(await trader.call(getLastHeard, { params })).toMatchObject({ heard_at: null, message: null });
    expect((await post({ body: JSON.stringify({ from: ANY_APP_PING, text: '' }) })).status).toBe(200);
    expect((await pings()).results).toHaveLength(1);
    expect(await trader.call(getLastHeard, { params })).toMatchObject({ heard_at: expect.any(String), message: null });
    await post({
      body: JSON.stringify({ app: 'com.idamob.tinkoff.android', title: 'Пополнение', text: tbank('500').text }),
    });
    expect((await trader.call(getLastHeard, { params })).message).toMatchObject({ bank: 'Т-Банк', amount: '500.00' });
    expect(await scanAddress(given.qr)).toBe(`${given.address}/${given.key}`);
    // What came before is not shown to whoever sets up another.
    kantor.pass(SECOND);
    await trader.call(connectCabinet, { params, body: { application: 'any_app' } });
    expect(await trader.call(getLastHeard, { params })).toMatchObject({ heard_at: null, message: null });
  });

  test('is let in by its own secret alone, in force, over https', async ({
    kantor,
    trader,
    params,
    given,
    post,
    outcomes,
  }) => {
    const body = JSON.stringify({ from: '900', text: SBER_1500 });
    const address = pathOf(given.address);
    const other = await trader.call(connectCabinet, {
      params: { id: await kantor.createCabinet(trader.id, { hasPhone: false }) },
      body: { application: 'any_app' },
    });
    const wrong = [
      `${address}/${other.key}`,
      `${address}/${given.key}x`,
      `${address}/${given.key.slice(1)}`,
      address,
      `${address}/ `,
    ];
    for (const path of wrong) expect([path, (await post({ body, path })).status]).toEqual([path, 401]);
    expect((await post({ body, path: address, headers: { [SECRET_HEADER]: other.key } })).status).toBe(401);
    // A signing application's key is no secret of an address, and the other way round.
    const signing = await trader.call(connectCabinet, { params, body: { application: 'sms_gateway' } });
    const [, signingId = ''] = /([^/]+)$/.exec(signing.address) ?? [];
    expect((await post({ body, path: `/any/${signingId}/${signing.key}` })).body.code).toBe('unknown_device');
    expect((await post({ body })).body.code).toBe('device_ended');
    const production = await buildApi({
      db: kantor.db,
      settings: { ...kantor.settings, production: true, trustProxy: ['127.0.0.1'] },
      clock: kantor.clock,
    });
    const fresh = await trader.call(connectCabinet, { params, body: { application: 'any_app' } });
    const knock = async (protocol: string) => {
      const url = new URL(fresh.address).pathname;
      const headers = { 'content-type': 'application/json', 'x-forwarded-proto': protocol, [SECRET_HEADER]: fresh.key };
      return (await production.inject({ method: 'POST', url, headers, payload: body })).statusCode;
    };
    expect([await knock('http'), await outcomes(), await knock('https')]).toEqual([403, [], 200]);
    await production.close();
    await kantor.cli('block', trader.username);
    expect((await post({ body, path: `${pathOf(fresh.address)}/${fresh.key}` })).status).toBe(403);
  });

  test('tells from where it posts, and when that changes; a phone goes about within its network', async ({
    kantor,
    trader,
    params,
    post,
  }) => {
    const said = async (from: string, text: string) => {
      kantor.pass(MINUTE);
      await post({ body: JSON.stringify({ from: '900', text }), from });
      const { post_address: now, former_post_address: former } = await trader.call(getCabinet, { params });
      return [now, former];
    };
    expect(await said('2001:db8:1:2::5', 'a')).toEqual(['2001:db8:1:2::5', null]);
    expect(await said('2001:db8:1:2::6', 'b')).toEqual(['2001:db8:1:2::5', null]);
    expect(await said('203.0.113.9', 'c')).toEqual(['203.0.113.9', '2001:db8:1:2::5']);
    await trader.call(connectCabinet, { params, body: { application: 'sms_gateway' } });
    expect(await trader.call(getCabinet, { params })).toMatchObject({ is_unsigned: false, post_address: null });
  });

  test('is held to a limit of its own', async ({ post }) => {
    const body = JSON.stringify({ from: ANY_APP_PING, text: '' });
    for (let n = 0; n < UNSIGNED_MESSAGES_PER_MINUTE; n += 1) await post({ body });
    expect((await post({ body })).status).toBe(429);
  });

  test('leaves its secret in no log, no table and no journal', async ({ kantor, trader, params }) => {
    const { log, text } = collectLog();
    const app = await buildApi({ db: kantor.db, settings: kantor.settings, clock: kantor.clock, log });
    const given = await trader.call(connectCabinet, { params, body: { application: 'any_app' } });
    const url = `${new URL(given.address).pathname}/${given.key}?from=900&title=&end=1`;
    for (const payload of [SBER_1500, '']) await app.inject({ method: 'POST', url, headers: plain, payload });
    await app.inject({ method: 'POST', url: url.replace('end=1', 'x=1'), headers: plain, payload: SBER_1500 });
    await app.inject({ method: 'GET', url });
    await app.close();
    expect(text()).toContain('request');
    expect(text()).not.toContain(given.key);
    expect(text()).not.toContain('Иван');
    for (const table of ['device', 'cabinet', 'audit', 'notification', 'outbox']) {
      const { rows } = await sql`select from ${sql.table(table)} t where t::text like ${`%${given.key}%`}`.execute(
        kantor.ownerDb,
      );
      expect([table, rows.length]).toEqual([table, 0]);
    }
  });
});

describe('a post that cannot be read', () => {
  test('is refused, and the cabinet tells', async ({ trader, params, post }) => {
    const { status, body } = await post({ body: '{"from":"900","from":"901","text":"a"}' });
    expect([status, body.detail]).toEqual([400, 'Сообщение не принято: поле «from» повторяется']);
    expect((await trader.call(getCabinet, { params })).refused_at).not.toBeNull();
    expect((await trader.call(getLastHeard, { params })).refused_at).not.toBeNull();
  });
});

describe('the same text again', () => {
  const said = (text: string, more = {}) => ({ body: JSON.stringify({ from: '900', text, ...more }) });

  test('is a repeat within ten minutes where it has a balance, and another balance is another payment', async ({
    kantor,
    post,
    outcomes,
  }) => {
    await post(said(SBER_1500));
    kantor.pass(9 * MINUTE);
    await post(said(SBER_1500));
    expect(await outcomes()).toHaveLength(1);
    await post(said(SBER_1500.replace('20000.50', '21500.50')));
    expect(await outcomes()).toHaveLength(2);
    kantor.pass(12 * MINUTE);
    await post(said(SBER_1500));
    expect(await outcomes()).toHaveLength(3);
  });

  test('without a balance is one within a minute alone; with a time of its own by that', async ({
    kantor,
    post,
    outcomes,
  }) => {
    const text = 'СЧЁТ4321 зачислен перевод по СБП 500р из Т-Банк от ИВАН И.';
    await post(said(text));
    kantor.pass(30 * SECOND);
    await post(said(text));
    expect(await outcomes()).toHaveLength(1);
    kantor.pass(3 * MINUTE);
    await post(said(text));
    expect(await outcomes()).toHaveLength(2);
    const at = (ago: number) => ({ time: new Date(kantor.clock().getTime() - ago).toISOString() });
    kantor.pass(30 * MINUTE);
    for (const ago of [5 * MINUTE, 2 * MINUTE, 5 * MINUTE]) await post(said(text, at(ago)));
    expect(await outcomes()).toHaveLength(4);
  });
});
