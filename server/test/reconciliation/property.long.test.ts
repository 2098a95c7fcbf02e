import { type Pile, PILES } from '@kantor/contract/plain/reconciliations.ts';
import { formatMinorUnits, parseMinorUnits, SCALE } from '@kantor/contract/plain/money.ts';
import { ORDER_STATUSES, type OrderStatus } from '@kantor/contract/plain/statuses.ts';
import fc from 'fast-check';
import { expect } from 'vitest';
import { after, DAY, HOUR, moscowDay } from '../../src/kernel/clock.ts';
import { countsOf, feeOfOrder, orderAt, pileOf, reconcile, terms, test, type WrittenOrder } from './fixture.ts';

// A random set of ours, and a file made of it by chance: whatever is missing, added, changed, doubled, however it is written. What the
// piles hold is counted again here, row by row, without any of the product's code.

const LONG = 240_000;

/** Words of a shop, Russian ones too. */
const WORDS: Readonly<Record<OrderStatus, string>> = {
  ACTIVE: 'ждёт',
  CLOSED: 'Оплачен',
  EXPIRED: 'истёк срок',
  APPEAL: 'спор',
  DECLINED: 'Отказ',
};

const fate = fc.record({
  /** Days before today; the period has the last three. */
  day: fc.integer({ min: 0, max: 4 }),
  amount: fc.bigInt({ min: 100n, max: 900_000_000n }),
  status: fc.constantFrom(...ORDER_STATUSES),
  isMissing: fc.boolean(),
  otherSum: fc.constantFrom(0n, 0n, 0n, 1n, -1n, 5_000n),
  otherState: fc.option(fc.constantFrom(...ORDER_STATUSES)),
  otherFee: fc.constantFrom(0n, 0n, 1n, 700_000n),
  hasFee: fc.boolean(),
  isById: fc.boolean(),
  times: fc.constantFrom(1, 1, 1, 2, 3),
  way: fc.constantFrom('plain', 'spaces', 'currency', 'noughts'),
});
type Fate = typeof fate extends fc.Arbitrary<infer Value> ? Value : never;

const file = fc.record({
  encoding: fc.constantFrom('utf-8', 'utf-8 with a mark', 'windows-1251', 'utf-16'),
  between: fc.constantFrom(';', ',', '\t'),
  mark: fc.constantFrom(',', '.'),
  tolerance: fc.constantFrom('0', '0.01', '50.00'),
  strangers: fc.integer({ min: 0, max: 4 }),
});
type FileWay = typeof file extends fc.Arbitrary<infer Value> ? Value : never;

/** A row of the file, as it is meant. */
interface Meant {
  key: string;
  amount: bigint;
  fee: bigint | null;
  status: OrderStatus;
  way: Fate['way'];
}

const grouped = (text: string) => text.replace(/^\d+/, (whole) => whole.replaceAll(/\B(?=(?:\d{3})+$)/g, '\u00A0'));

function sumText({ amount, way }: Meant, { mark, encoding }: FileWay): string {
  const text = formatMinorUnits(amount, SCALE.rub);
  const written = {
    plain: text,
    spaces: encoding === 'windows-1251' ? text : grouped(text),
    currency: `${text} руб.`,
    noughts: `${text}0000`,
  }[way];
  return written.replace('.', (found) => (found === '.' ? mark : found));
}

const bytesOf = (text: string, encoding: FileWay['encoding']): Uint8Array<ArrayBuffer> => {
  if (encoding === 'utf-16') return new Uint8Array(Buffer.from(`\uFEFF${text}`, 'utf16le'));
  if (encoding === 'windows-1251')
    return Uint8Array.from(text, (sign) => {
      const code = sign.codePointAt(0) ?? 0;
      if (sign === 'ё') return 0xb8;
      return code >= 0x410 && code <= 0x44f ? code - 0x410 + 0xc0 : code;
    });
  return new Uint8Array(Buffer.from(encoding === 'utf-8' ? text : `\uFEFF${text}`));
};

function fileOf(rows: readonly Meant[], way: FileWay): File {
  const quoted = (cell: string) => (cell.includes(way.between) ? `"${cell}"` : cell);
  const lines = rows.map((row) => [
    row.key,
    sumText(row, way),
    row.fee === null ? '' : formatMinorUnits(row.fee, SCALE.usdt).replace('.', way.mark),
    WORDS[row.status],
  ]);
  const text = [['Мой номер', 'К оплате', 'Взяли', 'Что с ним'], ...lines]
    .map((cells) => cells.map((cell) => quoted(cell)).join(way.between))
    .join('\r\n');
  return new File([bytesOf(text, way.encoding)], 'файл.csv');
}

/** The rows that a shop's file has of its orders, in an order of their own. */
function meantBy(orders: readonly WrittenOrder[], fates: readonly Fate[], strangers: number): Meant[] {
  const own = fates.flatMap((each, n): Meant[] => {
    const order = orders[n] as WrittenOrder;
    if (each.isMissing) return [];
    const amount = order.amount + each.otherSum;
    const row = {
      key: each.isById ? order.id : order.externalId,
      amount: amount > 0n ? amount : order.amount,
      fee: each.hasFee ? feeOfOrder(order.amount) + each.otherFee : null,
      status: each.otherState ?? order.status,
      way: each.way,
    };
    return Array.from({ length: each.times }, () => row);
  });
  const more = Array.from({ length: strangers }, (_, n) => ({
    key: `unknown-${n}`,
    amount: 12_345n,
    fee: null,
    status: 'CLOSED' as const,
    way: 'plain' as const,
  }));
  return [...own, ...more].toSorted((a, b) => (a.key < b.key ? 1 : -1));
}

type Named = Record<Pile, string[]>;

/** Where every key belongs, by going through all pairs. */
function recount(
  orders: readonly WrittenOrder[],
  rows: readonly Meant[],
  tolerance: bigint,
  from: Date,
  to: Date,
): Named {
  const named = Object.fromEntries(PILES.map((pile) => [pile, [] as string[]])) as Named;
  const seen: string[] = [];
  for (const row of rows) {
    if (seen.includes(row.key)) {
      named.left_out.push(row.key);
      continue;
    }
    seen.push(row.key);
    const order = orders.find(({ id, externalId }) => id === row.key || externalId === row.key);
    if (order === undefined) named.only_theirs.push(row.key);
    else if (row.amount > order.amount + tolerance || row.amount < order.amount - tolerance) named.amount.push(row.key);
    else if (row.status !== order.status) named.state.push(row.key);
    else if (row.fee !== null && row.fee !== feeOfOrder(order.amount)) named.fee.push(row.key);
    else named.match.push(row.key);
  }
  for (const { id, externalId, at } of orders)
    if (!seen.includes(id) && !seen.includes(externalId) && at >= from && at < to) named.only_ours.push(externalId);
  return named;
}

const units = (text: string | null) => {
  if (text === null) return 0n;
  const isMinus = text.startsWith('-');
  const value = parseMinorUnits(isMinus ? text.slice(1) : text, SCALE.rub) ?? 0n;
  return isMinus ? -value : value;
};

test(
  'each row and each order is in the pile where a recount finds it, and the differences add up',
  {
    timeout: LONG,
  },
  async ({ kantor, write }) => {
    const today = kantor.clock();
    const [from, to] = [moscowDay(after(today, -2 * DAY)), moscowDay(today)];
    await fc.assert(
      fc.asyncProperty(fc.array(fate, { minLength: 1, maxLength: 40 }), file, async (fates, way) => {
        const shop = await kantor.createMerchant();
        const orders = fates.map(({ day, amount, status }, n) =>
          orderAt(after(today, -day * DAY - HOUR + n), `${shop.username}/${n}`, amount, status),
        );
        await write(shop, orders);
        const rows = meantBy(orders, fates, way.strangers);
        if (rows.length === 0) return;
        const tolerance = parseMinorUnits(way.tolerance, SCALE.rub) ?? 0n;
        const made = await reconcile(
          shop,
          fileOf(rows, way),
          terms('orders', ['key', 'amount', 'fee', 'state'], {
            from,
            to,
            tolerance: way.tolerance,
            words: JSON.stringify(Object.fromEntries(ORDER_STATUSES.map((status) => [WORDS[status], status]))),
          }),
        );
        const begins = new Date(`${from}T00:00:00+03:00`);
        const named = recount(orders, rows, tolerance, begins, after(new Date(`${to}T00:00:00+03:00`), DAY));
        for (const pile of PILES)
          expect([pile, (await pileOf(shop, made, pile)).map(({ key }) => key).toSorted()]).toEqual([
            pile,
            named[pile].toSorted(),
          ]);
        expect(countsOf(made)).toEqual(
          Object.fromEntries(PILES.flatMap((pile) => (named[pile].length > 0 ? [[pile, named[pile].length]] : []))),
        );
        // What the totals say is what the piles come to, and what the rows do.
        const compared = made.piles.filter(({ pile }) => pile !== 'left_out');
        const difference = compared.reduce((sum, pile) => sum + units(pile.difference), 0n);
        expect(units(made.totals.ours) - units(made.totals.theirs)).toBe(difference);
        expect(units(made.difference)).toBe(difference);
        const first = rows.filter(({ key }, n) => rows.findIndex((row) => row.key === key) === n);
        expect(units(made.totals.theirs)).toBe(first.reduce((sum, { amount }) => sum + amount, 0n));
      }),
      { numRuns: 10 },
    );
  },
);
