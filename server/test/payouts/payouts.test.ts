import { CALLS } from '@kantor/contract/wire/calls.ts';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { verify } from '../../src/modules/verification/index.ts';
import { type Kantor, startKantor, usdt } from '../support/harness.ts';

let kantor: Kantor;
let merchant: Awaited<ReturnType<Kantor['createMerchant']>>;
let trader: Awaited<ReturnType<Kantor['createTrader']>>;
let rival: Awaited<ReturnType<Kantor['createTrader']>>;
let png: Buffer;

type Who = { token: () => Promise<string> };

beforeAll(async () => {
  kantor = await startKantor();
  png = await sharp({ create: { width: 20, height: 10, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
});
afterAll(() => kantor.close());

const enable = (id: string) => sql`update users set payout_enable = true where id = ${id}`.execute(kantor.db);

beforeEach(async () => {
  merchant = await kantor.createMerchant({ feeBp: 500 });
  trader = await kantor.createTrader({ balance: '0', rewardBp: 200 });
  rival = await kantor.createTrader({ balance: '0' });
  for (const { id } of [merchant, trader, rival]) await enable(id);
  await kantor.fund(merchant.id, '1000');
});

const SECRET = { fio: 'Пётр Петров', phone: '+79995554433', bank_account: '40817810000000000042' };
const create = (body: object = {}, who: Who = merchant, headers: Record<string, string> = {}) =>
  kantor.send('/api/v1/withdraworders/', {
    method: 'POST',
    token: who.token,
    headers,
    body: { amount: 5000, is_sbp: true, ...SECRET, ...body },
  });
const act = (who: Who, id: string, action: string) =>
  kantor.send(`/api/v1/withdraworders/${id}/${action}/`, { method: 'POST', token: who.token });
const read = (who: Who, id: string) => kantor.send(`/api/v1/withdraworders/${id}/`, { token: who.token });
const list = async (who: Who, query = '') =>
  (await kantor.send(`/api/v1/withdraworders/${query}`, { token: who.token })).body;
const upload = (who: Who, id: string, bytes: Buffer = png, name = 'чек.png') =>
  kantor.upload(`/api/v1/withdraworders/${id}/`, who.token, { field: 'photo', name, bytes });

describe('a payout', () => {
  test('is created open, and sets aside its amount and the fee', async () => {
    const { status, body } = await create();
    expect(status).toBe(201);
    // 5 000 RUB at 100 are 50 USDT; the fee is 5 %.
    expect(body).toMatchObject({
      amount: '5000.00',
      amount_in_usdt: '50.000000',
      human_status: 'Открыт',
      done_datetime: null,
      ...SECRET,
    });
    expect(await kantor.balances(merchant.id)).toMatchObject({ available: usdt('947.5'), held: usdt('52.5') });
  });

  test('goes to the trader who takes it, and done pays him and the platform', async () => {
    const { body } = await create();
    expect((await read(trader, body.id)).body).toMatchObject({
      can_take_on_work: true,
      can_interact: true,
      can_free: false,
    });
    expect((await act(trader, body.id, 'take_on_work')).body).toMatchObject({
      human_status: 'В работе',
      ...SECRET,
      can_free: true,
      can_be_done: false,
      photo: null,
    });
    const early = await act(trader, body.id, 'confirm');
    expect([early.status, early.body.code]).toEqual([409, 'no_photo']);
    expect((await upload(trader, body.id)).body).toMatchObject({ can_be_done: true, photo: { name: 'чек.png' } });
    expect((await act(trader, body.id, 'confirm')).body).toMatchObject({
      human_status: 'Выполнен',
      can_interact: false,
      done_datetime: kantor.clock().toISOString(),
      ...SECRET,
    });
    expect(await kantor.balances(trader.id)).toMatchObject({ available: usdt('50'), earned: usdt('1') });
    expect(await kantor.balances(merchant.id)).toMatchObject({ available: usdt('947.5'), held: 0n });
    expect(await verify(kantor.db)).toEqual([]);
  });

  test('given up is open again, without its photo, for anyone', async () => {
    const { body } = await create();
    await act(trader, body.id, 'take_on_work');
    await upload(trader, body.id);
    const freed = await act(trader, body.id, 'free');
    expect(freed.body).toMatchObject({ human_status: 'Открыт', can_take_on_work: true });
    expect(freed.body).not.toHaveProperty('fio');
    expect((await act(rival, body.id, 'take_on_work')).body).toMatchObject({ human_status: 'В работе', photo: null });
    expect((await act(trader, body.id, 'free')).status).toBe(404);
  });

  test('is cancelled by its merchant while it is open, and everything returns', async () => {
    const { body } = await create();
    expect((await act(merchant, body.id, 'cancel')).body).toMatchObject({ human_status: 'Отменён' });
    expect(await kantor.balances(merchant.id)).toMatchObject({ available: usdt('1000'), held: 0n });
    const again = await act(merchant, body.id, 'cancel');
    expect([again.status, again.body.detail]).toEqual([409, 'Сейчас выплата в статусе «Отменён», действие недоступно']);
    const taken = await create();
    await act(trader, taken.body.id, 'take_on_work');
    expect((await act(merchant, taken.body.id, 'cancel')).status).toBe(409);
  });

  test('a trader has three in work at most', async () => {
    const ids = [];
    for (let i = 0; i < 4; i += 1) ids.push((await create()).body.id);
    const taken = await Promise.all(ids.map((id) => act(trader, id, 'take_on_work')));
    expect(taken.filter(({ status }) => status === 200)).toHaveLength(3);
    expect(taken.filter(({ body }) => body.code === 'too_many_in_work')).toHaveLength(1);
    const left = ids[taken.findIndex(({ status }) => status === 409)];
    expect((await read(trader, left)).body).toMatchObject({ can_take_on_work: false, can_interact: false });
  });
});

describe('who is paid', () => {
  test('never reaches a trader who has not taken the payout', async () => {
    const { body } = await create();
    const answers = async () => {
      const raw = [await list(trader), (await read(trader, body.id)).body];
      return JSON.stringify(raw);
    };
    for (const secret of Object.values(SECRET)) expect(await answers()).not.toContain(secret);
    await act(rival, body.id, 'take_on_work');
    for (const secret of Object.values(SECRET)) expect(await answers()).not.toContain(secret);
    expect((await read(trader, body.id)).status).toBe(404);
    expect((await read(merchant, body.id)).body).toMatchObject(SECRET);
  });

  test('is for its merchant only, among merchants', async () => {
    const { body } = await create();
    const other = await kantor.createMerchant();
    await enable(other.id);
    expect((await read(other, body.id)).status).toBe(404);
    expect((await act(other, body.id, 'cancel')).status).toBe(404);
    expect((await list(other)).count).toBe(0);
  });

  test('without payout_enable every call of payouts is a 403', async () => {
    const { body } = await create();
    const plain = { trader: await kantor.createTrader(), merchant: await kantor.createMerchant() };
    for (const call of CALLS.filter(({ path }) => path.startsWith('/withdraworders/'))) {
      for (const role of ['trader', 'merchant'] as const) {
        if (!(call.roles as readonly string[]).includes(role)) continue;
        const answer = call.upload
          ? await upload(plain[role], body.id)
          : await kantor.send(`/api/v1${call.path.replace(':id', body.id)}`, {
              method: call.method,
              token: plain[role].token,
              ...(call.body && { body: { amount: 10, ...SECRET } }),
            });
        expect([call.path, role, answer.status, answer.body.code]).toEqual([call.path, role, 403, 'payouts_disabled']);
      }
    }
  });
});

describe('in a race', () => {
  test('one of two traders gets the payout', async () => {
    for (let i = 0; i < 3; i += 1) {
      const { body } = await create({ amount: 10 });
      const both = await Promise.all([act(trader, body.id, 'take_on_work'), act(rival, body.id, 'take_on_work')]);
      expect(both.filter(({ status }) => status === 200)).toHaveLength(1);
    }
  });

  test('cancel and take have one winner, confirm and give up too, and the money agrees', async () => {
    for (let i = 0; i < 5; i += 1) {
      const { body } = await create({ amount: 10 });
      const first = await Promise.all([act(merchant, body.id, 'cancel'), act(trader, body.id, 'take_on_work')]);
      expect(first.filter(({ status }) => status === 200)).toHaveLength(1);
      if (first[1].status !== 200) continue;
      await upload(trader, body.id);
      const second = await Promise.all([act(trader, body.id, 'confirm'), act(trader, body.id, 'free')]);
      expect(second.filter(({ status }) => status === 200)).toHaveLength(1);
      if (second[1].status === 200) await act(merchant, body.id, 'cancel');
    }
    expect(await kantor.balances(merchant.id)).toMatchObject({ held: 0n });
    expect(await verify(kantor.db)).toEqual([]);
  });
});

describe('a new payout', () => {
  test.each([
    ['no amount', { amount: undefined }, 'amount'],
    ['zero', { amount: 0 }, 'amount'],
    ['kopecks', { amount: 10.5 }, 'amount'],
    ['a negative amount', { amount: -5 }, 'amount'],
    ['no name', { fio: ' ' }, 'fio'],
    ['neither phone nor account', { phone: '', bank_account: '' }, 'phone'],
    ['an unknown field', { status: 'DONE' }, 'status'],
  ])('with %s is refused by name', async (_what, body, field) => {
    const refused = await create(body);
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([400, [field]]);
    expect(await kantor.balances(merchant.id)).toMatchObject({ available: usdt('1000'), held: 0n });
  });

  test('beyond the balance, fee included, is refused', async () => {
    const refused = await create({ amount: 95_239 });
    expect([refused.status, refused.body.code]).toEqual([409, 'insufficient_funds']);
    expect((await create({ amount: 95_238 })).status).toBe(201);
  });

  test('sent twice under one key is one payout', async () => {
    const headers = { 'idempotency-key': 'payout-1' };
    const [first, second] = [await create({}, merchant, headers), await create({}, merchant, headers)];
    expect(second.body.id).toBe(first.body.id);
    expect(await kantor.balances(merchant.id)).toMatchObject({ held: usdt('52.5') });
  });
});

describe('the list of payouts', () => {
  test("is the merchant's own, newest first; the trader's in work, the open ones, then what he did", async () => {
    await sql`update payout set status = 'CANCELLED', done_at = now() where status = 'OPEN'`.execute(kantor.db);
    const ids: string[] = [];
    for (let i = 0; i < 8; i += 1) {
      kantor.pass(1000);
      ids.push((await create({ amount: 10 + i })).body.id);
    }
    const done = async (id: string) => {
      await act(trader, id, 'take_on_work');
      await upload(trader, id);
      await act(trader, id, 'confirm');
    };
    await done(ids[1] ?? '');
    await done(ids[0] ?? '');
    await act(trader, ids[4] ?? '', 'take_on_work');
    await act(rival, ids[5] ?? '', 'take_on_work');
    const expected = [4, 7, 6, 3, 2, 0, 1].map((index) => ids[index]);
    for (const size of [1, 2, 3, 10]) {
      for (let page = 1; page <= Math.ceil(7 / size) + 1; page += 1) {
        const { count, results } = await list(trader, `?page=${page}&page_size=${size}`);
        expect(count).toBe(7);
        expect(results.map(({ id }: { id: string }) => id)).toEqual(expected.slice((page - 1) * size, page * size));
      }
    }
    const own = await list(merchant);
    expect(own.count).toBe(8);
    expect(own.results.map(({ id }: { id: string }) => id)).toEqual(ids.toReversed());
  });
});
