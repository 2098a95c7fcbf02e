import { confirmOrder } from '@kantor/contract/wire/orders.ts';
import { listStatement } from '@kantor/contract/wire/statement.ts';
import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { DAY, HOUR, MINUTE } from '../../src/kernel/clock.ts';
import { readEntries } from '../../src/modules/ledger/index.ts';
import { explaining, nodesOf } from '../support/explaining.ts';
import { freshKantorTest } from '../support/fixtures.ts';

/** Wednesday, 15 July 2026, 11 at night in Moscow. */
const NIGHT = new Date('2026-07-15T20:00:00Z');

const test = freshKantorTest
  .extend('options', { now: NIGHT })
  .extend('trader', ({ kantor }) => kantor.createTrader({ balance: '100' }))
  .extend('close', { auto: true }, async ({ kantor, trader }) => {
    await kantor.createRequisite(trader.id);
    const merchant = await kantor.createMerchant();
    return async (amount: string) => {
      const { id } = await merchant.order(amount);
      await trader.call(confirmOrder, { params: { id } });
      return id;
    };
  });

describe('a statement', () => {
  test('tells each entry with its sign, its object and the balance after it', async ({ trader, close }) => {
    const id = await close('1500');
    const { count, results } = await trader.call(listStatement, { query: {} });
    expect(count).toBe(2);
    expect(results).toMatchObject([
      { id: '2', reason: 'order_hold', object_id: id, amount: '-15.000000', balance_after: '85.000000' },
      { id: '1', reason: 'deposit', amount: '100.000000', balance_after: '100.000000' },
    ]);
    const earned = await trader.call(listStatement, { query: { part: 'earned' } });
    expect(earned.results).toMatchObject([{ reason: 'order_close', object_id: id, amount: '0.300000' }]);
  });

  test('of a period has the days of Moscow’s calendar, the first and the last whole', async ({
    kantor,
    trader,
    close,
  }) => {
    await close('100');
    // Midnight comes at 21:00 UTC.
    kantor.pass(HOUR);
    await close('200');
    kantor.pass(DAY);
    await close('300');
    const amounts = async (query: { from?: string; to?: string; page?: number; page_size?: number }) => {
      const { count, results } = await trader.call(listStatement, { query });
      return [count, ...results.map(({ amount }) => Number(amount))];
    };
    expect(await amounts({})).toEqual([4, -3, -2, -1, 100]);
    expect(await amounts({ from: '2026-07-16', to: '2026-07-16' })).toEqual([1, -2]);
    expect(await amounts({ to: '2026-07-15' })).toEqual([2, -1, 100]);
    expect(await amounts({ from: '2026-07-16' })).toEqual([2, -3, -2]);
    expect(await amounts({ from: '2026-07-18' })).toEqual([0]);
    expect(await amounts({ to: '2026-07-14' })).toEqual([0]);
    expect(await amounts({ from: '2026-07-17', to: '2026-07-15' })).toEqual([0]);
    expect(await amounts({ to: '2026-07-16', page: 2, page_size: 2 })).toEqual([3, 100]);
  });

  test('finds a page, and a period, by the key, however many entries there are', async ({ kantor, trader }) => {
    const { rows } = await sql<{ id: bigint }>`
      select id from ledger_account where owner_id = ${trader.id} and kind = 'available'`.execute(kantor.db);
    const account = rows[0]?.id ?? 0n;
    const journal = await sql<{ id: string }>`select id from ledger_journal limit 1`.execute(kantor.db);
    // Twenty thousand entries, one a minute; every tenth was made half a minute before the one before it.
    await sql`alter table ledger_account disable trigger user`.execute(kantor.ownerDb);
    await sql`alter table ledger_entry disable trigger user`.execute(kantor.ownerDb);
    await sql`
      insert into ledger_entry (account_id, account_version, journal_id, amount, balance_after, created_at)
      select ${account}, n, ${journal.rows[0]?.id}, 1, n, ${NIGHT}::timestamptz + n * interval '1 minute'
        - case when n % 10 = 0 then interval '90 seconds' else interval '0' end
      from generate_series(2, 20000) as n`.execute(kantor.ownerDb);
    await sql`update ledger_account set version = 20000 where id = ${account}`.execute(kantor.ownerDb);
    const since = new Date(NIGHT.getTime() + 10_000 * MINUTE);
    const until = new Date(NIGHT.getTime() + 15_000 * MINUTE);
    const { rows: bounds } = await sql<{ first: bigint; last: bigint }>`
      select (select min(account_version) from ledger_entry where account_id = ${account} and created_at >= ${since}) as first,
        (select min(account_version) - 1 from ledger_entry where account_id = ${account} and created_at >= ${until}) as last`.execute(
      kantor.db,
    );
    const [{ first, last } = { first: 0n, last: 0n }] = bounds;
    const { db, plans, destroy } = explaining(kantor.ownerUrl);
    const page = await readEntries(db, { id: trader.id, kind: 'available' }, { page: 400, pageSize: 10, since, until });
    await destroy();
    expect(page.count).toBe(Number(last - first + 1n));
    expect(page.results.map(({ number }) => number)).toEqual(
      Array.from({ length: 10 }, (_, n) => last - 3990n - BigInt(n)),
    );
    const entries = plans.flatMap(nodesOf).filter((node) => node.Alias === 'ledger_entry');
    expect(entries).not.toEqual([]);
    for (const node of entries) expect(node['Actual Rows'] * node['Actual Loops']).toBeLessThanOrEqual(10);
  });

  test('is not for a shift', async ({ kantor, trader }) => {
    const shift = await kantor.createMember(trader.id, 'shift');
    expect((await shift.refusal(listStatement, { query: {} })).status).toBe(403);
  });

  test.for(['from=2026-13-01', 'to=16.07.2026', 'part=owed'])('of %s is a 400', async (query, { trader }) => {
    expect((await trader.raw(listStatement, { query })).status).toBe(400);
  });
});
