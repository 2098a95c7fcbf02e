import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { verify } from '../../src/modules/verification/index.ts';
import { countSends } from '../support/count-sends.ts';
import { usdt } from '../support/money.ts';
import { outcomes, test, transactionsOf } from './fixture.ts';

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

  test('wait for the database twice a turn', async ({ merchant, process, openTraders }) => {
    await openTraders(1);
    expect(await countSends(() => process.issue(merchant.id))).toBe(2);
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
