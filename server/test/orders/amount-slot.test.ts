import { ORDER_STATUSES } from '@kantor/contract/plain/statuses.ts';
import { cancelMerchantOrder } from '@kantor/contract/wire/merchant-orders.ts';
import { confirmExpiredOrder, confirmOrder } from '@kantor/contract/wire/orders.ts';
import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { after, DAY, HOUR, MINUTE } from '../../src/kernel/clock.ts';
import { confirmAppeal, declineAppeal } from '../../src/modules/appeals/index.ts';
import { slotGraceBefore, slotUntil } from '../../src/modules/orders/rules.ts';
import { verify } from '../../src/modules/verification/index.ts';
import { test } from './fixture.ts';

// One amount on one requisite is one order's, until it is over and a while has passed.

const OPERATOR = { role: 'operator' } as const;

describe('an order keeps its amount', () => {
  test('to the kopeck', async ({ merchant }) => {
    await merchant.order('1500.00');
    await merchant.order('1500.01');
  });

  test('ten minutes past its expiry', async ({ kantor, merchant, isFree, expire }) => {
    await merchant.order('1500');
    kantor.pass(15 * MINUTE);
    await expire();
    kantor.pass(10 * MINUTE - 1);
    expect(await isFree()).toBe(false);
    kantor.pass(1);
    expect(await isFree()).toBe(true);
  });

  test('ten minutes past its time, however early it is cancelled', async ({ kantor, merchant, isFree }) => {
    const { id } = await merchant.order('1500');
    await merchant.api.call(cancelMerchantOrder, { params: { id } });
    kantor.pass(25 * MINUTE - 1);
    expect(await isFree()).toBe(false);
    kantor.pass(1);
    expect(await isFree()).toBe(true);
  });

  test('ten minutes past its time, however early it is closed: the bank may send its message twice', async ({
    kantor,
    merchant,
    trader,
    isFree,
  }) => {
    const { id } = await merchant.order('1500');
    await trader.call(confirmOrder, { params: { id } });
    kantor.pass(25 * MINUTE - 1);
    expect(await isFree()).toBe(false);
    kantor.pass(1);
    expect(await isFree()).toBe(true);
  });

  test('ten minutes past its closing, when that is later', async ({ kantor, trader, merchant, isFree, expire }) => {
    const { id } = await merchant.order('1500');
    kantor.pass(15 * MINUTE);
    await expire();
    kantor.pass(9 * MINUTE);
    await trader.call(confirmExpiredOrder, { params: { id } });
    kantor.pass(10 * MINUTE - 1);
    expect(await isFree()).toBe(false);
    kantor.pass(1);
    expect(await isFree()).toBe(true);
  });

  test('anew, when it is closed after it was free', async ({ kantor, trader, merchant, isFree, expire }) => {
    const { id } = await merchant.order('1500');
    kantor.pass(HOUR);
    await expire();
    await trader.call(confirmExpiredOrder, { params: { id } });
    kantor.pass(10 * MINUTE - 1);
    expect(await isFree()).toBe(false);
    kantor.pass(1);
    expect(await isFree()).toBe(true);
  });

  test('until the timer comes, however late', async ({ kantor, merchant, isFree, expire }) => {
    await merchant.order('1500');
    kantor.pass(DAY);
    expect(await isFree()).toBe(false);
    await expire();
    expect(await isFree()).toBe(true);
  });

  test('as long as it is contested; back where it was, for what is left of its time', async ({
    kantor,
    merchant,
    isFree,
    expire,
    contest,
  }) => {
    const appeal = await contest(await merchant.order('1500'));
    kantor.pass(10 * MINUTE);
    await declineAppeal(kantor, OPERATOR, appeal);
    kantor.pass(5 * MINUTE);
    await expire();
    kantor.pass(10 * MINUTE - 1);
    expect(await isFree()).toBe(false);
    kantor.pass(1);
    expect(await isFree()).toBe(true);
  });

  test('as long as it is contested, for days; declined, its time is over', async ({
    kantor,
    merchant,
    isFree,
    expire,
    contest,
  }) => {
    const appeal = await contest(await merchant.order('1500'));
    kantor.pass(3 * DAY);
    expect(await isFree()).toBe(false);
    await declineAppeal(kantor, OPERATOR, appeal);
    await expire();
    expect(await isFree()).toBe(true);
  });

  test('anew, when it is contested after it was free', async ({ kantor, merchant, isFree, expire, contest }) => {
    const order = await merchant.order('1500');
    kantor.pass(HOUR);
    await expire();
    const appeal = await contest(order);
    expect(await isFree()).toBe(false);
    kantor.pass(DAY);
    expect(await isFree()).toBe(false);
    await confirmAppeal(kantor, OPERATOR, appeal);
    kantor.pass(10 * MINUTE - 1);
    expect(await isFree()).toBe(false);
    kantor.pass(1);
    expect(await isFree()).toBe(true);
  });
});

test('An order that closes late is not refused because another has its amount; then both keep it', async ({
  kantor,
  trader,
  merchant,
  isFree,
  expire,
}) => {
  const first = await merchant.order('1500');
  kantor.pass(25 * MINUTE);
  await expire();
  const second = await merchant.order('1500');
  await trader.call(confirmOrder, { params: { id: second.id } });
  kantor.pass(24 * MINUTE);
  await trader.call(confirmExpiredOrder, { params: { id: first.id } });
  kantor.pass(10 * MINUTE - 1);
  expect(await isFree()).toBe(false);
  kantor.pass(1);
  expect(await isFree()).toBe(true);
  expect(await verify(kantor.db)).toEqual([]);
});

describe('the database', () => {
  test('judges as the server does', async ({ kantor }) => {
    const at = kantor.clock();
    const moments = [-30, -11, -10, -9, 0, 5].map((minutes) => after(at, minutes * MINUTE));
    for (const status of ORDER_STATUSES)
      for (const expiresAt of moments)
        for (const paidAt of status === 'CLOSED' ? moments : [null]) {
          const { rows } = await sql<{ keeps: boolean }>`
            select order_over_at(${status}, ${expiresAt}, ${paidAt}) > ${slotGraceBefore(at)} as keeps`.execute(
            kantor.db,
          );
          expect(rows[0]?.keeps).toBe(slotUntil({ status, expiresAt, paidAt }) > at);
        }
  });

  test('refuses amounts that are kept, or wanted twice', async ({ kantor, trader, merchant, requisite, isRefused }) => {
    const other = await kantor.createRequisite(trader.id);
    await sql`update requisite set last_order_at = ${kantor.clock()} where id = ${other}`.execute(kantor.db);
    await merchant.order('1500');
    expect(await isRefused()).toBe(false);
    expect(await isRefused([requisite, '1500'])).toBe(true);
    expect(await isRefused([other, '1500'], [requisite, '1501'], [other, '1501'])).toBe(false);
    expect(await isRefused([other, '1501'], [other, '1502'], [requisite, '1500'])).toBe(true);
    expect(await isRefused([other, '1501'], [requisite, '1501'], [other, '1501'])).toBe(true);
  });
});
