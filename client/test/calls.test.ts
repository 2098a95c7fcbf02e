import { png } from '@kantor/server/test/support/uploads.ts';
import { describe, expect } from 'vitest';
import { createClient, each, KantorError, NoAnswerError } from '../src/index.ts';
import { test as base } from './support/fixture.ts';

let count = 0;

/** The fields of another order. */
function another() {
  count += 1;
  return { amount: `${2000 + count}.00`, method: 'sbp' as const, external_id: `n-${count}` };
}

const test = base.extend('order', ({ kantor, program }) => async (more = {}) => {
  // Orders have their places by time.
  kantor.pass(1);
  return program.createOrder({ ...another(), ...more });
});

async function all<Row>(rows: AsyncIterable<Row>): Promise<Row[]> {
  const found: Row[] = [];
  for await (const row of rows) found.push(row);
  return found;
}

describe('a lost answer', () => {
  test('is healed: the call is made again under its key, and its effect is one', async ({ program, way }) => {
    const fields = another();
    way.takeKeys();
    way.lose(2);
    const order = await program.createOrder(fields);
    expect(order).toMatchObject({ status: 'ACTIVE', external_id: fields.external_id });
    const keys = way.takeKeys();
    expect(keys).toHaveLength(3);
    expect(new Set(keys).size).toBe(1);
    expect((await program.listOrders({ external_id: fields.external_id })).count).toBe(1);
  });

  test('of every try is an error that has the key: who repeats the call with it learns what became of it', async ({
    program,
    way,
  }) => {
    const fields = another();
    way.lose(4);
    const error = await program.createOrder(fields).catch((error: unknown) => error);
    expect(error).toBeInstanceOf(NoAnswerError);
    const { idempotencyKey = '' } = error as NoAnswerError;
    const order = await program.createOrder(fields, { idempotencyKey });
    expect((await program.listOrders({ external_id: fields.external_id })).results).toMatchObject([{ id: order.id }]);
  });

  test('of a question is asked for again, without a key', async ({ program, way }) => {
    way.takeKeys();
    way.lose(1);
    expect(await program.getBalance()).toMatchObject({ debt: '0.000000' });
    expect(way.takeKeys()).toEqual([undefined, undefined]);
  });
});

test('two calls have two keys', async ({ order, way }) => {
  way.takeKeys();
  await order();
  await order();
  expect(new Set(way.takeKeys()).size).toBe(2);
});

test('a refusal is an error with its code, its sentence, its fields and the id of the request; it is not tried again', async ({
  order,
  program,
  way,
  merchant,
}) => {
  const made = await order();
  way.takeKeys();
  const taken = await order({ external_id: made.external_id }).catch((error: unknown) => error);
  expect(taken).toBeInstanceOf(KantorError);
  expect(taken).toMatchObject({ status: 409, code: 'external_id_taken', requestId: expect.any(String) });
  expect((taken as KantorError).is('external_id_taken')).toBe(true);
  expect((taken as KantorError).message).toMatch(/[а-я]/);
  await expect(order({ amount: '0' })).rejects.toMatchObject({
    code: 'invalid',
    errors: { amount: [expect.any(String)] },
  });
  await expect(program.getOrder(merchant.id)).rejects.toMatchObject({ status: 404, code: 'not_found' });
  expect(way.takeKeys()).toHaveLength(3);
});

test('a wrong key is refused', async ({ url }) => {
  const stranger = createClient({ url, key: 'kantor_unknown' });
  await expect(stranger.getBalance()).rejects.toMatchObject({ status: 401, code: 'bad_api_key' });
});

describe('a list', () => {
  test('has each row once, part after part, also when others are made meanwhile', async ({ order, program }) => {
    const payer_id = 'payer-7';
    const made: string[] = [];
    for (let n = 0; n < 5; n += 1) made.push((await order({ payer_id })).id);
    const seen: string[] = [];
    for await (const { id } of each(program.listOrders, { payer_id, page_size: 2 })) {
      seen.push(id);
      await order({ payer_id });
    }
    expect(seen).toEqual(made.toReversed());
  });

  test('is chosen from by several statuses and by moments', async ({ order, program, kantor }) => {
    kantor.pass(1000);
    const [kept, cancelled] = [await order(), await order()];
    expect((await program.cancelOrder(cancelled.id)).status).toBe('DECLINED');
    const since = new Date(kept.created_at);
    const ids = async (status: ('ACTIVE' | 'DECLINED')[]) =>
      (await all(each(program.listOrders, { status, created_from: since }))).map(({ id }) => id);
    expect(await ids(['ACTIVE'])).toEqual([kept.id]);
    expect(await ids(['ACTIVE', 'DECLINED'])).toEqual([cancelled.id, kept.id]);
  });

  test('of events ends where there are no more yet', async ({ program }) => {
    expect(await all(each(program.listEvents, { page_size: 1 }))).toEqual([]);
  });
});

test('a file is sent with its fields', async ({ order, program }) => {
  const { id, amount } = await order();
  const appeal = await program.openAppeal(id, { amount, comment: 'Деньги ушли', file: await png('чек.png') });
  expect(appeal).toMatchObject({ order_id: id, status: 'OPEN', steps: [{ comment: 'Деньги ушли' }] });
  expect(await program.addEvidence(appeal.id, { file: await png('ещё.png') })).toMatchObject({ id: appeal.id });
  expect(await all(each(program.listAppeals, { order_id: id }))).toMatchObject([{ id: appeal.id }]);
});

test('payouts, and what one may know without doing anything', async ({ program }) => {
  const body = { method: 'sbp' as const, fio: 'Пётр Петров', phone: '+79995554433', metadata: { pool: 'b' } };
  const payout = await program.createPayout({ ...body, amount: '600.00', external_id: 'p-1' });
  expect(await program.getPayout(payout.id)).toMatchObject({ metadata: { pool: 'b' } });
  expect(await program.cancelPayout(payout.id)).toMatchObject({ status: 'CANCELLED' });
  expect(await program.getRate()).toMatchObject({ rate: '100.0000' });
  expect(await program.listBanks()).not.toEqual([]);
  expect(await program.listSbpMembers()).not.toEqual([]);
  expect(await program.getLimits()).toMatchObject({ order_min: '1.00' });
  expect(await all(each(program.listOperations))).toHaveLength(3);
  expect(await all(each(program.listWithdrawals))).toEqual([]);
});
