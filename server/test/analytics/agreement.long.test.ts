import { parseMinorUnits, type Scale, SCALE } from '@kantor/contract/plain/money.ts';
import { getAnalytics } from '@kantor/contract/wire/analytics.ts';
import type { Wire } from '@kantor/contract/wire/call.ts';
import { getOrderTotals, listOrders } from '@kantor/contract/wire/orders.ts';
import { getPlatformOrderTotals, listPlatformOrders } from '@kantor/contract/wire/platform/orders.ts';
import { getRevenueTotals, getStatementTotals, listRevenue, listStatement } from '@kantor/contract/wire/statement.ts';
import fc from 'fast-check';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { DAY, HOUR } from '../../src/kernel/clock.ts';
import { takeFile } from '../exports/fixture.ts';
import type { Kantor } from '../support/kantor.ts';
import type { Person } from '../support/people.ts';
import { test } from './fixture.ts';
import { createLives, EVERY_KIND_OF_LIFE, steps } from './lives.ts';
import { readBoth } from './recount.ts';

// One truth in five places: the page of analytics, the lists on the screen, their files, the statement and the ledger.

/** Minor units of an amount with its sign. @throws Error when it is none. */
function minorUnits(text: string | number, scale: Scale): bigint {
  const [, sign = '', digits = ''] = /^(-?)(.*)$/.exec(String(text)) ?? [];
  const units = parseMinorUnits(digits, scale);
  if (units === undefined) throw new Error(`${text} is no amount`);
  return sign === '-' ? -units : units;
}
const rub = (text: string | number) => minorUnits(text, SCALE.rub);
const usdt = (text: string | number) => minorUnits(text, SCALE.usdt);
/** A number of a file: a decimal comma, no spaces. */
const inFile = (text: string | undefined, read: (text: string) => bigint) => read((text ?? '').replace(',', '.'));
const total = (amounts: readonly bigint[]) => amounts.reduce((sum, amount) => sum + amount, 0n);

interface Days {
  from: string;
  to: string;
}

/** A list in pages, as somebody leafs through it. */
async function everyRow<Row>(page: (n: number) => Promise<{ count: number; results: Row[] }>): Promise<Row[]> {
  const rows: Row[] = [];
  for (let n = 1; ; n += 1) {
    const { count, results } = await page(n);
    rows.push(...results);
    if (results.length === 0 || rows.length >= count) return rows;
  }
}

/** Orders of some days: what is counted on the page of analytics, on the list, under it, and in its file. */
async function compareOrders(kantor: Kantor, person: Person, isPlatform: boolean, days: Days): Promise<void> {
  const { figures } = await person.call(getAnalytics, { query: { period: 'own', ...days } });
  const rows = await everyRow<{ status: string; amount: string | number }>((page) => {
    const query = { ...days, page, page_size: 7 };
    return isPlatform ? person.call(listPlatformOrders, { query }) : person.call(listOrders, { query });
  });
  const sumOf = (status?: string) => {
    const of = rows.filter((row) => status === undefined || row.status === status);
    return { count: of.length, amount: total(of.map(({ amount }) => rub(amount))) };
  };
  expect({ ...figures, issued_sum: rub(figures.issued_sum) }).toMatchObject({
    issued: rows.length,
    issued_sum: sumOf().amount,
    closed: sumOf('CLOSED').count,
    expired: sumOf('EXPIRED').count,
    cancelled: sumOf('DECLINED').count,
  });
  const totals = isPlatform
    ? await person.call(getPlatformOrderTotals, { query: days })
    : await person.call(getOrderTotals, { query: days });
  expect(totals.is_whole).toBe(true);
  for (const { status, count, amount } of totals.statuses)
    expect([status, { count, amount: rub(amount) }]).toEqual([status, sumOf(status)]);
  expect(totals.statuses.reduce((sum, { count }) => sum + count, 0)).toBe(rows.length);
  const { lines } = await takeFile(kantor, person, {
    list: isPlatform ? 'platform_orders' : 'orders',
    filters: { ...days },
    columns: ['amount'],
  });
  expect(lines.at(-2)).toBe(`Всего строк: ${rows.length}`);
  expect(inFile(lines.at(-1), rub)).toBe(sumOf().amount);
}

type Totals = Wire<typeof getStatementTotals>;

/** A balance over some days: its entries on the screen, what stands above them, their file, and the ledger. */
async function compareStatement(kantor: Kantor, person: Person, isPlatform: boolean, days: Days): Promise<void> {
  const totals: Totals = isPlatform
    ? await person.call(getRevenueTotals, { query: days })
    : await person.call(getStatementTotals, { query: days });
  const { rows: ledger } = await sql<{ part: string; opening: bigint; moved: bigint }>`
    with moved as (
      select account.kind::text as part, account.owner_id, entry.amount, entry.created_at
      from ledger_account account join (
        select account_id, amount, created_at from ledger_entry
        union all select account_id, amount, created_at from ledger_platform_entry
      ) as entry on entry.account_id = account.id
    )
    select part,
      coalesce(sum(amount) filter (where day < ${days.from}), 0)::bigint as opening,
      coalesce(sum(amount) filter (where day between ${days.from} and ${days.to}), 0)::bigint as moved
    from (select *, (created_at at time zone 'Europe/Moscow')::date::text as day from moved) as dated
    where ${isPlatform ? sql`owner_id is null and part = 'revenue'` : sql`owner_id = ${person.id}`} group by part`.execute(
    kantor.db,
  );
  for (const { part, opening, received, spent, closing } of totals.parts) {
    const found = ledger.find((each) => each.part === part) ?? { opening: 0n, moved: 0n };
    expect([part, usdt(opening), usdt(received) - usdt(spent), usdt(closing)]).toEqual([
      part,
      found.opening,
      found.moved,
      found.opening + found.moved,
    ]);
  }
  const own = isPlatform ? 'revenue' : 'available';
  const entries = await everyRow((page) => {
    const query = { ...days, page, page_size: 7 };
    return isPlatform ? person.call(listRevenue, { query }) : person.call(listStatement, { query });
  });
  const moved = total(entries.map(({ amount }) => usdt(amount)));
  const shown = totals.parts.find(({ part }) => part === own);
  expect(moved).toBe(usdt(shown?.received ?? '0') - usdt(shown?.spent ?? '0'));
  expect(entries).toHaveLength(shown?.entries ?? 0);
  // Newest first: the balance after the first row is what the days close at.
  if (entries[0] !== undefined) expect(usdt(entries[0].balance_after)).toBe(usdt(shown?.closing ?? '0'));
  const { lines } = await takeFile(kantor, person, {
    list: isPlatform ? 'platform_revenue' : 'statement',
    filters: { ...days },
    columns: ['amount'],
  });
  expect(lines.at(-2)).toBe(`Всего строк: ${entries.length}`);
  expect(inFile(lines.at(-1), usdt)).toBe(moved);
}

test('any lives of orders: analytics, lists, files, statements and the ledger say the same of any days', async ({
  kantor,
  market,
}) => {
  const live = createLives(kantor, market);
  const first = kantor.clock();
  const dayAfter = (days: number) => new Date(first.getTime() + 3 * HOUR + days * DAY).toISOString().slice(0, 10);
  let compared = 0;
  await fc.assert(
    fc.asyncProperty(steps, fc.nat(2), fc.nat(3), async (lives, since, length) => {
      await live(lives);
      const days = { from: dayAfter(since), to: dayAfter(since + length) };
      const today = dayAfter((kantor.clock().getTime() - first.getTime()) / DAY);
      // A period that has not begun is refused.
      if (days.from > today) return;
      if (days.to > today) days.to = today;
      const { kept, counted } = await readBoth(kantor.db);
      expect(kept).toEqual(counted);
      for (const person of [...market.traders, ...market.merchants, market.operator]) {
        const isPlatform = person === market.operator;
        await compareOrders(kantor, person, isPlatform, days);
        await compareStatement(kantor, person, isPlatform, days);
      }
      compared += 1;
      kantor.pass(9 * HOUR);
      await market.expire();
    }),
    { numRuns: 6, examples: [[[...EVERY_KIND_OF_LIFE], 0, 3]] },
  );
  expect(compared).toBeGreaterThan(1);
});
