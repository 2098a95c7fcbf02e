import { sql } from 'kysely';
import { expect } from 'vitest';
import { verify } from '../../src/modules/verification/index.ts';
import { fanOut } from '../../src/modules/webhooks/index.ts';
import { killAtEachStep } from '../kills/kill-at-each-step.ts';
import { untilShown } from '../support/outbox-reading.ts';
import { test } from './fixture.ts';

// Each event makes one message, whoever reads it, and however often.

test('several workers at once make one message of each event, in the order of the events', async ({
  kantor,
  merchant,
  messages,
}) => {
  const orders = await Promise.all(Array.from({ length: 30 }, () => merchant.order()));
  await Promise.all([
    ...orders.map(({ id }) => merchant.confirm(id)),
    ...Array.from({ length: 20 }, () => fanOut(kantor)),
  ]);
  const told = await messages();
  expect(told.length).toBe(60);
  for (const { id } of orders) {
    const own = told.filter(({ body }) => body.data.id === id).map(({ type }) => type);
    expect(own).toEqual(['order.active', 'order.closed']);
  }
});

test('the screens of the merchant hear that the journal has grown', async ({ kantor, merchant, messages }) => {
  await merchant.order();
  await merchant.order();
  await messages();
  const { rows } = await sql`
    select owners, merchant_seq as number from outbox join webhook on webhook.id = outbox.object_id
    where kind = 'webhook.changed' and owners @> array[${merchant.id}::uuid]`.execute(kantor.db);
  expect(rows).toEqual([{ owners: [merchant.id], number: 2n }]);
});

test('an event that is read again makes no second message', async ({ kantor, merchant, messages, types }) => {
  await merchant.order();
  await messages();
  await sql`update outbox_reader set xid = '0'`.execute(kantor.db);
  await expect(fanOut(kantor)).rejects.toThrow('webhook_once');
  await sql`update outbox_reader set xid = (select max(xid) from outbox), id = (select max(id) from outbox)`.execute(
    kantor.db,
  );
  expect(await types()).toEqual(['order.active']);
});

test('a worker that is killed at any step neither loses nor doubles a message', async ({ kantor, merchant, types }) => {
  const expected: string[] = [];
  const happen = async () => {
    const { id } = await merchant.order();
    await merchant.confirm(id);
    expected.push('order.active', 'order.closed');
    await untilShown(kantor.db);
  };
  const job = { databaseUrl: kantor.databaseUrl, job: 'fan-out', args: [kantor.clock().toISOString()] };
  const steps = await killAtEachStep(job, happen, async () => {
    expect(await types()).toEqual(expected);
  });
  expect(steps).toBeGreaterThanOrEqual(8);
});

test('the journal is numbered densely, and everything else holds', async ({ kantor }) => {
  expect(await verify(kantor.db)).toEqual([]);
});
