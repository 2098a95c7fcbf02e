import { pairDevice } from '@kantor/contract/wire/device-api.ts';
import { blockCabinet } from '@kantor/contract/wire/cabinets.ts';
import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { buildApi } from '../../src/app/build-api.ts';
import { MINUTE, SECOND } from '../../src/kernel/clock.ts';
import { ADDRESS_TRIES_PER_MINUTE } from '../../src/modules/device-api/limits.ts';
import { countEvents } from '../support/outbox-reading.ts';
import { type Answer, pairPhone, Phone, postRaw, readQr, tryToPair } from '../support/phone.ts';
import { test as base } from './fixture.ts';

/** Nothing is paired by a token that is refused. */
const refusalOf =
  (pair: (token: unknown) => Promise<Answer>, devices: () => Promise<unknown>) =>
  async (token: unknown, status: number, code: string) => {
    const before = await devices();
    const refused = await pair(token);
    expect([refused.status, refused.body.code]).toEqual([status, code]);
    expect(refused.body.detail).toMatch(/[а-я]/);
    expect(await devices()).toEqual(before);
  };

const test = base
  .extend(
    'qr',
    ({ trader, cabinet }) =>
      () =>
        readQr(trader, cabinet),
  )
  /** Redeems a token, sound or not. */
  .extend(
    'pair',
    ({ kantor }) =>
      (token: unknown, address?: string) =>
        tryToPair(kantor, token, address),
  )
  .extend('devices', ({ kantor, cabinet }) => async () => {
    const { rows } = await sql<{ id: string; kind: string; ended: boolean }>`
      select id, kind, ended_at is not null as ended from device where cabinet_id = ${cabinet} order by id`.execute(
      kantor.db,
    );
    return rows;
  })
  .extend('block', ({ trader, cabinet }) => async () => {
    await trader.call(blockCabinet, { params: { id: cabinet } });
  })
  .extend('expectRefused', ({ pair, devices }) => refusalOf(pair, devices));

describe('a phone that has read the QR code', () => {
  test('becomes the phone of the cabinet and gets its key', async ({ kantor, cabinet, pair, devices, qr }) => {
    const { status, body } = await pair(await qr());
    expect(status).toBe(201);
    expect(body).toEqual({
      device_id: expect.stringMatching(/^[\da-f-]{36}$/),
      key: expect.stringMatching(/^[\w-]{43}$/),
      cabinet: { id: cabinet, device_name: 'Телефон', phone: '' },
      server_time: kantor.clock().toISOString(),
    });
    expect(await devices()).toEqual([{ id: body.device_id, kind: 'phone', ended: false }]);
    const phone = new Phone(kantor, { id: body.device_id, key: body.key });
    expect((await phone.ping()).status).toBe(200);
  });

  test('has a key of its own, of which the database knows nothing', async ({ kantor, phone, addPhone }) => {
    const other = await addPhone();
    expect(phone.key).not.toBe(other.key);
    const { rows } = await sql<{ text: string }>`
      select coalesce(string_agg(device::text, ' '), '') || coalesce((select string_agg(pairing_token::text, ' ')
        from pairing_token), '') as text from device`.execute(kantor.db);
    const bytes = Buffer.from(phone.key, 'base64url').toString('hex');
    for (const form of [phone.key, bytes]) expect(rows[0]?.text).not.toContain(form);
  });

  test('of another server has another key: a copied database does not help', async ({ kantor, phone }) => {
    const settings = { ...kantor.settings, jwtSecret: 'another secret, as long as it has to be' };
    const app = await buildApi({ db: kantor.db, settings, clock: kantor.clock });
    const there = { ...kantor, app };
    const refused = await new Phone(there, phone).ping();
    expect([refused.status, refused.body.code]).toEqual([401, 'bad_signature']);
    await app.close();
  });

  test('ends the key of the phone before', async ({ kantor, trader, cabinet, devices }) => {
    const former = await pairPhone(kantor, trader, cabinet);
    kantor.pass(1);
    const phone = await pairPhone(kantor, trader, cabinet);
    const refused = await former.ping();
    expect([refused.status, refused.body.code]).toEqual([403, 'device_ended']);
    expect((await phone.ping()).status).toBe(200);
    expect(await devices()).toEqual([
      { id: former.id, kind: 'phone', ended: true },
      { id: phone.id, kind: 'phone', ended: false },
    ]);
  });

  test('makes an event for the trader’s screens', async ({ kantor, trader, cabinet }) => {
    const events = () => countEvents(kantor.db, 'cabinet.changed', cabinet, trader.id);
    const before = await events();
    await pairPhone(kantor, trader, cabinet);
    expect(await events()).toBe(before + 1);
  });
});

describe('a token', () => {
  test('pairs once', async ({ expectRefused, pair, qr }) => {
    const token = await qr();
    expect((await pair(token)).status).toBe(201);
    await expectRefused(token, 409, 'token_used');
  });

  test('pairs one of two phones that come at once', async ({ pair, devices, qr }) => {
    for (let round = 0; round < 5; round += 1) {
      const token = await qr();
      const answers = await Promise.all([pair(token), pair(token), pair(token)]);
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409]);
      expect((await devices()).filter(({ ended }) => !ended)).toHaveLength(1);
    }
  });

  test('of two codes of one cabinet, shown at once, each pairs, and the last phone stays', async ({
    pair,
    devices,
    qr,
  }) => {
    const tokens = [await qr(), await qr()];
    const answers = await Promise.all(tokens.map((token) => pair(token)));
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    expect((await devices()).filter(({ ended }) => !ended)).toHaveLength(1);
  });

  test('is good for ten minutes and no longer', async ({ kantor, expectRefused, pair, qr }) => {
    const [early, late] = [await qr(), await qr()];
    kantor.pass(10 * MINUTE - 1);
    expect((await pair(early)).status).toBe(201);
    kantor.pass(1);
    await expectRefused(late, 409, 'token_used');
  });

  test('that never was is refused', async ({ expectRefused }) => {
    for (const token of ['x', 'a'.repeat(43), '%', "' or true --"]) await expectRefused(token, 401, 'bad_token');
  });

  test('of a cabinet that was blocked meanwhile is refused', async ({ expectRefused, block, qr }) => {
    const token = await qr();
    await block();
    await expectRefused(token, 409, 'cabinet_blocked');
  });

  test.for([undefined, null, 1, '', 'a'.repeat(129), '\u0000', ['x']])('is no %j', async (token, { expectRefused }) => {
    await expectRefused(token, 400, 'invalid');
  });

  test('comes alone', async ({ kantor, cabinet }) => {
    const sent = JSON.stringify({ token: 'x', cabinet_id: cabinet });
    const { status, body } = await postRaw(kantor, pairDevice.path, sent);
    expect([status, body.errors]).toEqual([400, { cabinet_id: ['Неизвестное поле'] }]);
    for (const nonsense of ['', '[]', '{"token":', 'token=x']) {
      expect((await postRaw(kantor, pairDevice.path, nonsense)).status).toBe(400);
    }
  });
});

describe('a stranger who guesses', () => {
  test('is stopped after so many tries a minute, and nobody else is', async ({ kantor, pair }) => {
    for (let n = 0; n < ADDRESS_TRIES_PER_MINUTE; n += 1)
      expect((await pair('a guess', '203.0.113.7')).status).toBe(401);
    const refused = await pair('a guess', '203.0.113.7');
    expect([refused.status, refused.body.code]).toEqual([429, 'rate_limited']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await pair('a guess', '203.0.113.8')).status).toBe(401);
    kantor.pass(Number(refused.headers['retry-after']) * SECOND);
    expect((await pair('a guess', '203.0.113.7')).status).toBe(401);
  });

  test('is one in all of an IPv6 network', async ({ pair }) => {
    for (let n = 0; n < ADDRESS_TRIES_PER_MINUTE; n += 1) await pair('a guess', `2001:db8:1:2::${n + 1}`);
    expect((await pair('a guess', '2001:db8:1:2:ffff::1')).status).toBe(429);
    expect((await pair('a guess', '2001:db8:1:3::1')).status).toBe(401);
  });

  test('is not who pairs rightly: that takes nothing of what an address may try', async ({ pair, qr }) => {
    for (let n = 0; n < 3; n += 1) expect((await pair(await qr(), '198.51.100.4')).status).toBe(201);
    for (let n = 0; n < ADDRESS_TRIES_PER_MINUTE; n += 1)
      expect((await pair('a guess', '198.51.100.4')).status).toBe(401);
  });
});

test('a blocked cabinet ends the key of its phone', async ({ phone, block, devices }) => {
  await phone.ping();
  await block();
  const refused = await phone.ping();
  expect([refused.status, refused.body.code]).toEqual([403, 'cabinet_blocked']);
  expect((await devices())[0]?.ended).toBe(true);
});

test('expired tokens are forgotten under a phone’s feet without harm', async ({ kantor, phone }) => {
  await phone.ping();
  kantor.pass(11 * MINUTE);
  await sql`delete from pairing_token`.execute(kantor.db);
  expect((await phone.ping()).status).toBe(200);
});
