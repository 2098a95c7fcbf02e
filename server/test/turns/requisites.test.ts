import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { TBANK } from '../support/bank-phone.ts';
import { test as base, transactionsOf } from './fixture.ts';

const test = base.extend('issueTogether', ({ kantor, merchant, process }) =>
  /**
   * Asks for orders of these amounts (kopecks) at once: the first goes before the others have gathered, and they go in one turn.
   * @returns where each was issued: ids of requisites.
   */
  async (amounts: readonly bigint[]): Promise<string[]> => {
    const issued = await Promise.all(amounts.map((amount) => process.issue(merchant.id, { amount })));
    const ids = issued.map(({ id }) => id);
    expect(await transactionsOf(kantor, ids)).toBe(2);
    const { rows } = await sql<{ requisiteId: string }>`
        select requisite_id as "requisiteId" from orders where id = any(${ids}::uuid[]) order by merchant_seq`.execute(
      kantor.db,
    );
    return rows.map(({ requisiteId }) => requisiteId);
  },
);

describe('orders of a turn', () => {
  test('find a requisite together, each the least recently used that takes its sum, where most take the sums of few', async ({
    kantor,
    issueTogether,
  }) => {
    const places: string[] = [];
    for (const maxAmount of [...Array.from({ length: 8 }, () => 100_000n), 0n, 0n, 0n, 0n]) {
      kantor.pass(1);
      const { id } = await kantor.createTrader();
      places.push(await kantor.createRequisite(id, { maxAmount }));
    }
    await kantor.heartbeat();
    const found = await issueTogether([100_000n, 90_000n, 200_001n, 200_002n, 200_003n]);
    expect(found.map((id) => places.indexOf(id))).toEqual([0, 1, 8, 9, 10]);
  });

  test('go on to another trader where the one before has no more USDT, together', async ({ kantor, issueTogether }) => {
    const owners = new Map<string, string>();
    // 15 USDT each.
    for (const balance of ['31', '1000']) {
      kantor.pass(1);
      const { id } = await kantor.createTrader({ balance });
      for (let n = 0; n < 4; n += 1) owners.set(await kantor.createRequisite(id), balance);
    }
    await kantor.heartbeat();
    const found = await issueTogether([150_000n, 150_001n, 150_002n, 150_003n, 150_004n]);
    expect(found.map((id) => owners.get(id))).toEqual(['31', '31', '1000', '1000', '1000']);
  });

  test.for([
    ['it', 0],
    ['one that messages do not tell from it', 1],
  ] as const)(
    'pass over a requisite whose amount is taken on %s, together',
    async ([, next], { kantor, merchant, process, issueTogether }) => {
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
      // The first needs one that takes a larger sum.
      const [, found] = await issueTogether([200_000n, 90_000n, 200_001n]);
      expect(others).toContain(found);
    },
  );
});
