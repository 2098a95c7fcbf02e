import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildApi } from '../../src/app/build-api.ts';
import { MINUTE } from '../../src/kernel/clock.ts';
import { ADDRESS_TRIES_PER_MINUTE } from '../../src/modules/device-api/limits.ts';
import { type Kantor, startKantor } from '../support/harness.ts';
import { pairPhone, Phone, readQr, tryToPair } from '../support/phone.ts';

let kantor: Kantor;
let trader: Awaited<ReturnType<Kantor['createTrader']>>;
let cabinet: string;

beforeAll(async () => {
  kantor = await startKantor();
  trader = await kantor.createTrader();
});
afterAll(() => kantor.close());
beforeEach(async () => {
  cabinet = await kantor.createCabinet(trader.id, { hasPhone: false });
  // What was tried in the test before is forgiven.
  kantor.pass(MINUTE);
});

const qr = () => readQr(trader, cabinet);
const devices = async () => {
  const { rows } = await sql<{ id: string; kind: string; ended: boolean }>`
    select id, kind, ended_at is not null as ended from device where cabinet_id = ${cabinet} order by id`.execute(
    kantor.db,
  );
  return rows;
};
const block = () => kantor.send(`/api/v1/cabinets/${cabinet}/block_forever/`, { method: 'POST', token: trader.token });

describe('a phone that has read the QR code', () => {
  test('becomes the phone of the cabinet and is told its key', async () => {
    const { status, body } = await tryToPair(kantor, await qr());
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

  test('has a key of its own, of which the database knows nothing', async () => {
    const phone = await pairPhone(kantor, trader, cabinet);
    const other = await pairPhone(kantor, trader, await kantor.createCabinet(trader.id));
    expect(phone.key).not.toBe(other.key);
    const { rows } = await sql<{ text: string }>`
      select coalesce(string_agg(device::text, ' '), '') || coalesce((select string_agg(pairing_token::text, ' ')
        from pairing_token), '') as text from device`.execute(kantor.db);
    const bytes = Buffer.from(phone.key, 'base64url').toString('hex');
    for (const form of [phone.key, bytes]) expect(rows[0]?.text).not.toContain(form);
  });

  test('of another server has another key: a copied database does not help', async () => {
    const phone = await pairPhone(kantor, trader, cabinet);
    const settings = { ...kantor.settings, jwtSecret: 'another secret, as long as it has to be' };
    const app = await buildApi({ db: kantor.db, settings, clock: kantor.clock });
    const there = { ...kantor, app };
    const refused = await new Phone(there, phone).ping();
    expect([refused.status, refused.body.code]).toEqual([401, 'bad_signature']);
    await app.close();
  });

  test('ends the key of the phone before', async () => {
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

  test('is told to the trader’s screens', async () => {
    const before = await events();
    await pairPhone(kantor, trader, cabinet);
    expect(await events()).toBe(before + 1);
  });
});

const events = async () => {
  const { rows } = await sql<{ n: bigint }>`
    select count(*) as n from outbox
    where kind = 'cabinet.changed' and object_id = ${cabinet} and owners = ${[trader.id]}::uuid[]`.execute(kantor.db);
  return Number(rows[0]?.n);
};

describe('a token', () => {
  const expectRefused = async (token: unknown, status: number, code: string) => {
    const before = await devices();
    const refused = await tryToPair(kantor, token);
    expect([refused.status, refused.body.code]).toEqual([status, code]);
    expect(refused.body.detail).toMatch(/[а-я]/);
    expect(await devices()).toEqual(before);
  };

  test('pairs once', async () => {
    const token = await qr();
    expect((await tryToPair(kantor, token)).status).toBe(201);
    await expectRefused(token, 409, 'token_used');
  });

  test('pairs one of two phones that come at once', async () => {
    for (let round = 0; round < 5; round += 1) {
      const token = await qr();
      const answers = await Promise.all([tryToPair(kantor, token), tryToPair(kantor, token), tryToPair(kantor, token)]);
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409]);
      expect((await devices()).filter(({ ended }) => !ended)).toHaveLength(1);
    }
  });

  test('of two codes of one cabinet, shown at once, each pairs, and the last phone stays', async () => {
    const tokens = [await qr(), await qr()];
    const answers = await Promise.all(tokens.map((token) => tryToPair(kantor, token)));
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    expect((await devices()).filter(({ ended }) => !ended)).toHaveLength(1);
  });

  test('is good for ten minutes and no longer', async () => {
    const [early, late] = [await qr(), await qr()];
    kantor.pass(10 * MINUTE - 1);
    expect((await tryToPair(kantor, early)).status).toBe(201);
    kantor.pass(1);
    await expectRefused(late, 409, 'token_used');
  });

  test('that never was is refused', async () => {
    for (const token of ['x', 'a'.repeat(43), '%', "' or true --"]) await expectRefused(token, 401, 'bad_token');
  });

  test('of a cabinet that was blocked meanwhile is refused', async () => {
    const token = await qr();
    await block();
    await expectRefused(token, 409, 'cabinet_blocked');
  });

  test.each([undefined, null, 1, '', 'a'.repeat(129), '\u0000', ['x']])('is no %j', async (token) => {
    await expectRefused(token, 400, 'invalid');
  });

  test('comes alone', async () => {
    const { status, body } = await kantor.send('/device/v1/pair', {
      method: 'POST',
      body: { token: 'x', cabinet_id: cabinet },
    });
    expect([status, body.errors]).toEqual([400, { cabinet_id: ['Неизвестное поле'] }]);
    for (const nonsense of ['', '[]', '{"token":', 'token=x']) {
      expect((await kantor.send('/device/v1/pair', { method: 'POST', body: nonsense })).status).toBe(400);
    }
  });
});

describe('whoever guesses', () => {
  const guess = (address: string) => tryToPair(kantor, 'a guess', address);

  test('is stopped after so many tries a minute, and nobody else is', async () => {
    for (let n = 0; n < ADDRESS_TRIES_PER_MINUTE; n += 1) expect((await guess('203.0.113.7')).status).toBe(401);
    const refused = await guess('203.0.113.7');
    expect([refused.status, refused.body.code]).toEqual([429, 'rate_limited']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await guess('203.0.113.8')).status).toBe(401);
    kantor.pass(Number(refused.headers['retry-after']) * 1000);
    expect((await guess('203.0.113.7')).status).toBe(401);
  });

  test('is one in all of an IPv6 network', async () => {
    for (let n = 0; n < ADDRESS_TRIES_PER_MINUTE; n += 1) await guess(`2001:db8:1:2::${n + 1}`);
    expect((await guess('2001:db8:1:2:ffff::1')).status).toBe(429);
    expect((await guess('2001:db8:1:3::1')).status).toBe(401);
  });

  test('is not who pairs rightly: that takes nothing of what an address may try', async () => {
    for (let n = 0; n < 3; n += 1) expect((await tryToPair(kantor, await qr(), '198.51.100.4')).status).toBe(201);
    for (let n = 0; n < ADDRESS_TRIES_PER_MINUTE; n += 1) expect((await guess('198.51.100.4')).status).toBe(401);
  });
});

test('a blocked cabinet ends the key of its phone', async () => {
  const phone = await pairPhone(kantor, trader, cabinet);
  await block();
  const refused = await phone.ping();
  expect([refused.status, refused.body.code]).toEqual([403, 'cabinet_blocked']);
  expect((await devices())[0]?.ended).toBe(true);
});

test('expired tokens are forgotten under a phone’s feet without harm', async () => {
  const phone = await pairPhone(kantor, trader, cabinet);
  kantor.pass(11 * MINUTE);
  await sql`delete from pairing_token`.execute(kantor.db);
  expect((await phone.ping()).status).toBe(200);
});
