import { listMerchantEvents } from '@kantor/contract/wire/merchant-events.ts';
import { getMerchantReport } from '@kantor/contract/wire/merchant-reports.ts';
import { addWebhookEndpoint, changeWebhookEndpoint } from '@kantor/contract/wire/webhook-endpoints.ts';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { makeReports } from '../../src/modules/reports/index.ts';
import { foldAll, untilShown } from '../support/outbox-reading.ts';
import type { Merchant } from '../support/people.ts';
import { test } from './fixture.ts';

const add = (merchant: Merchant, types: 'report.day'[] | 'order.closed'[] | null, isTest = false) =>
  merchant.call(addWebhookEndpoint, { body: { url: 'https://shop.example/hooks', types, is_test: isTest } });

test('a merchant’s server is told of each day, once, what GET /reports says of it; of a day without orders too', async ({
  merchant,
  told,
  until,
  sell,
  work,
}) => {
  await add(merchant, ['report.day']);
  const id = await sell('1000');
  await merchant.order('700');
  until('2026-11-21', '02:59');
  await work();
  expect(await told(merchant.id)).toEqual([]);
  until('2026-11-21', '03:00');
  await work();
  await work();
  until('2026-11-22', '04:00');
  await work();
  const [first, second, ...others] = await told(merchant.id);
  expect(others).toEqual([]);
  const { rows } = await merchant.api.call(getMerchantReport, {
    query: { from: '2026-11-20', to: '2026-11-21', step: 'day' },
  });
  expect(rows).toHaveLength(1);
  const {
    start: _,
    key,
    min_amount,
    below_amount,
    ...figures
  } = rows[0] ?? { start: '', key: '', min_amount: 0, below_amount: 0 };
  expect([key, min_amount, below_amount]).toEqual(['', null, null]);
  expect(first?.body).toEqual({
    type: 'report.day',
    timestamp: '2026-11-21T00:00:00.000Z',
    data: { day: '2026-11-20', ...figures },
  });
  expect(figures).toMatchObject({ issued: 2, closed: 1, amount: '1000.00', fee_in_usdt: '0.500000' });
  expect(second?.body.data).toEqual({
    ...Object.fromEntries(
      Object.entries(figures).map(([name, value]) => [
        name,
        typeof value === 'string' ? value.replaceAll(/\d/g, '0').replace(/^0+(?=0)/, '') : 0,
      ]),
    ),
    conversion_bp: null,
    day: '2026-11-21',
  });
  // The log of events has it, too.
  const { results } = await merchant.api.call(listMerchantEvents, { query: { type: 'report.day' } });
  expect(results.map(({ object, type }) => `${object} ${type}`)).toEqual(['report report.day', 'report report.day']);
  const all = await merchant.api.call(listMerchantEvents);
  expect(all.results.some(({ object_id: object }) => object === id)).toBe(true);
});

test('it goes to the addresses that chose it or everything, not to those of other things, nor to the test mode', async ({
  kantor,
  told,
  until,
  work,
}) => {
  const [all, chosen, other, tests, none] = await Promise.all(Array.from({ length: 5 }, () => kantor.createMerchant()));
  if (!all || !chosen || !other || !tests || !none) throw new Error('There are five');
  await add(all, null);
  await add(chosen, ['report.day']);
  await add(other, ['order.closed']);
  await add(tests, null, true);
  await add(tests, ['report.day'], true);
  until('2026-11-21', '03:00');
  await work();
  const counts: number[] = [];
  for (const { id } of [all, chosen, other, tests, none]) counts.push((await told(id)).length);
  expect(counts).toEqual([1, 1, 0, 0, 0]);
  // Everybody's log has it, whether there is an address or not.
  const { results } = await none.api.call(listMerchantEvents);
  expect(results.map(({ type }) => type)).toEqual(['report.day']);
});

test('whoever was not there that day is told nothing of it, nor whoever is blocked; after days without workers the last one comes', async ({
  kantor,
  merchant,
  told,
  until,
  work,
}) => {
  await add(merchant, null);
  const blocked = await kantor.createMerchant();
  await add(blocked, null);
  until('2026-11-25', '01:00');
  const late = await kantor.createMerchant();
  await add(late, null);
  await sql`update account set blocked_at = now() where id = ${blocked.id}`.execute(kantor.ownerDb);
  until('2026-11-25', '12:00');
  await work();
  expect((await told(merchant.id)).map(({ body }) => body.data.day)).toEqual(['2026-11-24']);
  expect([await told(late.id), await told(blocked.id)]).toEqual([[], []]);
  until('2026-11-26', '03:00');
  await work();
  expect((await told(late.id)).map(({ body }) => body.data.day)).toEqual(['2026-11-25']);
});

test('it is made once by any number of workers at once, and waits for what is not folded', async ({
  kantor,
  merchant,
  told,
  until,
  sell,
}) => {
  const others = await Promise.all(Array.from({ length: 5 }, () => kantor.createMerchant()));
  for (const each of [merchant, ...others]) await add(each, null);
  await sell('1000');
  until('2026-11-21', '03:00');
  await untilShown(kantor.db);
  await makeReports(kantor);
  expect(await told(merchant.id)).toEqual([]);
  await foldAll(kantor);
  await Promise.all(Array.from({ length: 6 }, () => makeReports(kantor)));
  for (const { id } of [merchant, ...others]) expect(await told(id)).toHaveLength(1);
});

test('an address may take it on and off', async ({ merchant, told, until, work }) => {
  const { id, url } = await add(merchant, ['report.day']);
  until('2026-11-21', '03:00');
  await work();
  expect(await told(merchant.id)).toHaveLength(1);
  await merchant.call(changeWebhookEndpoint, {
    params: { id },
    body: { url, types: ['order.closed'], is_active: true },
  });
  until('2026-11-22', '03:00');
  await work();
  expect(await told(merchant.id)).toHaveLength(1);
});
