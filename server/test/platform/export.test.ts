import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { SCALE } from '@kantor/contract/plain/money.ts';
import { listPlatformJournal } from '@kantor/contract/wire/audit.ts';
import { exportAccountEntries, listAccountEntries } from '@kantor/contract/wire/platform/accounts.ts';
import { exportPlatformDeposits } from '@kantor/contract/wire/platform/exchange.ts';
import { exportPlatformOrders, listPlatformOrders } from '@kantor/contract/wire/platform/orders.ts';
import type { FastifyReply } from 'fastify';
import { sql } from 'kysely';
import { describe, expect, vi } from 'vitest';
import { openSnapshot } from '../../src/db/snapshot.ts';
import { type Reader, transaction } from '../../src/db/tx.ts';
import { type FileColumn, tableText } from '../../src/http/table-file.ts';
import { newId } from '../../src/kernel/ids.ts';
import { creditDeposits } from '../../src/modules/chain/index.ts';
import { sendFile } from '../../src/modules/inspection/index.ts';
import { PLATFORM_ACCOUNT } from '../../src/kernel/platform.ts';
import { freshKantorTest } from '../support/fixtures.ts';
import type { Kantor } from '../support/kantor.ts';
import { foldAll } from '../support/outbox-reading.ts';

// Which rows a file has, and their sums, is counted for each list in lists.test.ts.

const test = freshKantorTest.extend('operator', ({ kantor }) => kantor.createOperator());

const linesOf = (csv: string) => csv.trimEnd().split('\r\n');

describe('the text of a file', () => {
  interface Item {
    name: string | null;
    amount: bigint | null;
    at: Date | null;
  }
  const columns: FileColumn<Item>[] = [
    { head: 'Имя', text: ({ name }) => name },
    { head: 'Сумма', amount: ({ amount }) => amount, scale: SCALE.rub, isSummed: true },
    { head: 'Курс', amount: () => 95_1234n, scale: SCALE.rate },
    { head: 'Когда', moment: ({ at }) => at },
  ];
  const textOf = (...batches: Item[][]) => text(Readable.from(tableText(columns, Readable.from(batches))));

  test('has a mark, semicolons, commas in numbers, Moscow’s time, and a last line of count and sums', async () => {
    const at = new Date('2026-11-22T21:00:05Z');
    expect(await textOf([{ name: 'Анна', amount: 150_050n, at }], [{ name: null, amount: -7n, at: null }])).toBe(
      [
        '\uFEFFИмя;Сумма;Курс;Когда',
        'Анна;1500,50;95,1234;23.11.2026 00:00:05',
        ';-0,07;95,1234;',
        'Всего строк: 2;1500,43;;',
        '',
      ].join('\r\n'),
    );
  });

  test('is no formula, and no cell breaks out of its line', async () => {
    const names = ['=1+1', '+7 999', '-5', '@sum', '\tx', 'a;b', 'say "x"', 'one\r\ntwo'];
    const said = await textOf(names.map((name) => ({ name, amount: null, at: null })));
    for (const cell of ["'=1+1", "'+7 999", "'-5", "'@sum", '"a;b"', '"say ""x"""', '"one\r\ntwo"'])
      expect(said).toContain(`\r\n${cell};;95,1234;`);
    expect(said).toMatch(/\r\n"?'\tx"?;/);
  });
});

const deposits = async ({ db, clock }: Kantor, traderId: string, count: number) => {
  const transfer = { logIndex: 0, amount: 1_000_000n, blockNumber: 1n, rawData: '' };
  const made = Array.from({ length: count }, (_, n) => ({
    id: newId(clock()),
    traderId,
    createdAt: clock(),
    txHash: String(n).padStart(64, '0'),
    ...transfer,
  }));
  await transaction(db, (tx) => creditDeposits(tx, made, clock()));
  return made.map(({ id }) => id);
};

test('a file has every page, also of a search that is gone through in steps', async ({ kantor, operator }) => {
  const trader = await kantor.createTrader({ balance: '0' });
  const ids = await deposits(kantor, trader.id, 1203);
  await foldAll(kantor);
  for (const query of ['', 'min=0.5']) {
    const { body, headers } = await operator.raw<string>(exportPlatformDeposits, { query });
    const lines = linesOf(body).slice(1);
    expect([query, lines.at(-1)]).toEqual([query, 'Всего строк: 1203;;1203,000000;;;']);
    expect(new Set(lines.slice(0, -1).map((line) => line.slice(0, 36)))).toEqual(new Set(ids));
    expect(headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': expect.stringMatching(/^attachment; filename="deposits-\d{4}-\d\d-\d\d\.csv"$/),
      'cache-control': 'no-store',
    });
  }
});

test('the entries of an account are a file with their sum', async ({ kantor, operator }) => {
  const trader = await kantor.createTrader({ balance: '1000' });
  await kantor.createRequisite(trader.id);
  await (await kantor.createMerchant()).order('1000');
  const params = { id: trader.id };
  const { results } = await operator.call(listAccountEntries, { params, query: { part: 'available' } });
  const { body } = await operator.raw<string>(exportAccountEntries, { params, query: 'part=available' });
  const [, ...lines] = linesOf(body);
  const balance = String(results[0]?.balance_after).replace('.', ',');
  expect(lines.at(-1)).toBe(`Всего строк: ${results.length};;;;${balance};`);
  expect(lines.map((line) => line.split(';')[0]).slice(0, -1)).toEqual(results.map(({ id }) => id));
  expect(lines[0]).toContain('Удержание под заказ');
  const platform = await operator.raw(exportAccountEntries, { params: { id: PLATFORM_ACCOUNT } });
  expect(platform.status).toBe(404);
});

test('who takes a file away, and what was filtered, stands in the journal', async ({ kantor, operator }) => {
  const accountant = await kantor.createMember(PLATFORM_ACCOUNT, 'accountant');
  kantor.pass(1);
  await accountant.raw(exportPlatformOrders, { query: 'status=CLOSED&from=2026-01-01&search=' });
  const { results } = await operator.call(listPlatformJournal);
  expect(results[0]).toMatchObject({
    who: accountant.username,
    action: 'export',
    object: { kind: 'list', id: 'orders' },
    after: { rows: 0, status: 'CLOSED', from: '2026-01-01' },
  });
  expect(results[0]?.after).not.toHaveProperty('search');
});

test('more rows than a file holds are refused with a sentence, and are no deed', async ({ kantor, operator }) => {
  await sql`insert into platform_list (list, number, object_id, status, event_id) values ('deposits', 50001, ${newId(kantor.clock())}, 'KEPT', 0)`.execute(
    kantor.db,
  );
  const refused = await operator.refusal(exportPlatformDeposits);
  expect([refused.status, refused.code]).toEqual([409, 'too_many_rows']);
  expect(refused.problem.detail).toBe(
    'Строк 50\u00A0001, а в файле помещается 50\u00A0000. Уточните фильтры: например, выберите дни',
  );
  const { results } = await operator.call(listPlatformJournal);
  expect(results.filter(({ action }) => action === 'export')).toEqual([]);
});

test('a snapshot does not see what comes after it', async ({ kantor, operator }) => {
  const trader = await kantor.createTrader({ balance: '1000' });
  await kantor.createRequisite(trader.id);
  const count = async (db: Reader = kantor.db) =>
    (await sql<{ n: number }>`select count(*)::integer as n from orders`.execute(db)).rows[0]?.n;
  const snapshot = await openSnapshot(kantor.db);
  try {
    const before = await count(snapshot.reader);
    await (await kantor.createMerchant()).order('1000');
    expect([before, await count(snapshot.reader), await count()]).toEqual([0, 0, 1]);
  } finally {
    await snapshot.end();
  }
  expect((await operator.call(listPlatformOrders)).count).toBe(1);
});

test('two files are made at a time; one that nobody reads to its end gives its place back', async ({
  kantor,
  operator,
}) => {
  const actor = { name: operator.username, personId: undefined, osUser: 'test' };
  const reply = { header: vi.fn() } as unknown as FastifyReply;
  const make = () =>
    sendFile(kantor, reply, {
      actor,
      object: { kind: 'list', id: 'orders' },
      filters: {},
      name: 'orders',
      columns: [{ head: 'ID', text: (id: string) => id }],
      read: () => Promise.resolve({ count: 1, results: ['1'], rest: null }),
    });
  const held = [await make(), await make()];
  await expect(make()).rejects.toMatchObject({ status: 409, code: 'files_busy' });
  expect((await operator.refusal(exportPlatformOrders)).code).toBe('files_busy');
  for (const stream of held) stream.destroy();
  await vi.waitFor(async () => expect((await operator.raw<string>(exportPlatformOrders)).status).toBe(200));
});
