import { KEY_ENDING_MS } from '@kantor/contract/plain/api-keys.ts';
import { listApiKeys } from '@kantor/contract/wire/api-keys.ts';
import { INBOX, INBOX_RIGHTS, type InboxWhat } from '@kantor/contract/plain/inbox.ts';
import { mayDo } from '@kantor/contract/plain/rights.ts';
import { declineAppeal, listAppeals } from '@kantor/contract/wire/appeals.ts';
import { listCabinets } from '@kantor/contract/wire/cabinets.ts';
import { listMessagesToSort } from '@kantor/contract/wire/match.ts';
import { listRequisites, resetRequisiteDeals, toggleRequisite } from '@kantor/contract/wire/requisites.ts';
import { getInbox } from '@kantor/contract/wire/inbox.ts';
import { listWebhookEndpoints } from '@kantor/contract/wire/webhook-endpoints.ts';
import { confirmOrder, listOrders } from '@kantor/contract/wire/orders.ts';
import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { HOUR, MINUTE, SECOND } from '../../src/kernel/clock.ts';
import { openAppeal } from '../../src/modules/appeals/index.ts';
import { markOffline } from '../../src/modules/cabinets/index.ts';
import { expireDueOrders } from '../../src/modules/orders/index.ts';
import { createBankPhone, SBER, sber } from '../support/bank-phone.ts';
import { freshKantorTest } from '../support/fixtures.ts';
import { rub } from '../support/money.ts';
import type { Person } from '../support/people.ts';

const test = freshKantorTest
  .extend('trader', ({ kantor }) => kantor.createSoleTrader({ balance: '100000' }))
  .extend('merchant', ({ kantor }) => kantor.createMerchant())
  .extend('cabinet', ({ kantor, trader }) => kantor.createCabinet(trader.id))
  .extend('requisite', ({ kantor, trader, cabinet }) =>
    kantor.createRequisite(trader.id, { cabinetId: cabinet, bankId: SBER }),
  )
  .extend('hear', ({ kantor, trader, cabinet }) => createBankPhone(kantor, { id: cabinet, traderId: trader.id }));

const whatOf = async (person: Person) => (await person.call(getInbox)).items.map(({ what, count }) => [what, count]);

describe("a trader's inbox", () => {
  test('is empty while nothing asks for a hand, and names the moment when time alone will', async ({
    trader,
    merchant,
    requisite: _takes,
  }) => {
    expect(await trader.call(getInbox)).toEqual({ items: [], changes_at: null });
    const order = await merchant.order('1500');
    const urgentAt = new Date(Date.parse(order.expires_at) - 2 * MINUTE).toISOString();
    expect(await trader.call(getInbox)).toEqual({ items: [], changes_at: urgentAt });
  });

  test('has an order from two minutes before its end, to the second, until it is over', async ({
    kantor,
    trader,
    merchant,
    requisite: _takes,
  }) => {
    const order = await merchant.order('1500');
    const untilUrgent = Date.parse(order.expires_at) - 2 * MINUTE - kantor.clock().getTime();
    kantor.pass(untilUrgent - SECOND);
    await kantor.heartbeat();
    expect(await whatOf(trader)).toEqual([]);
    kantor.pass(SECOND);
    expect(await trader.call(getInbox)).toEqual({
      items: [{ what: 'orders_ending', count: 1, id: order.id, since: null, until: order.expires_at, sum: '1500.00' }],
      changes_at: null,
    });
    kantor.pass(2 * MINUTE);
    await expireDueOrders(kantor);
    await kantor.heartbeat();
    expect(await whatOf(trader)).toEqual([]);
  });

  test('has all kinds at once, the most urgent first, and of several the most urgent one and their sum', async ({
    kantor,
    trader,
    merchant,
    requisite,
    hear,
  }) => {
    const first = await merchant.order('1500');
    kantor.pass(10 * SECOND);
    const later = await merchant.order('2500');
    await hear(sber('777'));
    await openAppeal(kantor, { merchantId: merchant.id, orderId: later.id, amount: rub('2000') });
    await sql`update requisite set max_deals = 2 where id = ${requisite}`.execute(kantor.ownerDb);
    const paused = await kantor.createRequisite(trader.id, { bankId: SBER, isActive: false });
    await sql`
      update requisite set paused_at = ${kantor.clock()}, paused_by = (select id from notification limit 1)
      where id = ${paused}`.execute(kantor.ownerDb);
    kantor.pass(Date.parse(first.expires_at) - kantor.clock().getTime() - MINUTE);
    const { items } = await trader.call(getInbox);
    expect(items.map(({ what, count, sum }) => [what, count, sum])).toEqual([
      ['orders_ending', 1, '1500.00'],
      ['phones_silent', 1, null],
      ['messages_to_sort', 1, '777.00'],
      ['appeals', 1, '2000.00'],
      ['requisites_paused', 1, null],
      ['limits_reached', 1, null],
    ]);
    expect(items.at(-1)?.id).toBe(requisite);
    await trader.call(resetRequisiteDeals, { params: { id: requisite } });
    await trader.call(confirmOrder, { params: { id: first.id } });
    await kantor.heartbeat();
    expect(await whatOf(trader)).toEqual([
      ['messages_to_sort', 1],
      ['appeals', 1],
      ['requisites_paused', 1],
    ]);
    await trader.call(toggleRequisite, { params: { id: paused }, body: { is_active: true } });
    expect(await whatOf(trader)).not.toContainEqual(['requisites_paused', 1]);
  });

  test('counts just the rows of the list that it leads to, of every kind', async ({
    kantor,
    trader,
    merchant,
    cabinet,
    requisite,
    hear,
  }) => {
    const lists: Readonly<
      Record<InboxWhat, (person: Person) => Promise<{ count: number; results: { id: string }[] }>>
    > = {
      orders_ending: (person) => person.call(listOrders, { query: { waiting: 'orders_ending' } }),
      orders_claimed: (person) => person.call(listOrders, { query: { waiting: 'orders_claimed' } }),
      phones_silent: (person) => person.call(listCabinets, { query: { waiting: 'phones_silent' } }),
      messages_to_sort: (person) => person.call(listMessagesToSort, { query: { kind: 'to_sort' } }),
      appeals: (person) => person.call(listAppeals, { query: { waiting: 'appeals' } }),
      appeals_declined: (person) => person.call(listAppeals, { query: { waiting: 'appeals_declined' } }),
      requisites_paused: (person) => person.call(listRequisites, { query: { waiting: 'requisites_paused' } }),
      limits_reached: (person) => person.call(listRequisites, { query: { waiting: 'limits_reached' } }),
      // Of files there are few: each is led to by itself.
      batches_waiting: async () => {
        const { rows: results } = await sql<{
          id: string;
        }>`select id from payout_batch where state = 'waiting'`.execute(kantor.ownerDb);
        return { count: results.length, results };
      },
      // Of endpoints, too.
      webhooks_failing: async (person) => {
        const until = kantor.clock().getTime() - HOUR;
        const failing = (await person.call(listWebhookEndpoints)).filter(
          ({ health: { failing_since: since } }) => since !== null && Date.parse(since) <= until,
        );
        return { count: failing.length, results: failing };
      },
      // Of keys there are few: their page marks those that run out.
      keys_expiring: async (person) => {
        const last = kantor.clock().getTime() + KEY_ENDING_MS;
        const { results } = await person.call(listApiKeys);
        const ending = results.filter(({ expires_at: until }) => until !== null && Date.parse(until) <= last);
        return { count: ending.length, results: ending };
      },
    };
    /** What the inbox counts, and how many rows its list has: they stand beside each other wherever there is a row. */
    const compared = async (person: Person, role: 'trader' | 'merchant' = 'trader') => {
      const items = new Map((await person.call(getInbox)).items.map((item) => [item.what, item]));
      const rows: [InboxWhat, number][] = [];
      for (const what of INBOX.filter((kind) => mayDo({ role, memberRole: 'owner' }, INBOX_RIGHTS[kind]))) {
        const page = await lists[what](person);
        expect([what, page.count, page.results.length]).toEqual([what, items.get(what)?.count ?? 0, page.count]);
        const item = items.get(what);
        if (item) expect(page.results.map(({ id }) => id)).toContain(item.id);
        rows.push([what, page.count]);
      }
      return rows.filter(([, count]) => count > 0);
    };
    const other = await kantor.createCabinet(trader.id);
    await kantor.createRequisite(trader.id, { cabinetId: other, bankId: SBER, isActive: false });
    const orders = [];
    for (const amount of ['1500', '2500', '3500', '4500', '5500']) orders.push(await merchant.order(amount));
    const [first, second, third, fourth] = orders;
    if (!first || !second || !third || !fourth) throw new Error('There are five');
    for (const { id } of [first, third]) {
      await sql`
        insert into payer_claim (order_id, sender_name, last_four, comment, made_at)
        values (${id}, '', '', '', ${kantor.clock()})`.execute(kantor.ownerDb);
    }
    await hear(sber('777'));
    await openAppeal(kantor, { merchantId: merchant.id, orderId: second.id, amount: rub('2000') });
    const declined = await openAppeal(kantor, { merchantId: merchant.id, orderId: fourth.id, amount: rub('2000') });
    await trader.call(declineAppeal, { params: { id: declined } });
    await sql`update requisite set max_deals = 2 where id = ${requisite}`.execute(kantor.ownerDb);
    for (let n = 0; n < 2; n += 1) {
      const paused = await kantor.createRequisite(trader.id, { bankId: SBER, isActive: false });
      await sql`
        update requisite set paused_at = ${kantor.clock()}, paused_by = (select id from notification limit 1)
        where id = ${paused}`.execute(kantor.ownerDb);
    }
    expect(await compared(trader)).toEqual([
      ['orders_claimed', 2],
      ['messages_to_sort', 1],
      ['appeals', 1],
      ['requisites_paused', 2],
      ['limits_reached', 1],
    ]);
    expect(await compared(merchant, 'merchant')).toEqual([['appeals_declined', 1]]);
    kantor.pass(Date.parse(first.expires_at) - kantor.clock().getTime() - MINUTE);
    const late = await compared(trader);
    expect(late).toContainEqual(['orders_ending', 3]);
    expect(late).toContainEqual(['phones_silent', 1]);
    expect((await lists.phones_silent(trader)).results).toMatchObject([{ id: cabinet }]);
    // Nobody finds another's by it.
    expect(await compared(await kantor.createTrader())).toEqual([]);
  });

  test('has a silent phone only while its requisites have orders', async ({
    kantor,
    trader,
    merchant,
    cabinet,
    requisite: _takes,
  }) => {
    kantor.pass(3 * MINUTE);
    expect(await whatOf(trader)).toEqual([]);
    const order = await merchant.order('1500');
    kantor.pass(2 * MINUTE);
    await markOffline(kantor);
    expect((await trader.call(getInbox)).items).toMatchObject([{ what: 'phones_silent', id: cabinet }]);
    await trader.call(confirmOrder, { params: { id: order.id } });
    expect(await whatOf(trader)).toEqual([]);
  });

  test('leaves out messages whose candidates were paid, and those of yesterday', async ({
    kantor,
    trader,
    merchant,
    requisite: _takes,
    hear,
  }) => {
    const near = await merchant.order('1500');
    kantor.pass(SECOND);
    await hear(sber('1500.40'));
    expect(await whatOf(trader)).toEqual([['messages_to_sort', 1]]);
    await trader.call(confirmOrder, { params: { id: near.id } });
    expect(await whatOf(trader)).toEqual([]);
    await hear(sber('888'));
    expect(await whatOf(trader)).toEqual([['messages_to_sort', 1]]);
    kantor.pass(24 * HOUR);
    expect(await whatOf(trader)).toEqual([]);
  });
});

test("a shift is told of what it sees to, and of nothing of the requisites; others' and other roles' inboxes are empty", async ({
  kantor,
  trader,
  merchant,
  requisite,
  hear,
}) => {
  await merchant.order('1500');
  await hear(sber('777'));
  await sql`update requisite set max_deals = 1 where id = ${requisite}`.execute(kantor.ownerDb);
  const shift = await kantor.createMember(trader.id, 'shift');
  expect(await whatOf(trader)).toEqual([
    ['messages_to_sort', 1],
    ['limits_reached', 1],
  ]);
  expect(await whatOf(shift)).toEqual([['messages_to_sort', 1]]);
  for (const other of [await kantor.createTrader(), merchant, await kantor.createOperator()]) {
    expect(await whatOf(other)).toEqual([]);
  }
});
