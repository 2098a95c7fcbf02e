import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { verify } from '../../src/modules/verification/index.ts';
import { type Kantor, startKantor, usdt } from '../support/harness.ts';

let kantor: Kantor;
let merchant: Awaited<ReturnType<Kantor['createMerchant']>>;
let numbers = 0;

beforeAll(async () => {
  kantor = await startKantor();
});
afterAll(() => kantor.close());

const enablePayouts = (id: string, on = true) =>
  sql`update users set payout_enable = ${on} where id = ${id}`.execute(kantor.db);

beforeEach(async () => {
  merchant = await kantor.createMerchant({ feeBp: 500 });
  await enablePayouts(merchant.id);
  await kantor.fund(merchant.id, '1000');
});

const RECIPIENT = { fio: 'Пётр Петров', phone: '+79995554433', bank_account: '40817810000000000042' };

interface Request {
  key?: string;
  token?: string;
}

const post = (
  path: string,
  body: object | undefined,
  { key = `key-${(numbers += 1)}`, token = merchant.key }: Request,
) => kantor.send(`/merchant/v1/${path}`, { method: 'POST', token, headers: { 'idempotency-key': key }, body });
const create = (body: object = {}, request: Request = {}) =>
  post(
    'payouts',
    { amount: '5000.00', method: 'sbp', external_id: `payout-${(numbers += 1)}`, ...RECIPIENT, ...body },
    request,
  );
const cancel = (id: string, request: Request = {}) => post(`payouts/${id}/cancel`, undefined, request);
const get = (path: string, token = merchant.key) => kantor.send(`/merchant/v1/${path}`, { token });

const countPayouts = async () => {
  const { rows } = await sql<{ n: bigint }>`select count(*) as n from payout`.execute(kantor.db);
  return rows[0]?.n;
};

/** A trader takes the payout and does it, with a receipt. */
async function doPayout(id: string) {
  const trader = await kantor.createTrader({ balance: '0' });
  await enablePayouts(trader.id);
  const address = `/api/v1/withdraworders/${id}/`;
  await kantor.send(`${address}take_on_work/`, { method: 'POST', token: trader.token });
  const bytes = await sharp({ create: { width: 20, height: 10, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  await kantor.upload(address, trader.token, { field: 'photo', name: 'чек.png', bytes });
  await kantor.send(`${address}confirm/`, { method: 'POST', token: trader.token });
}

describe('a payout of a merchant server', () => {
  test('is open, sets aside its amount and the fee, and is the same payout on the screen', async () => {
    const { status, body } = await create({ amount: '5000.50', external_id: 'client-7' });
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.any(String),
      external_id: 'client-7',
      status: 'OPEN',
      human_status: 'Открыт',
      amount: '5000.50',
      conversion_rate: '100.0000',
      amount_in_usdt: '50.005000',
      fee_in_usdt: '2.500250',
      method: 'sbp',
      ...RECIPIENT,
      photo: null,
      created_at: kantor.clock().toISOString(),
      closed_at: null,
    });
    expect(await kantor.balances(merchant.id)).toMatchObject({ available: usdt('947.49475'), held: usdt('52.50525') });
    expect((await get(`payouts/${body.id}`)).body).toEqual(body);
    const onScreen = await kantor.send(`/api/v1/withdraworders/${body.id}/`, { token: merchant.token });
    expect(onScreen.body).toMatchObject({ amount: '5000.50', is_sbp: true, ...RECIPIENT });
  });

  test('done shows its receipt; cancelled gives the money back', async () => {
    const [done, cancelled] = [(await create()).body, (await create({ method: 'c2c' })).body];
    await doPayout(done.id);
    const read = (await get(`payouts/${done.id}`)).body;
    expect(read).toMatchObject({ status: 'DONE', human_status: 'Выполнен', photo: { name: 'чек.png' } });
    expect(read.closed_at).not.toBeNull();
    expect((await kantor.app.inject(read.photo.url)).headers['content-type']).toBe('image/png');
    const { status, body } = await cancel(cancelled.id);
    expect([status, body]).toEqual([
      200,
      { ...cancelled, status: 'CANCELLED', human_status: 'Отменён', closed_at: kantor.clock().toISOString() },
    ]);
    expect(await kantor.balances(merchant.id)).toMatchObject({ available: usdt('947.5'), held: 0n });
    expect(await verify(kantor.db)).toEqual([]);
  });

  test('in work, done or cancelled is cancelled no more', async () => {
    const [done, cancelled] = [(await create()).body, (await create()).body];
    await doPayout(done.id);
    await cancel(cancelled.id);
    const before = await kantor.balances(merchant.id);
    for (const { id } of [done, cancelled]) {
      const refused = await cancel(id);
      expect([refused.status, refused.body.code]).toEqual([409, 'payout_status']);
    }
    expect(await kantor.balances(merchant.id)).toEqual(before);
  });

  test.each([
    ['no recipient', { fio: '' }, 'fio'],
    ['neither phone nor account', { phone: '', bank_account: '' }, 'phone'],
    ['no number', { external_id: undefined }, 'external_id'],
    ['a long number', { external_id: 'x'.repeat(129) }, 'external_id'],
    ['NUL in the number', { external_id: 'a\u0000' }, 'external_id'],
    ['nothing to pay', { amount: '0' }, 'amount'],
    ['three places', { amount: '1.005' }, 'amount'],
    ['an exponent', { amount: '1e3' }, 'amount'],
    ['an unknown method', { method: 'cash' }, 'method'],
    ['an unknown field', { trader: '1' }, 'trader'],
  ])('%s is refused by name', async (_what, body, field) => {
    const before = await countPayouts();
    const refused = await create(body);
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([400, [field]]);
    expect(await countPayouts()).toBe(before);
  });

  test('one means of payment is enough', async () => {
    expect((await create({ phone: undefined })).body).toMatchObject({
      phone: '',
      bank_account: RECIPIENT.bank_account,
    });
    expect((await create({ bank_account: undefined })).status).toBe(201);
  });

  test('for more than the balance and the fee is refused, and leaves nothing', async () => {
    const before = [await countPayouts(), await kantor.balances(merchant.id)];
    // 95 240 RUB and 5 % are 1 000.02 USDT.
    const refused = await create({ amount: '95240' });
    expect([refused.status, refused.body.code]).toEqual([409, 'insufficient_funds']);
    expect([await countPayouts(), await kantor.balances(merchant.id)]).toEqual(before);
  });

  test('at a rate that is too old is refused', async () => {
    const { rows } = await sql<{ staleAt: Date }>`select stale_at as "staleAt" from rate`.execute(kantor.db);
    await sql`update rate set stale_at = confirmed_at + interval '1 ms'`.execute(kantor.db);
    kantor.pass(1);
    const refused = await create();
    expect([refused.status, refused.body.code]).toEqual([409, 'rate_stale']);
    await sql`update rate set stale_at = ${rows[0]?.staleAt}`.execute(kantor.db);
    expect((await create()).status).toBe(201);
  });

  test('has a number of its own among the merchant’s', async () => {
    const first = await create({ external_id: 'twice' });
    const before = await kantor.balances(merchant.id);
    const second = await create({ external_id: 'twice', amount: '1' });
    expect([second.status, second.body.code]).toEqual([409, 'external_id_taken']);
    expect(await kantor.balances(merchant.id)).toEqual(before);
    const other = await kantor.createMerchant();
    await enablePayouts(other.id);
    await kantor.fund(other.id, '100');
    expect((await create({ external_id: 'twice' }, { token: other.key })).status).toBe(201);
    const found = (await get('payouts?external_id=twice')).body;
    expect(found).toEqual({ count: 1, results: [first.body] });
    expect((await get('payouts?external_id=twice&page=2')).body).toEqual({ count: 1, results: [] });
    expect((await get('payouts?external_id=thrice')).body).toEqual({ count: 0, results: [] });
  });

  test('is listed newest first by pages, with those made on the screen', async () => {
    const first = (await create()).body;
    await kantor.send('/api/v1/withdraworders/', {
      method: 'POST',
      token: merchant.token,
      body: { amount: 10, fio: 'С экрана', phone: '1' },
    });
    const last = (await create()).body;
    const { body } = await get('payouts');
    expect(body.count).toBe(3);
    expect([body.results[0], body.results[2]]).toEqual([last, first]);
    expect(body.results[1]).toMatchObject({ external_id: null, fio: 'С экрана', method: 'c2c' });
    expect((await get('payouts?page=2&page_size=2')).body).toEqual({ count: 3, results: [first] });
  });
});

describe('where payouts are not enabled', () => {
  test('nothing is created, read, listed or cancelled', async () => {
    const { body } = await create();
    await enablePayouts(merchant.id, false);
    for (const refused of [
      await create(),
      await get('payouts'),
      await get(`payouts/${body.id}`),
      await cancel(body.id),
    ])
      expect([refused.status, refused.body.code]).toEqual([403, 'payouts_disabled']);
    await enablePayouts(merchant.id);
    expect((await get(`payouts/${body.id}`)).body.status).toBe('OPEN');
  });
});

describe('an Idempotency-Key of a payout', () => {
  test('is required', async () => {
    const { body } = await create();
    const refused = await Promise.all(
      ['payouts', `payouts/${body.id}/cancel`].map((path) =>
        kantor.send(`/merchant/v1/${path}`, {
          method: 'POST',
          token: merchant.key,
          ...(path === 'payouts' && { body: { amount: 1, method: 'sbp', external_id: 'x', ...RECIPIENT } }),
        }),
      ),
    );
    for (const answer of refused)
      expect([answer.status, Object.keys(answer.body.errors)]).toEqual([400, ['Idempotency-Key']]);
  });

  test('gives the first answer again and does nothing more', async () => {
    const body = { external_id: 'again' };
    const first = await create(body, { key: 'again' });
    await doPayout(first.body.id);
    const before = [await countPayouts(), await kantor.balances(merchant.id)];
    expect(await create(body, { key: 'again' })).toMatchObject({ status: 201, body: first.body });
    expect([await countPayouts(), await kantor.balances(merchant.id)]).toEqual(before);
    const open = await create();
    const cancelled = await cancel(open.body.id, { key: 'cancel-again' });
    expect(await cancel(open.body.id, { key: 'cancel-again' })).toMatchObject({ status: 200, body: cancelled.body });
  });

  test('with another request is refused', async () => {
    const { body } = await create({ external_id: 'one' }, { key: 'one' });
    for (const other of [
      await create({ external_id: 'one', fio: 'Другой' }, { key: 'one' }),
      await cancel(body.id, { key: 'one' }),
    ])
      expect([other.status, other.body.code]).toEqual([422, 'idempotency_mismatch']);
    expect((await get(`payouts/${body.id}`)).body.status).toBe('OPEN');
  });

  test('sent many times at once makes one payout and one cancellation', async () => {
    const before = Number(await countPayouts());
    const body = { external_id: 'storm' };
    const made = await Promise.all(Array.from({ length: 20 }, () => create(body, { key: 'storm' })));
    expect(Number(await countPayouts())).toBe(before + 1);
    const ids = new Set(made.filter(({ status }) => status === 201).map(({ body: { id } }) => id));
    expect(ids.size).toBe(1);
    expect(new Set(made.filter(({ status }) => status !== 201).map(({ body: { code } }) => code))).toEqual(
      new Set(['idempotency_running']),
    );
    const [id] = ids;
    await Promise.all(Array.from({ length: 20 }, () => cancel(id ?? '', { key: 'storm-cancel' })));
    expect(await kantor.balances(merchant.id)).toMatchObject({ available: usdt('1000'), held: 0n });
    expect(await verify(kantor.db)).toEqual([]);
  });

  test('of a refused payout may be tried again', async () => {
    const body = { external_id: 'poor', amount: '100000' };
    expect((await create(body, { key: 'poor' })).status).toBe(409);
    await kantor.fund(merchant.id, '1000');
    expect((await create(body, { key: 'poor' })).status).toBe(201);
  });
});
