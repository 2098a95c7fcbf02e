import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { TBANK } from '../support/bank-phone.ts';
import { test as base, transactionsOf } from './fixture.ts';

const test = base.extend('issueAtOnce', ({ kantor, merchant, process }) =>
  /**
   * Asks for orders of these amounts (kopecks) at once: the first goes before the others have gathered.
   * @returns in how many transactions they were written, and where each was issued: ids of requisites.
   */
  async (amounts: readonly bigint[]) => {
    const issued = await Promise.all(amounts.map((amount) => process.issue(merchant.id, { amount })));
    const ids = issued.map(({ id }) => id);
    const { rows } = await sql<{ requisiteId: string }>`
        select requisite_id as "requisiteId" from orders where id = any(${ids}::uuid[]) order by merchant_seq`.execute(
      kantor.db,
    );
    return { transactions: await transactionsOf(kantor, ids), places: rows.map(({ requisiteId }) => requisiteId) };
  },
);

describe('orders of a turn', () => {
  test('find a requisite together, each the least recently used that takes its sum, where most take the sums of few', async ({
    kantor,
    issueAtOnce,
  }) => {
    const made: string[] = [];
    for (const maxAmount of [...Array.from({ length: 8 }, () => 100_000n), 0n, 0n, 0n, 0n]) {
      kantor.pass(1);
      const { id } = await kantor.createTrader();
      made.push(await kantor.createRequisite(id, { maxAmount }));
    }
    await kantor.heartbeat();
    const { transactions, places } = await issueAtOnce([100_000n, 90_000n, 200_001n, 200_002n, 200_003n]);
    expect(transactions).toBe(2);
    expect(places.map((id) => made.indexOf(id))).toEqual([0, 1, 8, 9, 10]);
  });

  test('go on to another trader where the one before has no more USDT, together', async ({ kantor, issueAtOnce }) => {
    const owners = new Map<string, string>();
    // 15 USDT each.
    for (const balance of ['31', '1000']) {
      kantor.pass(1);
      const { id } = await kantor.createTrader({ balance });
      for (let n = 0; n < 4; n += 1) owners.set(await kantor.createRequisite(id), balance);
    }
    await kantor.heartbeat();
    const { transactions, places } = await issueAtOnce([150_000n, 150_001n, 150_002n, 150_003n, 150_004n]);
    expect(transactions).toBe(2);
    expect(places.map((id) => owners.get(id))).toEqual(['31', '31', '1000', '1000', '1000']);
  });

  test('come together in the next turn when their neighbours have taken what there is', async ({
    kantor,
    issueAtOnce,
  }) => {
    const { id } = await kantor.createTrader();
    for (let n = 0; n < 2; n += 1) await kantor.createRequisite(id);
    await kantor.heartbeat();
    const { transactions } = await issueAtOnce([100_000n, 100_001n, 100_002n, 100_003n, 100_004n]);
    // One alone, for it comes first; two; and the two that these left.
    expect(transactions).toBe(3);
  });

  test('ask each for its own USDT, together', async ({ kantor, issueAtOnce }) => {
    const rich = await kantor.createTrader();
    const dear: string[] = [];
    for (let n = 0; n < 2; n += 1) dear.push(await kantor.createRequisite(rich.id, { minAmount: 50_000n }));
    const poor = await kantor.createTrader({ balance: '2' });
    const cheap = await kantor.createRequisite(poor.id, { maxAmount: 20_000n });
    await kantor.heartbeat();
    const { transactions, places } = await issueAtOnce([100_000n, 90_000n, 80_000n, 20_000n]);
    expect(transactions).toBe(2);
    expect(places.indexOf(cheap)).toBe(3);
    expect(places.filter((id) => dear.includes(id))).toHaveLength(3);
  });

  test.for([
    ['it', 0],
    ['one that messages do not tell from it', 1],
  ] as const)(
    'pass over a requisite whose amount is taken on %s, together',
    async ([, next], { kantor, merchant, process, issueAtOnce }) => {
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
      const { transactions, places } = await issueAtOnce([200_000n, 90_000n, 200_001n]);
      expect(transactions).toBe(2);
      expect(others).toContain(places[1]);
    },
  );
});
