import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MINUTE } from '../../src/kernel/clock.ts';
import { newId } from '../../src/kernel/ids.ts';
import { confirmAppeal, declineAppeal } from '../../src/modules/appeals/index.ts';
import { verify } from '../../src/modules/verification/index.ts';
import { expireDueOrders } from '../../src/modules/orders/index.ts';
import { type Kantor, startKantor, usdt } from '../support/harness.ts';

let kantor: Kantor;
let merchant: Awaited<ReturnType<Kantor['createMerchant']>>;
let trader: Awaited<ReturnType<Kantor['createTrader']>>;
let png: Buffer;
let otherPng: Buffer;
let amounts = 1000;

const picture = (background: string) =>
  sharp({ create: { width: 20, height: 10, channels: 3, background } })
    .png()
    .toBuffer();

beforeAll(async () => {
  kantor = await startKantor();
  merchant = await kantor.createMerchant();
  trader = await kantor.createTrader({ balance: '100000' });
  await kantor.createRequisite(trader.id);
  [png, otherPng] = [await picture('red'), await picture('blue')];
});
afterAll(() => kantor.close());

const order = async (externalId = newId(kantor.clock())) =>
  (await kantor.order(merchant.key, (amounts += 1), { body: { external_id: externalId } })).body;

interface Appeal {
  amount?: string;
  fields?: Record<string, string>;
  bytes?: Buffer;
  name?: string;
  field?: string;
  key?: string;
  token?: string;
}

const appeal = (orderId: string, { amount = '900.00', key = newId(kantor.clock()), ...more }: Appeal = {}) =>
  kantor.upload(`/merchant/v1/orders/${orderId}/appeals`, more.token ?? merchant.key, {
    method: 'POST',
    field: more.field ?? 'file',
    name: more.name ?? 'чек.png',
    bytes: more.bytes ?? png,
    fields: more.fields ?? { amount },
    headers: { 'idempotency-key': key },
  });
const get = (path: string, token = merchant.key) => kantor.send(`/merchant/v1/${path}`, { token });

/** Receipts on the disk, and their rows. */
const countFiles = async () => {
  const entries = await readdir(join(kantor.settings.dataDir, 'files'), { recursive: true }).catch(() => []);
  const { rows } = await sql<{ n: bigint }>`select count(*) as n from stored_file`.execute(kantor.db);
  return { stored: entries.filter((name) => name.includes('/')).length, rows: Number(rows[0]?.n) };
};
const countAppeals = async () => {
  const { rows } = await sql<{ n: bigint }>`select count(*) as n from appeal`.execute(kantor.db);
  return Number(rows[0]?.n);
};

describe('an appeal of a merchant server', () => {
  test('is open with its receipt; the trader sees the order under appeal and the redrawn receipt', async () => {
    const { id } = await order('invoice-9');
    const { status, body } = await appeal(id, { amount: '900.50', name: 'квитанция.png' });
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.any(String),
      order_id: id,
      external_id: 'invoice-9',
      status: 'OPEN',
      human_status: 'Открыта',
      amount: '900.50',
      paid_amount: null,
      file_name: 'квитанция.png',
      created_at: kantor.clock().toISOString(),
      closed_at: null,
    });
    expect((await get(`appeals/${body.id}`)).body).toEqual(body);
    expect((await get(`orders/${id}`)).body.status).toBe('APPEAL');
    const seen = (await kantor.send(`/api/v1/appeals/${body.id}/`, { token: trader.token })).body;
    expect(seen).toMatchObject({ order_id: id, amount: '900.50', file: { name: 'квитанция.png' } });
    const { rawPayload } = await kantor.app.inject(seen.file.url);
    expect(await sharp(rawPayload).metadata()).toMatchObject({ width: 20, height: 10 });
  });

  test('confirmed closes the order for its amount; declined gives the order back, and may be opened again', async () => {
    const [paid, unpaid] = [await order(), await order()];
    const [confirmed, declined] = [await appeal(paid.id, { amount: '500' }), await appeal(unpaid.id)];
    const before = (await kantor.balances(merchant.id)).available;
    await confirmAppeal(kantor, { role: 'trader', id: trader.id }, confirmed.body.id);
    await declineAppeal(kantor, { role: 'trader', id: trader.id }, declined.body.id);
    expect((await kantor.balances(merchant.id)).available - before).toBe(usdt('4.75'));
    expect((await get(`appeals/${confirmed.body.id}`)).body).toMatchObject({
      human_status: 'Обработана',
      amount: '500.00',
      paid_amount: '500.00',
      closed_at: kantor.clock().toISOString(),
    });
    expect((await get(`orders/${paid.id}`)).body.status).toBe('CLOSED');
    expect((await get(`orders/${unpaid.id}`)).body.status).toBe('ACTIVE');
    expect((await appeal(unpaid.id)).status).toBe(201);
    expect(await verify(kantor.db)).toEqual([]);
  });

  test('tells for how much the order closed, when the operator found another sum', async () => {
    const { id } = await order();
    const { body } = await appeal(id, { amount: '900' });
    await confirmAppeal(kantor, { role: 'operator' }, body.id, 700_00n);
    expect((await get(`appeals/${body.id}`)).body).toMatchObject({ amount: '900.00', paid_amount: '700.00' });
  });

  test('against an expired order holds its amount again', async () => {
    const { id, amount_in_usdt: amount } = await order();
    kantor.pass(15 * MINUTE);
    await expireDueOrders(kantor);
    const { held } = await kantor.balances(trader.id);
    expect((await appeal(id)).status).toBe(201);
    expect((await kantor.balances(trader.id)).held - held).toBe(usdt(amount));
  });

  test('against a closed order, or one with an open appeal, is refused and leaves no file', async () => {
    const [closed, appealed] = [await order(), await order()];
    await kantor.send(`/api/v1/orders/${closed.id}/confirm/`, { method: 'POST', token: trader.token });
    await appeal(appealed.id);
    const before = await countFiles();
    for (const [{ id }, status] of [
      [closed, 'Закрыт'],
      [appealed, 'Апелляция'],
    ] as const) {
      const refused = await appeal(id);
      expect([refused.status, refused.body.code]).toEqual([409, 'order_status']);
      expect(refused.body.detail).toContain(`«${status}»`);
    }
    expect(await countFiles()).toEqual(before);
  });

  test.each([
    ['no amount', { fields: {} }, 'amount'],
    ['nothing paid', { amount: '0' }, 'amount'],
    ['an exponent', { amount: '1e3' }, 'amount'],
    ['three places', { amount: '1.005' }, 'amount'],
    ['an amount too long', { amount: '1'.repeat(5000) }, 'amount'],
    ['an unknown field', { fields: { amount: '1', trader: '1' } }, 'trader'],
    ['the file under another name', { field: 'receipt' }, 'file'],
    ['what is no picture', { bytes: Buffer.from('<svg onload="alert(1)"/>') }, 'file'],
    ['an empty file', { bytes: Buffer.alloc(0) }, 'file'],
    ['more than 10 MB', { bytes: Buffer.alloc(10 * 1024 * 1024 + 1, 0xff) }, 'file'],
    ['a path for a name', { name: '../../etc/passwd.png' }, 'file'],
  ] satisfies [string, Appeal, string][])('%s is refused by name', async (_what, form, field) => {
    const { id } = await order();
    const before = [await countAppeals(), await countFiles()];
    const refused = await appeal(id, form);
    expect([refused.status, Object.keys(refused.body.errors ?? {})]).toEqual([400, [field]]);
    expect([await countAppeals(), await countFiles()]).toEqual(before);
    expect((await get(`orders/${id}`)).body.status).toBe('ACTIVE');
  });

  test('a field given twice, a field that says it is JSON, and what is no form are refused', async () => {
    const { id } = await order();
    const send = (payload: string, type = 'multipart/form-data; boundary=x') =>
      kantor.send(`/merchant/v1/orders/${id}/appeals`, {
        method: 'POST',
        token: merchant.key,
        headers: { 'content-type': type, 'idempotency-key': 'form' },
        body: payload,
      });
    const field = (value: string, type = '') =>
      `--x\r\ncontent-disposition: form-data; name="amount"\r\n${type}\r\n${value}\r\n`;
    const twice = await send(`${field('1')}${field('2')}--x--\r\n`);
    expect([twice.status, twice.body.errors]).toEqual([400, { amount: ['Поле указано дважды'] }]);
    const json = await send(`${field('1e3', 'content-type: application/json\r\n')}--x--\r\n`);
    expect([json.status, Object.keys(json.body.errors)]).toEqual([400, ['amount']]);
    const fileless = await send(`${field('1')}--x--\r\n`);
    expect([fileless.status, fileless.body.errors]).toEqual([400, { file: ['Выберите файл'] }]);
    expect((await send('{"amount": 1}', 'application/json')).status).toBe(415);
  });

  test("against another's order reads nothing of the form", async () => {
    const other = await kantor.createMerchant();
    const { id } = await order();
    const refused = await appeal(id, { token: other.key, bytes: Buffer.from('nothing'), fields: {} });
    expect([refused.status, refused.body.code]).toEqual([404, 'not_found']);
    const { body } = await appeal(id);
    expect((await get(`appeals/${body.id}`, other.key)).status).toBe(404);
    expect((await get(`appeals?order_id=${id}`, other.key)).body).toEqual({ count: 0, results: [] });
  });

  test('is listed newest first, all of them or those of one order', async () => {
    const other = await kantor.createMerchant();
    merchant = other;
    const { id } = await order();
    const first = (await appeal(id)).body;
    await declineAppeal(kantor, { role: 'operator' }, first.id);
    kantor.pass(1);
    const second = (await appeal(id)).body;
    const third = (await appeal((await order()).id)).body;
    const ids = async (query: string) => {
      const { count, results } = (await get(`appeals${query}`)).body;
      return [count, results.map((row: { id: string }) => row.id)];
    };
    expect(await ids('')).toEqual([3, [third.id, second.id, first.id]]);
    expect(await ids('?page=2&page_size=2')).toEqual([3, [first.id]]);
    expect(await ids(`?order_id=${id}`)).toEqual([2, [second.id, first.id]]);
    expect(await ids(`?order_id=${id}&page=2&page_size=1`)).toEqual([2, [first.id]]);
    expect(await ids(`?order_id=${newId(kantor.clock())}`)).toEqual([0, []]);
    expect((await get('appeals?order_id=1')).body.errors).toHaveProperty('order_id');
    expect((await get(`appeals?order_id=${id}`)).body.results[0]).toEqual(second);
  });
});

describe('an Idempotency-Key of an appeal', () => {
  test('is required', async () => {
    const { id } = await order();
    const refused = await appeal(id, { key: '' });
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([400, ['Idempotency-Key']]);
  });

  test('gives the first answer again, also when the order has gone on, and stores nothing more', async () => {
    const { id } = await order();
    const first = await appeal(id, { key: 'appeal-again' });
    const before = await countFiles();
    await confirmAppeal(kantor, { role: 'operator' }, first.body.id);
    expect(await appeal(id, { key: 'appeal-again' })).toMatchObject({ status: 201, body: first.body });
    expect([await countFiles(), before.stored]).toEqual([before, before.rows]);
  });

  test('covers the order, the amount, and every byte of the file', async () => {
    const [{ id }, other] = [await order(), await order()];
    const key = 'covers';
    expect((await appeal(id, { key, amount: '900' })).status).toBe(201);
    expect((await appeal(id, { key, amount: '900.00' })).status).toBe(201);
    for (const refused of [
      await appeal(id, { key, amount: '900.01' }),
      await appeal(id, { key, amount: '900', bytes: otherPng }),
      await appeal(id, { key, amount: '900', name: 'другой.png' }),
      await appeal(other.id, { key, amount: '900' }),
    ])
      expect([refused.status, refused.body.code]).toEqual([422, 'idempotency_mismatch']);
    expect((await get(`orders/${other.id}`)).body.status).toBe('ACTIVE');
  });

  test('sent many times at once opens one appeal and keeps one file', async () => {
    const { id } = await order();
    const before = [await countAppeals(), (await countFiles()).stored] as const;
    const answers = await Promise.all(Array.from({ length: 12 }, () => appeal(id, { key: 'appeal-storm' })));
    expect(new Set(answers.flatMap(({ status, body }) => (status === 201 ? [body.id] : []))).size).toBe(1);
    for (const { status, body } of answers)
      expect([201, 'idempotency_running']).toContain(status === 201 ? status : body.code);
    expect([await countAppeals(), (await countFiles()).stored]).toEqual([before[0] + 1, before[1] + 1]);
    expect((await countFiles()).rows).toBe((await countFiles()).stored);
  });

  test('many at once with keys of their own open one appeal; the others find the order under appeal', async () => {
    const { id } = await order();
    const before = await countFiles();
    const answers = await Promise.all(Array.from({ length: 6 }, () => appeal(id)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.code === 'order_status')).toHaveLength(5);
    expect(await countFiles()).toEqual({ stored: before.stored + 1, rows: before.rows + 1 });
  });
});
