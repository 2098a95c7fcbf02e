import type { Input } from '@kantor/contract/client.ts';
import { getAppeal } from '@kantor/contract/wire/appeals.ts';
import { getMerchantAppeal, listMerchantAppeals, openMerchantAppeal } from '@kantor/contract/wire/merchant-appeals.ts';
import { confirmOrder } from '@kantor/contract/wire/orders.ts';
import sharp from 'sharp';
import { describe, expect } from 'vitest';
import { HOUR, MINUTE } from '../../src/kernel/clock.ts';
import { newId } from '../../src/kernel/ids.ts';
import { confirmAppeal, declineAppeal } from '../../src/modules/appeals/index.ts';
import { expireDueOrders } from '../../src/modules/orders/index.ts';
import { verify } from '../../src/modules/verification/index.ts';
import { fanOutAll } from '../support/outbox-reading.ts';
import { atOnce } from '../support/at-once.ts';
import { usdt } from '../support/money.ts';
import { png } from '../support/uploads.ts';
import { newAmount, test } from './appeal-fixture.ts';

const OPERATOR = { role: 'operator' } as const;

describe('an appeal of a merchant server', () => {
  test('is open with its receipt; the trader sees the order under appeal and the redrawn receipt', async ({
    kantor,
    trader,
    merchant,
    appeal,
    statusOf,
  }) => {
    const order = await merchant.order(newAmount(), { external_id: 'invoice-9' });
    const opened = await appeal(order.id, { amount: '900.50', file: await png('квитанция.png') });
    expect(opened).toEqual({
      id: expect.any(String),
      order_id: order.id,
      external_id: 'invoice-9',
      status: 'OPEN',
      human_status: 'Открыта',
      amount: '900.50',
      paid_amount: null,
      file_name: 'квитанция.png',
      created_at: kantor.clock().toISOString(),
      closed_at: null,
      stage: 'trader',
      round: 1,
      answer_until: new Date(kantor.clock().getTime() + HOUR).toISOString(),
      outcome: null,
      reason: null,
      human_reason: null,
      steps: [expect.objectContaining({ step: 'open', by: 'merchant', amount: '900.50', files: ['квитанция.png'] })],
    });
    const params = { id: opened.id };
    expect(await merchant.api.call(getMerchantAppeal, { params })).toEqual(opened);
    expect(await statusOf(order.id)).toBe('APPEAL');
    const seen = await trader.call(getAppeal, { params });
    expect(seen).toMatchObject({ order_id: order.id, amount: '900.50', file: { name: 'квитанция.png' } });
    const { rawPayload } = await kantor.app.inject(seen.file?.url ?? '');
    expect(await sharp(rawPayload).metadata()).toMatchObject({ width: 200, height: 240 });
  });

  test('confirmed closes the order for its amount; declined gives the order back, and may be opened again', async ({
    kantor,
    trader,
    merchant,
    orderId,
    anotherId,
    appeal,
    statusOf,
  }) => {
    const confirmed = await appeal(orderId, { amount: '500' });
    const declined = await appeal(anotherId);
    const before = (await kantor.balances(merchant.id)).available;
    await confirmAppeal(kantor, { role: 'trader', id: trader.id }, confirmed.id);
    await declineAppeal(kantor, OPERATOR, declined.id);
    expect((await kantor.balances(merchant.id)).available - before).toBe(usdt('4.75'));
    expect(await merchant.api.call(getMerchantAppeal, { params: { id: confirmed.id } })).toMatchObject({
      human_status: 'Обработана',
      amount: '500.00',
      paid_amount: '500.00',
      closed_at: kantor.clock().toISOString(),
    });
    expect([await statusOf(orderId), await statusOf(anotherId)]).toEqual(['CLOSED', 'ACTIVE']);
    await appeal(anotherId);
    expect(await verify(kantor.db)).toEqual([]);
  });

  test('tells for how much the order closed, when the operator found another sum', async ({
    kantor,
    merchant,
    orderId,
    appeal,
  }) => {
    const { id } = await appeal(orderId, { amount: '900' });
    await confirmAppeal(kantor, OPERATOR, id, 700_00n);
    expect(await merchant.api.call(getMerchantAppeal, { params: { id } })).toMatchObject({
      amount: '900.00',
      paid_amount: '700.00',
    });
  });

  test('against an expired order holds its amount again', async ({ kantor, trader, merchant, appeal }) => {
    const { id, amount_in_usdt: amount } = await merchant.order(newAmount());
    kantor.pass(15 * MINUTE);
    await expireDueOrders(kantor);
    const { held } = await kantor.balances(trader.id);
    await appeal(id);
    expect((await kantor.balances(trader.id)).held - held).toBe(usdt(String(amount)));
  });

  test('against a closed order, or one with an open appeal, is refused and leaves no file', async ({
    trader,
    orderId,
    anotherId,
    appeal,
    countFiles,
  }) => {
    await trader.call(confirmOrder, { params: { id: orderId } });
    await appeal(anotherId);
    const before = await countFiles();
    for (const [id, status] of [
      [orderId, 'Закрыт'],
      [anotherId, 'Апелляция'],
    ] as const) {
      await expect(appeal(id)).rejects.toMatchObject({
        status: 409,
        code: 'order_status',
        problem: { detail: expect.stringContaining(`«${status}»`) },
      });
    }
    expect(await countFiles()).toEqual(before);
  });

  const file = (bytes: Buffer, name = 'чек.png') => new File([new Uint8Array(bytes)], name);
  test.for<[what: string, form: Record<string, string | File>, field: string]>([
    ['no amount', { amount: '' }, 'amount'],
    ['nothing paid', { amount: '0' }, 'amount'],
    ['an exponent', { amount: '1e3' }, 'amount'],
    ['three places', { amount: '1.005' }, 'amount'],
    ['an amount too long', { amount: '1'.repeat(5000) }, 'amount'],
    ['an unknown field', { trader: '1' }, 'trader'],
    ['the file under another name', { receipt: file(Buffer.alloc(1)), file: '' }, 'file'],
    ['what is no picture', { file: file(Buffer.from('<svg onload="alert(1)"/>')) }, 'file'],
    ['an empty file', { file: file(Buffer.alloc(0)) }, 'file'],
    ['more than 10 MB', { file: file(Buffer.alloc(10 * 1024 * 1024 + 1, 0xff)) }, 'file'],
    ['a path for a name', { file: file(Buffer.alloc(1), '../../etc/passwd.png') }, 'file'],
  ])(
    '%s is refused by name',
    async ([_what, changes, field], { merchant, receipt, orderId, statusOf, countAppeals, countFiles }) => {
      const before = [await countAppeals(), await countFiles()];
      const form = new FormData();
      // An empty text stands for no field at all.
      for (const [name, value] of Object.entries<string | File>({ amount: '900.00', file: receipt, ...changes }))
        if (value !== '') form.set(name, value);
      const request = { params: { id: orderId }, body: form, headers: { 'idempotency-key': orderId } };
      const { status, body } = await merchant.api.raw(openMerchantAppeal, request);
      expect([status, Object.keys(body.errors ?? {})]).toEqual([400, [field]]);
      expect([await countAppeals(), await countFiles()]).toEqual(before);
      expect(await statusOf(orderId)).toBe('ACTIVE');
    },
  );

  test('a field given twice, one too long, a second file and what is no form are refused; a field is text whatever it says', async ({
    merchant,
    orderId,
  }) => {
    const send = (body: string, type = 'multipart/form-data; boundary=x') =>
      merchant.api.raw(openMerchantAppeal, {
        params: { id: orderId },
        body,
        headers: { 'content-type': type, 'idempotency-key': 'form' },
      });
    const field = (value: string, type = '') =>
      `--x\r\ncontent-disposition: form-data; name="amount"\r\n${type}\r\n${value}\r\n`;
    const twice = await send(`${field('1')}${field('2')}--x--\r\n`);
    expect([twice.status, twice.body.errors]).toEqual([400, { amount: ['Поле указано дважды'] }]);
    const long = await send(`${field('1'.repeat(5000))}--x--\r\n`);
    expect([long.status, long.body.errors]).toEqual([400, { amount: ['Укажите короткий текст'] }]);
    const file = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\na\r\n';
    const json = await send(`${field('{"a":1}', 'content-type: application/json\r\n')}${file}--x--\r\n`);
    expect([json.status, Object.keys(json.body.errors ?? {})]).toEqual([400, ['amount']]);
    const files = await send(`${field('1')}${file}${file}--x--\r\n`);
    expect([files.status, files.body.errors]).toEqual([400, { file: ['Отправьте один файл'] }]);
    const fileless = await send(`${field('1')}--x--\r\n`);
    expect([fileless.status, fileless.body.errors]).toEqual([400, { file: ['Выберите файл'] }]);
    expect((await send('{"amount": 1}', 'application/json')).status).toBe(415);
  });

  test("against another's order reads nothing of the form", async ({ kantor, orderId, appeal }) => {
    const other = await kantor.createMerchant();
    const form = new FormData();
    form.set('file', file(Buffer.from('nothing')));
    const refused = await other.api.raw(openMerchantAppeal, {
      params: { id: orderId },
      body: form,
      headers: { 'idempotency-key': 'foreign' },
    });
    expect([refused.status, refused.body.code]).toEqual([404, 'not_found']);
    const { id } = await appeal(orderId);
    expect((await other.api.refusal(getMerchantAppeal, { params: { id } })).status).toBe(404);
    const query = { order_id: orderId };
    expect(await other.api.call(listMerchantAppeals, { query })).toEqual({ count: 0, results: [], next_cursor: null });
  });

  test('is listed newest first, all of them or those of one order', async ({ kantor, appeal }) => {
    const by = await kantor.createMerchant();
    const { id } = await by.order(newAmount());
    const first = await appeal(id, { by });
    await declineAppeal(kantor, OPERATOR, first.id);
    kantor.pass(1);
    const second = await appeal(id, { by });
    const third = await appeal((await by.order(newAmount())).id, { by });
    const ids = async (query: NonNullable<Input<typeof listMerchantAppeals>['query']>) => {
      const { count, results } = await by.api.call(listMerchantAppeals, { query });
      return [count, results.map((row) => row.id)];
    };
    expect(await ids({})).toEqual([3, [third.id, second.id, first.id]]);
    expect(await ids({ page: 2, page_size: 2 })).toEqual([3, [first.id]]);
    expect(await ids({ order_id: id })).toEqual([2, [second.id, first.id]]);
    expect(await ids({ order_id: id, page: 2, page_size: 1 })).toEqual([2, [first.id]]);
    expect(await ids({ order_id: id, status: 'OPEN,PROCESSED' })).toEqual([null, [second.id]]);
    expect(await ids({ order_id: id, created_to: second.created_at })).toEqual([null, [first.id]]);
    expect(await ids({ order_id: id, created_from: second.created_at })).toEqual([null, [second.id]]);
    const part = await by.api.call(listMerchantAppeals, { query: { order_id: id, page_size: 1 } });
    expect(await ids({ order_id: id, cursor: part.next_cursor ?? '' })).toEqual([null, [first.id]]);
    await fanOutAll(kantor);
    expect(await ids({ order_id: id, updated_since: first.created_at })).toEqual([null, [first.id, second.id]]);
    expect(await ids({ order_id: newId(kantor.clock()) })).toEqual([0, []]);
    const impossible = await by.api.refusal(listMerchantAppeals, { query: { order_id: '1' } });
    expect(impossible.problem.errors).toHaveProperty('order_id');
    const { results } = await by.api.call(listMerchantAppeals, { query: { order_id: id } });
    expect(results[0]).toEqual(second);
  });
});

describe('an Idempotency-Key of an appeal', () => {
  test('is required', async ({ appeal, orderId }) => {
    await expect(appeal(orderId, { key: '' })).rejects.toMatchObject({
      status: 400,
      problem: { errors: { 'Idempotency-Key': [expect.any(String)] } },
    });
  });

  test('gives the first answer again, also when the order has gone on, and stores nothing more', async ({
    kantor,
    orderId,
    appeal,
    countFiles,
  }) => {
    const first = await appeal(orderId, { key: 'appeal-again' });
    const before = await countFiles();
    await confirmAppeal(kantor, OPERATOR, first.id);
    expect(await appeal(orderId, { key: 'appeal-again' })).toEqual(first);
    expect([await countFiles(), before.stored]).toEqual([before, before.rows]);
  });

  test('covers the order, the amount, and every byte of the file', async ({ orderId, anotherId, appeal, statusOf }) => {
    const key = 'covers';
    const first = await appeal(orderId, { key, amount: '900' });
    expect(await appeal(orderId, { key, amount: '900.00' })).toEqual(first);
    const [otherPicture, otherName] = [await png('чек.png', 'blue'), await png('другой.png')];
    const { refusals } = await atOnce([
      appeal(orderId, { key, amount: '900.01' }),
      appeal(orderId, { key, file: otherPicture }),
      appeal(orderId, { key, file: otherName }),
      appeal(anotherId, { key }),
    ]);
    expect(refusals.map(({ status, code }) => [status, code])).toEqual(
      Array.from({ length: 4 }, () => [422, 'idempotency_mismatch']),
    );
    expect(await statusOf(anotherId)).toBe('ACTIVE');
  });

  test('sent many times at once opens one appeal and keeps one file', async ({
    orderId,
    appeal,
    countFiles,
    countAppeals,
  }) => {
    const before = [await countAppeals(), (await countFiles()).stored] as const;
    const storm = Array.from({ length: 12 }, () => appeal(orderId, { key: 'appeal-storm' }));
    const { answers, refusals } = await atOnce(storm);
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
    for (const { code } of refusals) expect(['idempotency_running', 'rate_limited']).toContain(code);
    expect([await countAppeals(), (await countFiles()).stored]).toEqual([before[0] + 1, before[1] + 1]);
    expect((await countFiles()).rows).toBe((await countFiles()).stored);
  });

  test('many at once with keys of their own open one appeal; the others find the order under appeal', async ({
    orderId,
    appeal,
    countFiles,
  }) => {
    const before = await countFiles();
    const { answers, refusals } = await atOnce(Array.from({ length: 6 }, () => appeal(orderId)));
    expect(answers).toHaveLength(1);
    expect(refusals.map(({ code }) => code)).toEqual(Array.from({ length: 5 }, () => 'order_status'));
    expect(await countFiles()).toEqual({ stored: before.stored + 1, rows: before.rows + 1 });
  });
});
