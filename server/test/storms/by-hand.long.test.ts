import { createClient, idempotencyKey } from '@kantor/contract/client.ts';
import { MERCHANT_API_BASE } from '@kantor/contract/plain/merchant-routes.ts';
import { API_BASE } from '@kantor/contract/plain/routes.ts';
import { getNotification, listNotifications } from '@kantor/contract/wire/devices.ts';
import { cancelMerchantOrder } from '@kantor/contract/wire/merchant-orders.ts';
import { confirmOrder } from '@kantor/contract/wire/orders.ts';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { after, MINUTE } from '../../src/kernel/clock.ts';
import { expireDueOrders } from '../../src/modules/orders/index.ts';
import { verify } from '../../src/modules/verification/index.ts';
import { atOnce } from '../support/at-once.ts';
import { createBankPhone, SBER, sber } from '../support/bank-phone.ts';
import { kantorTest } from '../support/fixtures.ts';
import type { KantorOptions } from '../support/kantor.ts';
import { startServer } from '../support/server-process.ts';

// One message, two orders of its sum, two server processes, and all that may end an order at that moment.

const PAIRS = 12;

const test = kantorTest
  .extend('options', { scope: 'file' }, { now: 'running' } as KantorOptions)
  .extend('servers', { scope: 'file' }, async ({ kantor }, { onCleanup }) => {
    const servers = await Promise.all([startServer(kantor.databaseUrl), startServer(kantor.databaseUrl)]);
    onCleanup(async () => void (await Promise.all(servers.map((server) => server.kill('SIGTERM')))));
    return servers;
  });

test('two orders are confirmed by one message while the phone pays, the shop cancels and the time is up: one winner', async ({
  kantor,
  servers,
}) => {
  const merchant = await kantor.createMerchant();
  const trader = await kantor.createSoleTrader({ balance: '100000' });
  const cabinet = { id: await kantor.createCabinet(trader.id), traderId: trader.id };
  for (const _ of [1, 2]) await kantor.createRequisite(trader.id, { cabinetId: cabinet.id, bankId: SBER });
  const hear = createBankPhone(kantor, cabinet);
  const pairs: { ids: string[]; amount: string; message: string }[] = [];
  for (let n = 0; n < PAIRS; n += 1) {
    const amount = String(1000 + n);
    const ids = [(await merchant.order(amount)).id, (await merchant.order(amount)).id];
    await hear(sber(amount), { heardAt: after(kantor.clock(), 1) });
    const [newest] = (await trader.call(listNotifications, { query: { page_size: 1 } })).results;
    expect(newest).toMatchObject({ outcome: 'ambiguous' });
    pairs.push({ ids, amount, message: newest?.id ?? '' });
  }

  const confirm = (server: number, id: string, notification_id: string) =>
    createClient({ base: (servers[server]?.url ?? '') + API_BASE, token: trader.token }).call(confirmOrder, {
      params: { id },
      body: { notification_id },
    });
  const cancel = (server: number, id: string) =>
    createClient({ base: (servers[server]?.url ?? '') + MERCHANT_API_BASE, token: merchant.key }).call(
      cancelMerchantOrder,
      { headers: idempotencyKey(), params: { id } },
    );
  const overdue = pairs.filter((_, n) => n % 3 === 0).flatMap(({ ids }) => ids);
  await sql`
    update orders set expires_at = created_at + interval '1 ms' where id = any(${overdue}::uuid[])`.execute(kantor.db);

  let done = false;
  const storm = atOnce<unknown>(
    pairs.flatMap(({ ids: [one = '', other = ''], amount, message }, n) => [
      confirm(0, one, message),
      confirm(1, other, message),
      confirm(1, one, message),
      confirm(0, other, message),
      hear(sber(amount), { phoneTime: after(kantor.clock(), MINUTE) }),
      ...(n % 3 === 1 ? [cancel(0, one)] : []),
      ...(n % 3 === 0 ? [expireDueOrders(kantor)] : []),
    ]),
  ).finally(() => (done = true));
  while (!done) expect(await verify(kantor.db)).toEqual([]);
  const { refusals } = await storm;
  expect(await verify(kantor.db)).toEqual([]);
  expect(new Set(refusals.map(({ status }) => status))).toEqual(new Set([409]));

  for (const { ids, message } of pairs) {
    const { outcome, order } = await trader.call(getNotification, { params: { id: message } });
    const { rows } = await sql<{ id: string; by: string | null; closings: number }>`
      select orders.id, notification_id as by, (
        select count(*)::integer from ledger_journal where kind = 'order_close' and cause = orders.id
      ) as closings
      from orders left join order_confirmation on order_id = orders.id where orders.id = any(${ids}::uuid[])`.execute(
      kantor.db,
    );
    const byIt = rows.filter(({ by }) => by === message).map(({ id }) => id);
    expect(byIt).toEqual(outcome === 'paid_by_hand' ? [order] : []);
    expect(rows.every(({ closings }) => closings <= 1)).toBe(true);
  }
  // Not by chance: most messages found an order.
  const { rows } = await sql<{ n: number }>`
    select count(*)::integer as n from notification where chosen_at is not null`.execute(kantor.db);
  expect(rows[0]?.n).toBeGreaterThan(PAIRS / 2);
});
