import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { TBANK } from '../support/bank-phone.ts';
import { test, transactionsOf } from './fixture.ts';

describe('orders of a turn', () => {
  test('find a requisite together, each the least recently used that takes its sum, where most take the sums of few', async ({
    kantor,
    merchant,
    process,
  }) => {
    const places: string[] = [];
    for (const maxAmount of [...Array.from({ length: 8 }, () => 100_000n), 0n, 0n, 0n, 0n]) {
      kantor.pass(1);
      const { id } = await kantor.createTrader();
      places.push(await kantor.createRequisite(id, { maxAmount }));
    }
    await kantor.heartbeat();
    const amounts = [100_000n, 90_000n, 200_001n, 200_002n, 200_003n];
    const issued = await Promise.all(amounts.map((amount) => process.issue(merchant.id, { amount })));
    expect(
      await transactionsOf(
        kantor,
        issued.map(({ id }) => id),
      ),
    ).toBe(2);
    const { rows } = await sql<{ requisiteId: string }>`
      select requisite_id as "requisiteId" from orders order by merchant_seq`.execute(kantor.db);
    expect(rows.map(({ requisiteId }) => places.indexOf(requisiteId))).toEqual([0, 1, 8, 9, 10]);
  });

  test.for([
    ['it', 0],
    ['one that messages do not tell from it', 1],
  ] as const)(
    'pass over a requisite whose amount is taken on %s, together',
    async ([, next], { kantor, merchant, process }) => {
      const trader = await kantor.createTrader();
      const cabinetId = await kantor.createCabinet(trader.id);
      const small = { cabinetId, bankId: TBANK, maxAmount: 100_000n };
      const alike = [await kantor.createRequisite(trader.id, small), await kantor.createRequisite(trader.id, small)];
      const others = [await kantor.createRequisite(trader.id), await kantor.createRequisite(trader.id)];
      await kantor.heartbeat();
      const putFirst = (id: string | undefined) =>
        sql`update requisite set last_order_at = case when id = ${id} then timestamptz '2001-01-01' else '2002-01-01' end`.execute(
          kantor.ownerDb,
        );
      await putFirst(alike[0]);
      await process.issue(merchant.id, { amount: 90_000n });
      await putFirst(alike[next]);
      // The first goes before the others have gathered, to where a larger sum is taken.
      const issued = await Promise.all(
        [200_000n, 90_000n, 200_001n].map((amount) => process.issue(merchant.id, { amount })),
      );
      expect(
        await transactionsOf(
          kantor,
          issued.map(({ id }) => id),
        ),
      ).toBe(2);
      const { rows } = await sql<{ requisiteId: string }>`
      select requisite_id as "requisiteId" from orders where amount = 90000 order by merchant_seq`.execute(kantor.db);
      expect(rows[0]?.requisiteId).toBe(alike[0]);
      expect(others).toContain(rows[1]?.requisiteId);
    },
  );
});
