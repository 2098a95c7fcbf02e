import { randomUUID } from 'node:crypto';
import { confirmOrder } from '@kantor/contract/wire/orders.ts';
import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { transaction } from '../../src/db/tx.ts';
import { MINUTE } from '../../src/kernel/clock.ts';
import { expireDueOrders, lockOrder, readMerchantOrder } from '../../src/modules/orders/index.ts';
import { post, postings } from '../../src/modules/ledger/index.ts';
import { verify } from '../../src/modules/verification/index.ts';
import { countSends } from '../support/count-sends.ts';
import { holdOpen } from '../support/hold-open.ts';
import { usdt } from '../support/money.ts';
import { outcomes, test, transactionsOf } from './fixture.ts';

describe('orders that end at once', () => {
  test.for([
    ['once when they end and are read by the process that has issued them', 'process', 1],
    ['twice when they end and are read by another', 'other', 2],
  ] as const)(
    'wait %s; the journal keeps once who has confirmed them',
    async ([, by, waits], { kantor, merchant, process, other, openTraders }) => {
      const traders = await openTraders(4);
      await Promise.all(traders.map(() => process.issue(merchant.id)));
      const { rows } = await sql<{ id: string; traderId: string }>`
      select id, trader_id as "traderId" from orders order by id`.execute(kantor.db);
      const confirm = ({ id, traderId }: { id: string; traderId: string }) => {
        const trader = traders.find((each) => each.id === traderId);
        if (trader === undefined) throw new Error('The order is of no trader');
        return { process, other }[by].confirmBy(trader, id);
      };
      const [first, ...others] = rows;
      if (first === undefined) throw new Error('Nothing was issued');
      expect(await countSends(() => confirm(first))).toBe(waits);
      const sends = await countSends(() => Promise.all(others.map((order) => confirm(order))));
      // They share a turn, or two.
      const turns = await transactionsOf(
        kantor,
        others.map(({ id }) => id),
      );
      expect(sends).toBe(waits * turns);
      expect(await outcomes(rows.map((order) => confirm(order)))).toEqual(rows.map(() => 'order_status'));
      const { rows: kept } = await sql`
      select object_id as id, person_id as person, account_id as account, before, after from audit order by object_id`.execute(
        kantor.db,
      );
      expect(kept).toEqual(
        rows.map(({ id, traderId }) => ({
          id,
          person: traders.find((each) => each.id === traderId)?.personId,
          account: traderId,
          before: { status: 'ACTIVE' },
          after: { status: 'CLOSED', amount_rub: '1500.00' },
        })),
      );
    },
  );

  test('wait once over HTTP', async ({ kantor, merchant }) => {
    const trader = await kantor.createTrader();
    await kantor.createRequisite(trader.id);
    await kantor.heartbeat();
    const confirm = async (id: string) => trader.call(confirmOrder, { params: { id } });
    // Who they are is remembered from the first on.
    await confirm((await merchant.order('1500')).id);
    const { id } = await merchant.order('1600');
    expect(await countSends(() => confirm(id))).toBe(1);
  });

  test('end in two transactions, each by its own event, and pay everyone', async ({
    kantor,
    merchant,
    process,
    openTraders,
  }) => {
    const traders = await openTraders(9);
    const issued = await Promise.all(traders.map(() => process.issue(merchant.id)));
    const { rows } = await sql<{ id: string; traderId: string }>`
      select id, trader_id as "traderId" from orders order by id`.execute(kantor.db);
    const seen = await Promise.all(
      rows.map(({ id, traderId }, n) =>
        n % 3 === 0 ? process.cancel(merchant.id, id) : process.confirm(traderId, id),
      ),
    );
    expect(seen).toMatchObject(
      rows.map(({ id }, n) => (n % 3 === 0 ? { id, status: 'DECLINED' } : { id, statuses: ['ACTIVE', 'CLOSED'] })),
    );
    expect(
      await transactionsOf(
        kantor,
        issued.map(({ id }) => id),
      ),
    ).toBe(2);
    // Six are paid: 15 USDT less 5 % each.
    expect(await kantor.balances(merchant.id)).toMatchObject({ available: usdt('85.5') });
    expect(await verify(kantor.db)).toEqual([]);
  });

  test('leave those alone that are another’s, gone on, or unpaid for', async ({
    kantor,
    merchant,
    process,
    openTraders,
  }) => {
    const [one, two, poor] = await openTraders(3);
    const traderOf = async (id: string) => (await readMerchantOrder(kantor.db, merchant.id, id))?.traderId ?? '';
    const ids = await Promise.all(Array.from({ length: 3 }, async () => (await process.issue(merchant.id)).id));
    const owners = await Promise.all(ids.map((id) => traderOf(id)));
    const [first = '', second = '', third = ''] = ids;
    await process.confirm(owners[1] ?? '', second);
    kantor.pass(16 * MINUTE);
    await expireDueOrders(kantor);
    const adjustment = {
      userId: owners[2] ?? '',
      account: 'available',
      against: 'revenue',
      amountUsdt: -usdt('990'),
    } as const;
    await transaction(kantor.db, (tx) => post(tx, postings.adjusted(randomUUID(), adjustment), kantor.clock()));
    const stranger = [one, two, poor].find((trader) => trader?.id !== owners[0])?.id ?? '';
    const found = await outcomes([
      process.confirm(owners[0] ?? '', first, 'confirm-expired'),
      process.confirm(stranger, first, 'confirm-expired'),
      process.confirm(owners[1] ?? '', second),
      process.confirm(owners[2] ?? '', third, 'confirm-expired'),
      process.confirm(owners[0] ?? '', randomUUID()),
      process.confirm(owners[0] ?? '', first, 'confirm-expired'),
    ]);
    const closedLate = { id: first, statuses: ['ACTIVE', 'EXPIRED', 'CLOSED'] };
    expect(found).toEqual([closedLate, 'not_found', 'order_status', 'insufficient_funds', 'not_found', 'order_status']);
  });

  test('end all the same where another process has ended one of those that this one knows', async ({
    kantor,
    merchant,
    process,
    other,
    openTraders,
  }) => {
    const traders = await openTraders(6);
    await Promise.all(traders.map(() => process.issue(merchant.id)));
    const { rows } = await sql<{ id: string; traderId: string }>`
      select id, trader_id as "traderId" from orders order by id`.execute(kantor.db);
    const [first, gone, ...others] = rows;
    await other.cancel(merchant.id, gone?.id ?? '');
    const confirm = (order = first) => process.confirm(order?.traderId ?? '', order?.id ?? '');
    // While the first is written by itself, the rest gather.
    const found = await outcomes([first, gone, ...others].map((order) => confirm(order)));
    const closed = (order = first) => ({ id: order?.id, statuses: ['ACTIVE', 'CLOSED'] });
    expect(found).toEqual([closed(first), 'order_status', ...others.map((order) => closed(order))]);
    expect(
      await transactionsOf(
        kantor,
        others.map(({ id }) => id),
      ),
    ).toBe(1);
    // It is known no longer: the next of its neighbours are not read twice for its sake.
    expect(process.known.get(gone?.id ?? '')).toBeUndefined();
    expect(await kantor.balances(merchant.id)).toMatchObject({ available: usdt('71.25') });
    expect(await verify(kantor.db)).toEqual([]);
  });

  test.for(['process', 'other'] as const)(
    'end for nobody but their trader (%s)',
    async (by, { kantor, merchant, process, other, openTraders }) => {
      const traders = await openTraders(2);
      await Promise.all(traders.map(() => process.issue(merchant.id)));
      const { rows } = await sql<{ id: string; traderId: string }>`
      select id, trader_id as "traderId" from orders order by id`.execute(kantor.db);
      const [first, second] = rows;
      if (!first || !second) throw new Error('Two orders were issued');
      const confirm = (traderId: string, { id }: { id: string }) => ({ process, other })[by].confirm(traderId, id);
      expect(await outcomes([confirm(second.traderId, first)])).toEqual(['not_found']);
      expect(await outcomes([confirm(first.traderId, second), confirm(first.traderId, first)])).toMatchObject([
        'not_found',
        { id: first.id },
      ]);
      expect(await outcomes([confirm(second.traderId, second)])).toMatchObject([{ id: second.id }]);
    },
  );

  test('are one end where two ask for it at once', async ({ kantor, merchant, process, openTraders }) => {
    const traders = await openTraders(3);
    await Promise.all(traders.map(() => process.issue(merchant.id)));
    const { rows } = await sql<{ id: string; traderId: string }>`
      select id, trader_id as "traderId" from orders order by id`.execute(kantor.db);
    const [first, second, third] = rows.map(
      ({ id, traderId }) =>
        () =>
          process.confirm(traderId, id),
    );
    if (!first || !second || !third) throw new Error('Three orders were issued');
    const found = await outcomes([first(), second(), second(), third()]);
    expect(found.filter((outcome) => outcome === 'order_status')).toHaveLength(1);
    expect(await kantor.balances(merchant.id)).toMatchObject({ available: usdt('42.75') });
    expect(await verify(kantor.db)).toEqual([]);
  });

  test('do not wait for a neighbour whose order somebody holds', async ({ kantor, merchant, process, openTraders }) => {
    const traders = await openTraders(6);
    await Promise.all(traders.map(() => process.issue(merchant.id)));
    const { rows } = await sql<{ id: string; traderId: string }>`
      select id, trader_id as "traderId" from orders order by id`.execute(kantor.db);
    const [held, first, ...others] = rows;
    const letGo = await holdOpen(kantor.db, (tx) => lockOrder(tx, held?.id ?? ''));
    const confirm = (order = held) => process.confirm(order?.traderId ?? '', order?.id ?? '');
    // While the first is written by itself, the held one gathers with the others.
    const alone = confirm(first);
    const waiting = confirm(held);
    await Promise.all([alone, ...others.map((order) => confirm(order))]);
    const transactions = await transactionsOf(
      kantor,
      others.map(({ id }) => id),
    );
    const statuses = () => sql`select status, count(*) as n from orders group by 1 order by 1`.execute(kantor.db);
    const { rows: meanwhile } = await statuses();
    await letGo();
    await waiting;
    expect(transactions).toBe(1);
    expect(meanwhile).toEqual([
      { status: 'ACTIVE', n: 1n },
      { status: 'CLOSED', n: 5n },
    ]);
    expect((await statuses()).rows).toEqual([{ status: 'CLOSED', n: 6n }]);
  });
});
