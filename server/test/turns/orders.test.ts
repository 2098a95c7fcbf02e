import { randomUUID } from 'node:crypto';
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
import { test, transactionsOf } from './fixture.ts';

/** What became of each: the answer, or the code of the refusal. */
async function outcomes<Answer>(operations: readonly Promise<Answer>[]): Promise<(Answer | string)[]> {
  const settled = await Promise.allSettled(operations);
  return settled.map((outcome) =>
    outcome.status === 'fulfilled' ? outcome.value : String((outcome.reason as { code?: unknown }).code),
  );
}

const isIssued = <Answer>(outcome: Answer | string): outcome is Answer => typeof outcome !== 'string';

describe('orders that are asked for at once', () => {
  test('are issued in two transactions: the first that came, and those that gathered meanwhile', async ({
    kantor,
    merchant,
    process,
    openTraders,
  }) => {
    await openTraders(9);
    const issued = await Promise.all(Array.from({ length: 9 }, () => process.issue(merchant.id)));
    expect(
      await transactionsOf(
        kantor,
        issued.map(({ id }) => id),
      ),
    ).toBe(2);
    const { rows } = await sql`
      select merchant_seq, trader_seq from orders order by merchant_seq`.execute(kantor.db);
    expect(rows).toEqual(Array.from({ length: 9 }, (_, n) => ({ merchant_seq: BigInt(n + 1), trader_seq: 1n })));
    expect(await verify(kantor.db)).toEqual([]);
  });

  test('wait for the database twice a turn, and as often when they end and are read', async ({
    kantor,
    merchant,
    process,
    openTraders,
  }) => {
    await openTraders(1);
    expect(await countSends(() => process.issue(merchant.id))).toBe(2);
    const { rows } = await sql<{ id: string; traderId: string }>`
      select id, trader_id as "traderId" from orders order by id`.execute(kantor.db);
    expect(await countSends(() => process.confirm(rows[0]?.traderId ?? '', rows[0]?.id ?? ''))).toBe(2);
  });

  test('wait as often when a person confirms them, whose deed the journal keeps once', async ({
    kantor,
    merchant,
    process,
    openTraders,
  }) => {
    const traders = await openTraders(4);
    await Promise.all(traders.map(() => process.issue(merchant.id)));
    const { rows } = await sql<{ id: string; traderId: string }>`
      select id, trader_id as "traderId" from orders order by id`.execute(kantor.db);
    const confirm = ({ id, traderId }: { id: string; traderId: string }) => {
      const trader = traders.find((each) => each.id === traderId);
      if (trader === undefined) throw new Error('The order is of no trader');
      return process.confirmBy(trader, id);
    };
    const [first, ...others] = rows;
    if (first === undefined) throw new Error('Nothing was issued');
    expect(await countSends(() => confirm(first))).toBe(2);
    const sends = await countSends(() => Promise.all(others.map((order) => confirm(order))));
    // They share a turn, or two.
    const turns = await transactionsOf(
      kantor,
      others.map(({ id }) => id),
    );
    expect(sends).toBe(2 * turns);
    expect(await outcomes(rows.map((order) => confirm(order)))).toEqual(rows.map(() => 'order_status'));
    const { rows: kept } = await sql`
      select audit.object_id as id, audit.person_id as person, audit_account.account_id as account, before, after
      from audit join audit_account on audit_id = audit.id order by audit.object_id`.execute(kantor.db);
    expect(kept).toEqual(
      rows.map(({ id, traderId }) => ({
        id,
        person: traders.find((each) => each.id === traderId)?.personId,
        account: traderId,
        before: { status: 'ACTIVE' },
        after: { status: 'CLOSED', amount_rub: '1500.00' },
      })),
    );
  });

  test('each have their own outcome: a number that is taken, no requisite, a key of another request', async ({
    kantor,
    merchant,
    process,
    openTraders,
  }) => {
    await openTraders(12);
    const [externalId, key, otherKey] = [randomUUID(), randomUUID(), randomUUID()];
    const first = await process.issue(merchant.id, { externalId, key });
    await process.issue(merchant.id, { key: otherKey });
    const found = await outcomes([
      process.issue(merchant.id),
      process.issue(merchant.id, { externalId }),
      process.issue(merchant.id, { bankId: 2 }),
      process.issue(merchant.id, { externalId, key }),
      process.issue(merchant.id, { key: otherKey }),
      process.issue(merchant.id),
      process.issue(merchant.id, { amount: 100_000_000_00n }),
      process.issue(merchant.id),
      process.issue(merchant.id),
    ]);
    expect(found.map((outcome) => (isIssued(outcome) ? 'issued' : outcome))).toEqual([
      'issued',
      'external_id_taken',
      'no_requisite',
      'issued',
      'idempotency_mismatch',
      'issued',
      'no_requisite',
      'issued',
      'issued',
    ]);
    expect(found[3]).toEqual(first);
    const gathered = found.slice(5).filter(isIssued);
    expect(
      await transactionsOf(
        kantor,
        gathered.map(({ id }) => id),
      ),
    ).toBe(1);
    expect(await verify(kantor.db)).toEqual([]);
  });

  test('under one key are one order', async ({ kantor, merchant, process, openTraders }) => {
    await openTraders(9);
    const same = { externalId: randomUUID(), key: randomUUID() };
    const found = await outcomes([
      process.issue(merchant.id),
      ...Array.from({ length: 8 }, () => process.issue(merchant.id, same)),
    ]);
    const answers = found.slice(1).filter(isIssued);
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
    expect(found.filter((outcome) => !isIssued(outcome)).every((code) => code === 'idempotency_running')).toBe(true);
    const { rows } = await sql`select count(*) as n from orders`.execute(kantor.db);
    expect(rows).toEqual([{ n: 2n }]);
  });

  test('never take more than their trader has', async ({ kantor, merchant, process }) => {
    // 15 USDT each.
    const trader = await kantor.createTrader({ balance: '50' });
    for (let n = 0; n < 8; n += 1) await kantor.createRequisite(trader.id);
    await kantor.heartbeat();
    const found = await outcomes(Array.from({ length: 8 }, () => process.issue(merchant.id)));
    expect(found.filter(isIssued)).toHaveLength(3);
    expect(await kantor.balances(trader.id)).toMatchObject({ available: usdt('5'), held: usdt('45') });
    expect(await verify(kantor.db)).toEqual([]);
  });

  test('share few requisites: all are issued, one after the other', async ({ kantor, merchant, process }) => {
    const trader = await kantor.createTrader();
    for (let n = 0; n < 3; n += 1) await kantor.createRequisite(trader.id);
    await kantor.heartbeat();
    const found = await Promise.all(
      Array.from({ length: 9 }, (_, n) => process.issue(merchant.id, { amount: 100_000n + BigInt(n) })),
    );
    expect(new Set(found.map(({ id }) => id)).size).toBe(9);
    const { rows } = await sql`select sum(active_orders)::bigint as n, count(*) as places from requisite`.execute(
      kantor.db,
    );
    expect(rows).toEqual([{ n: 9n, places: 3n }]);
  });

  test('of one amount never meet on one requisite', async ({ kantor, merchant, process, openTraders }) => {
    await openTraders(3);
    const found = await outcomes(Array.from({ length: 8 }, () => process.issue(merchant.id)));
    expect(found.filter(isIssued)).toHaveLength(3);
    const { rows } = await sql`select count(distinct requisite_id) as n from orders`.execute(kantor.db);
    expect(rows).toEqual([{ n: 3n }]);
  });

  test('are together within the limit of their merchant', async ({ kantor, process, openTraders }) => {
    await openTraders(9);
    const limits = { activeOrders: 5, activeSum: 0n, unpaidHour: 0, requestsSecond: 0 };
    const limited = await kantor.createMerchant({ limits });
    const found = await outcomes(Array.from({ length: 9 }, () => process.issue(limited.id)));
    expect(found.filter(isIssued)).toHaveLength(5);
    expect(found.filter((outcome) => outcome === 'merchant_limit')).toHaveLength(4);
  });
});

describe('orders that end at once', () => {
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
