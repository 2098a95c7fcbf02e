import fc from 'fast-check';
import { expect } from 'vitest';
import { type Reader, singleStatement, transaction } from '../../src/db/tx.ts';
import { after, DAY, dayStart, HOUR, MINUTE, moscowDay } from '../../src/kernel/clock.ts';
import {
  type AccountKind,
  postAll,
  readEntries,
  readOwnersPostings,
  readRevenue,
  readRevenueTurnover,
  readTurnover,
} from '../../src/modules/ledger/index.ts';
import { countRevenueDays } from '../../src/modules/ledger/store/revenue.ts';
import { sumUpBlocks } from '../../src/modules/ledger/store/turnover.ts';
import { verify } from '../../src/modules/verification/index.ts';
import { causeOf, faultOf, readBooks, test as ledgerTest } from './fixture.ts';
import { accountName, type Books, type KeptEntry } from './model.ts';

/** Four days of Moscow's calendar: what is posted falls about the midnights between them. */
const FIRST_DAY = '2026-07-14';
const MIDNIGHTS = [1, 2, 3].map((n) => after(dayStart(FIRST_DAY), n * DAY));
const POSTINGS = 2600;

type OwnedEntry = KeptEntry & { part: AccountKind; number: bigint };

/** What is posted in the order of locks: each within minutes of a midnight, and some of them made before those in front of them. */
const moments = fc.array(
  fc.record({ waited: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, fc.integer({ min: 0, max: 9 * 60 })) }),
  { minLength: POSTINGS, maxLength: POSTINGS },
);

/** Nobody runs short; of postings that are made together, one that is refused takes the others with it. */
const FUNDS = 100_000n;
const TOGETHER = 10;

/** A random life of everybody, written once. */
const test = ledgerTest.extend('books', { scope: 'file' }, async ({ kantor, people }) => {
  const sides = fc.sample(people.sound(1), { numRuns: POSTINGS, seed: 17 });
  const [times = []] = fc.sample(moments, { numRuns: 1, seed: 17 });
  // Half a day about each midnight, in whole.
  const momentOf = (n: number) => {
    const place = (n * 36 * HOUR) / POSTINGS;
    const about = after(
      MIDNIGHTS[Math.floor(place / (12 * HOUR))] ?? dayStart(FIRST_DAY),
      (place % (12 * HOUR)) - 6 * HOUR,
    );
    return after(about, -(times[n]?.waited ?? 0) * 1000);
  };
  const list = sides.map((posting, n) => ({ posting: { ...posting, cause: causeOf(n + 1000) }, at: momentOf(n) }));
  const funds = people.opening.map(({ entries, ...posting }) => ({
    posting: {
      ...posting,
      entries: entries.map((entry) => ({ ...entry, amount: entry.amount < 0n ? -FUNDS : FUNDS })),
    },
    at: dayStart(FIRST_DAY),
  }));
  await transaction(kantor.db, (tx) => postAll(tx, funds));
  for (let n = 0; n < list.length; n += TOGETHER)
    await transaction(kantor.db, (tx) => postAll(tx, list.slice(n, n + TOGETHER))).catch(faultOf);
  return readBooks(kantor.db, people.names);
});

const entriesOf = (books: Books, owner: string): OwnedEntry[] =>
  (['available', 'held', 'earned', 'owed'] as const).flatMap((part) =>
    (books[accountName(owner, part)] ?? []).map((entry) => ({ ...entry, part, number: entry.number ?? 0n })),
  );

/** The postings that are after a moment: made after it, or behind such a one on any account of the owner. */
function postingsAfter(entries: readonly OwnedEntry[], at: Date): Set<string> {
  const found = new Set(entries.filter((entry) => entry.at >= at).map(({ posting }) => posting));
  for (;;) {
    const { size } = found;
    for (const part of new Set(entries.map((entry) => entry.part))) {
      const chain = entries.filter((entry) => entry.part === part).toSorted((a, b) => Number(a.number - b.number));
      const first = chain.findIndex(({ posting }) => found.has(posting));
      if (first >= 0) for (const { posting } of chain.slice(first)) found.add(posting);
    }
    if (found.size === size) return found;
  }
}

const sum = (amounts: readonly bigint[]) => amounts.reduce((total, amount) => total + amount, 0n);
const received = (amounts: readonly bigint[]) => sum(amounts.filter((amount) => amount > 0n));
const spent = (amounts: readonly bigint[]) => -sum(amounts.filter((amount) => amount < 0n));
const amountsOf = (entries: readonly { amount: bigint }[]) => entries.map(({ amount }) => amount);

/** A period, counted from the rows. */
function recount(entries: readonly OwnedEntry[], since: Date, until: Date) {
  const [late, later] = [postingsAfter(entries, since), postingsAfter(entries, until)];
  const within = entries.filter(({ posting }) => late.has(posting) && !later.has(posting));
  const nets = [...Map.groupBy(within, ({ posting }) => posting).values()].map((own) => sum(amountsOf(own)));
  const parts = [...new Set(entries.map(({ part }) => part))].map((part) => {
    const own = within.filter((entry) => entry.part === part);
    const opening = sum(amountsOf(entries.filter((entry) => entry.part === part && !late.has(entry.posting))));
    const amounts = amountsOf(own);
    return {
      part,
      entries: BigInt(own.length),
      opening,
      received: received(amounts),
      spent: spent(amounts),
      closing: opening + sum(amounts),
    };
  });
  return {
    parts,
    postings: BigInt(nets.length),
    gained: received(nets),
    lost: spent(nets),
    nets: nets.filter((net) => net !== 0n),
  };
}

/** The same, as the database tells it. */
async function told(db: Reader, owner: string, since: Date, until: Date) {
  const turnovers = await readTurnover(db, owner, { since, until });
  const movements = turnovers.flatMap((turnover) => turnover.movements);
  const total = (name: 'postings' | 'gained' | 'lost') => sum(movements.map((movement) => movement[name]));
  const lines = await readOwnersPostings(db, owner, turnovers);
  return {
    parts: turnovers.map(({ part, first, last, opening, closing, movements: own }) => ({
      part,
      entries: last - first + 1n,
      opening,
      received: sum(own.map(({ credited }) => credited)),
      spent: sum(own.map(({ debited }) => debited)),
      closing,
    })),
    postings: total('postings'),
    gained: total('gained'),
    lost: total('lost'),
    nets: amountsOf(lines),
  };
}

const sorted = (nets: readonly bigint[]) => nets.toSorted((a, b) => Number(a - b));
const comparable = <Told extends { parts: readonly { part: string }[]; nets: readonly bigint[] }>(figures: Told) => ({
  ...figures,
  parts: figures.parts.toSorted((a, b) => a.part.localeCompare(b.part)),
  nets: sorted(figures.nets),
});

/** Moments about the midnights, before everything and after it. */
const periods = fc
  .tuple(fc.nat({ max: 3 }), fc.nat({ max: 3 }), fc.constantFrom(0, 0, 0, MINUTE, -MINUTE, 10 * DAY, -10 * DAY))
  .map(([a, b, off]) => {
    const [first = 0, last = 0] = [a, b].toSorted((x, y) => x - y);
    return {
      since: after(dayStart(FIRST_DAY), first * DAY + Math.min(off, 0)),
      until: after(dayStart(FIRST_DAY), last * DAY + Math.max(off, 0)),
    };
  });

test('Whatever was posted: of any period, opening, receipts, expenses and closing are those of its rows, and add up', async ({
  kantor,
  books,
}) => {
  const owners = [...new Set(Object.keys(books).map((name) => name.split(' ')[0] ?? ''))].filter(
    (name) => name !== 'platform',
  );
  const check = () =>
    fc.assert(
      fc.asyncProperty(fc.constantFrom(...owners), periods, async (owner, { since, until }) => {
        const entries = entriesOf(books, owner);
        const figures = await told(kantor.db, owner, since, until);
        expect(comparable(figures)).toEqual(comparable(recount(entries, since, until)));
        for (const part of figures.parts) expect(part.opening + part.received - part.spent).toBe(part.closing);
        const whole = {
          opening: sum(figures.parts.map(({ opening }) => opening)),
          closing: sum(figures.parts.map(({ closing }) => closing)),
        };
        expect(whole.opening + figures.gained - figures.lost).toBe(whole.closing);
      }),
      { numRuns: 40, seed: 3 },
    );
  await check();
  // Some entries have waited over a midnight, and some of them on one account only.
  expect(
    owners.some((owner) =>
      MIDNIGHTS.some((at) => {
        const entries = entriesOf(books, owner);
        const behind = postingsAfter(entries, at);
        return entries.some((entry) => behind.has(entry.posting) && entry.at < at);
      }),
    ),
  ).toBe(true);
  expect(await singleStatement(kantor.db, (statement) => sumUpBlocks(statement, 1))).toBeGreaterThan(0n);
  while ((await singleStatement(kantor.db, (statement) => sumUpBlocks(statement, 64))) > 0n);
  await check();
  expect((await verify(kantor.db)).filter(({ table }) => table === 'ledger_block')).toEqual([]);
});

test('A page of a period has its entries alone: from what it opened with to what it closed at', async ({
  kantor,
  people,
  books,
}) => {
  const [owner = ''] = people.accounts.flatMap(({ owner: id, kind }) => (kind === 'earned' && id !== null ? [id] : []));
  for (const at of MIDNIGHTS) {
    const span = { since: at, until: after(at, DAY) };
    for (const { part, opening, closing, first, last } of await readTurnover(kantor.db, owner, span)) {
      const { count, results } = await readEntries(
        kantor.db,
        { id: owner, kind: part },
        { page: 1, pageSize: 5000, ...span },
      );
      expect(count).toBe(Number(last - first + 1n));
      expect(results[0]?.balance ?? opening).toBe(closing);
      expect((results.at(-1)?.balance ?? opening) - (results.at(-1)?.amount ?? 0n)).toBe(opening);
      expect(sum(amountsOf(results))).toBe(closing - opening);
    }
  }
  expect(books).not.toEqual({});
});

test('The platform’s revenue of any days is that of its rows, before and after days are counted; its pages carry the balance on', async ({
  kantor,
  books,
}) => {
  const rows = (books['platform revenue'] ?? []).map(({ at, amount }) => ({ day: moscowDay(at), at, amount }));
  expect(rows.length).toBeGreaterThan(100);
  const days = [-1, 0, 1, 2, 3, 4].map((n) => moscowDay(after(dayStart(FIRST_DAY), n * DAY)));
  const check = () =>
    fc.assert(
      fc.asyncProperty(
        fc.constantFrom(undefined, ...days),
        fc.constantFrom(undefined, ...days),
        fc.integer({ min: 1, max: 8 }),
        fc.integer({ min: 1, max: 60 }),
        async (from, to, page, pageSize) => {
          const isIn = (day: string) => (from === undefined || day >= from) && (to === undefined || day <= to);
          const within = rows.filter(({ day }) => isIn(day));
          const opening = sum(amountsOf(rows.filter(({ day }) => from !== undefined && day < from)));
          const turnover = await readRevenueTurnover(kantor.db, { from, to });
          const closing = opening + sum(amountsOf(within));
          expect({
            opening: turnover.opening,
            closing: turnover.closing,
            entries: sum(turnover.kinds.map(({ entries }) => entries)),
            received: sum(turnover.kinds.map(({ credited }) => credited)),
            spent: sum(turnover.kinds.map(({ debited }) => debited)),
          }).toEqual({
            opening,
            closing: (from ?? '') > (to ?? '9') ? opening : closing,
            entries: BigInt(within.length),
            received: received(amountsOf(within)),
            spent: spent(amountsOf(within)),
          });
          const shown = await readRevenue(kantor.db, { page, pageSize, from, to });
          expect(shown.count).toBe(within.length);
          expect(shown.results).toHaveLength(Math.max(0, Math.min(pageSize, within.length - (page - 1) * pageSize)));
          const whole = (await readRevenue(kantor.db, { page: 1, pageSize: 5000, from, to })).results;
          expect(shown.results).toEqual(whole.slice((page - 1) * pageSize, page * pageSize));
          let balance = closing;
          for (const entry of whole) {
            expect(entry.balance).toBe(balance);
            balance -= entry.amount;
          }
          expect(balance).toBe(whole.length === 0 ? closing : opening);
        },
      ),
      { numRuns: 30, seed: 5 },
    );
  await check();
  const count = (last: string | undefined) =>
    singleStatement(kantor.db, (statement) => countRevenueDays(statement, last ?? ''));
  await count(days[2]);
  await check();
  // Asked for twice, and by two processes, a day is counted once.
  await Promise.all([count(days[4]), count(days[4])]);
  await count(days[3]);
  await check();
  expect((await verify(kantor.db)).filter(({ table }) => table === 'ledger_revenue_day')).toEqual([]);
});
