import type { ExportList } from '@kantor/contract/plain/exports.ts';
import { formatMinorUnits, SCALE, type Scale } from '@kantor/contract/plain/money.ts';
import * as appeals from '@kantor/contract/wire/appeals.ts';
import * as deposits from '@kantor/contract/wire/deposits.ts';
import * as devices from '@kantor/contract/wire/devices.ts';
import * as payouts from '@kantor/contract/wire/payouts.ts';
import * as withdrawals from '@kantor/contract/wire/withdrawals.ts';
import { type RawBuilder, sql } from 'kysely';
import { expect } from 'vitest';
import { DAY, HOUR } from '../../src/kernel/clock.ts';
import { newId } from '../../src/kernel/ids.ts';
import { createObjects } from '../http/objects.ts';
import { kantorTest } from '../support/fixtures.ts';
import { fanOutAll } from '../support/outbox-reading.ts';
import { takeFile } from './fixture.ts';

// Whatever an owner's list is narrowed to: the rows, what stands under them, and the last line of the file are those of a recount.

const COPIES = 24;
const DAYS = 3;

type Side = 'trader' | 'merchant';

const PAGE = { query: { page_size: 100 } } as const;

/** A list, its totals and file; its table, whose the rows are, and the columns of the sum. */
const LISTS = [
  {
    ...{ side: 'merchant', list: payouts.listPayouts, totals: payouts.getPayoutTotals, file: 'payouts' },
    ...{ table: 'payout', amount: 'amount', scale: SCALE.rub, whose: (id: string) => sql`merchant_id = ${id}` },
  },
  {
    ...{ side: 'trader', list: payouts.listPayouts, totals: payouts.getPayoutTotals, file: 'payouts' },
    ...{ table: 'payout', amount: 'amount', scale: SCALE.rub },
    whose: (id: string) => sql`(status = 'OPEN' or trader_id = ${id})`,
  },
  {
    ...{ side: 'merchant', list: withdrawals.listWithdrawals, totals: withdrawals.getWithdrawalTotals },
    ...{ file: 'withdrawals', table: 'withdrawal', amount: 'amount_usdt', scale: SCALE.usdt },
    whose: (id: string) => sql`owner_id = ${id}`,
  },
  {
    ...{ side: 'trader', list: withdrawals.listTraderWithdrawals, totals: withdrawals.getTraderWithdrawalTotals },
    ...{ file: 'trader_withdrawals', table: 'withdrawal', amount: 'amount_usdt', scale: SCALE.usdt },
    whose: (id: string) => sql`owner_id = ${id}`,
  },
  ...(['trader', 'merchant'] as const).map((side) => ({
    ...{ side, list: appeals.listAppeals, totals: appeals.getAppealTotals, file: 'appeals' as const },
    ...{ table: 'appeal', amount: 'amount', scale: SCALE.rub },
    whose: (id: string) => sql`${sql.ref(`${side}_id`)} = ${id}`,
  })),
  {
    ...{ side: 'trader', list: deposits.listDeposits, totals: deposits.getDepositTotals, file: 'deposits' },
    ...{ table: 'chain_deposit', amount: 'amount', scale: SCALE.usdt, whose: (id: string) => sql`trader_id = ${id}` },
  },
  {
    ...{ side: 'trader', list: devices.listNotifications, totals: devices.getNotificationTotals },
    ...{ file: 'notifications', table: 'notification', amount: 'amount', scale: SCALE.rub },
    whose: (id: string) => sql`trader_id = ${id}`,
  },
] as const satisfies readonly {
  side: Side;
  file: ExportList;
  table: string;
  amount: string;
  scale: Scale;
  whose: (id: string) => RawBuilder<unknown>;
  [calls: string]: unknown;
}[];

/** What is different in each copy of a row, by table: SQL by column; `n` is its number. */
const UNLIKE: Record<string, Record<string, string>> = {
  payout: {
    merchant_seq: '1000 + n',
    external_id: `'copy-' || n`,
    // Open ones, which every trader sees, and others.
    status: `case when n % 2 = 0 then 'OPEN' else 'CANCELLED' end`,
    done_at: `case when n % 2 = 0 then null else now() end`,
    ...{ trader_id: 'null::text', work_place: 'null::text', taken_until: 'null::text', amount: '100 * n' },
  },
  withdrawal: {
    ...{ owner_seq: '1000 + n', status: `'CLOSED'`, outcome: `'REJECTED'`, rejected_reason: `'x'`, done_at: 'now()' },
    amount_usdt: '1000000 * n + 7',
  },
  appeal: {
    ...{ merchant_seq: '1000 + n', trader_seq: '1000 + n', status: `'CLOSED'`, stage: 'null::text' },
    ...{ answer_until: 'null::text', processed_at: 'now()', amount: '100 * n + 1' },
  },
  chain_deposit: { trader_seq: '1000 + n', log_index: '1000 + n', amount: '1000000 * n' },
  notification: {
    ...{ trader_seq: '1000 + n', message_id: `'copy-' || n`, amount: `case when n % 3 = 0 then null else 100 * n end` },
    text_hash: `'\\x' || md5(n::text) || md5(n::text)`,
  },
};

const test = kantorTest
  .extend('people', { scope: 'file' }, async ({ kantor }) => {
    const trader = await kantor.createSoleTrader({ balance: '100000', payoutEnable: true });
    const merchant = await kantor.createMerchant({ payoutEnable: true });
    await createObjects({ ...kantor, fanOut: () => fanOutAll(kantor) }, trader, merchant);
    const begun = kantor.clock();
    for (const [table, unlike] of Object.entries(UNLIKE)) {
      const { rows: seeds } = await sql<{ value: unknown }>`
        select to_jsonb(seed) as value from ${sql.table(table)} as seed order by id`.execute(kantor.ownerDb);
      const { rows } = await sql<{ name: string }>`
        select column_name as name from information_schema.columns
        where table_name = ${table} and table_schema = 'public' and is_generated = 'NEVER'`.execute(kantor.ownerDb);
      const columns = sql.join(rows.map(({ name }) => sql.ref(name)));
      for (const [index, { value }] of seeds.entries()) {
        for (let n = 1; n <= COPIES; n += 1) {
          // The last ones of a day and the first ones of the next: a deposit is credited long after its block.
          const at = new Date(begun.getTime() + ((n * DAYS) / COPIES) * DAY - HOUR);
          const lag = table === 'chain_deposit' ? 2 * HOUR : 0;
          const changes = Object.entries(unlike).map(
            ([column, of]) => `'${column}', ${of.replaceAll(/\bn\b/g, String(n + 100 * index))}`,
          );
          await sql`
            insert into ${sql.table(table)} (${columns})
            select ${columns} from jsonb_populate_record(null::${sql.table(table)}, ${JSON.stringify(value)}::jsonb
              || jsonb_build_object(${sql.raw(changes.join(', '))})
              || jsonb_build_object('id', ${newId(new Date(at.getTime() + lag))}::text, 'created_at', ${at}::timestamptz)) as copy`.execute(
            kantor.ownerDb,
          );
        }
      }
    }
    return { trader, merchant };
  })
  .extend('days', { scope: 'file' }, async ({ kantor, people: _people }) => {
    const { rows } = await sql<{ day: string }>`
      select distinct to_char(created_at at time zone 'Europe/Moscow', 'YYYY-MM-DD') as day from withdrawal order by 1`.execute(
      kantor.db,
    );
    return rows.map(({ day }) => day);
  });

type AnyPerson = { call: (call: unknown, given: unknown) => Promise<never> };

test.for(LISTS)('$side: $file by days and sums', async (each, { kantor, people, days }) => {
  const { side, table, amount, scale, whose } = each;
  const person = people[side];
  const asking = person as unknown as AnyPerson;
  const day = sql`to_char(created_at at time zone 'Europe/Moscow', 'YYYY-MM-DD')`;
  const sum = sql.ref(amount);
  const min = formatMinorUnits(scale === SCALE.rub ? 501n : 5_000_007n, scale);
  const max = formatMinorUnits(scale === SCALE.rub ? 1500n : 15_000_000n, scale);
  const units = (text: string) => sql`${text}::numeric * ${scale === SCALE.rub ? 100 : 1_000_000}`;
  const [first = '', second = ''] = days;
  for (const [query, condition] of [
    [{ from: second }, sql`${day} >= ${second}`],
    [{ to: first }, sql`${day} <= ${first}`],
    [{ from: second, to: second }, sql`${day} = ${second}`],
    [{ min }, sql`${sum} >= ${units(min)}`],
    [{ max }, sql`${sum} <= ${units(max)}`],
    [
      { from: first, to: second, min, max },
      sql`${day} between ${first} and ${second} and ${sum} between ${units(min)} and ${units(max)}`,
    ],
    [{ from: '2060-01-01' }, sql`false`],
  ] as const) {
    const { rows } = await sql<{ id: string; amount: bigint | null }>`
      select id, ${sum} as amount from ${sql.table(table)} where ${whose(person.id)} and ${condition} order by id desc`.execute(
      kantor.db,
    );
    const whole = rows.reduce((all, row) => all + (row.amount ?? 0n), 0n);
    const found: { count: number; results: { id: string }[]; rest: unknown } = await asking.call(each.list, {
      query: { ...PAGE.query, ...query },
    });
    // A list in the order of its owner's numbers has the copies in that of their ids.
    expect([query, found.count, found.rest, found.results.map(({ id }) => id).toSorted()]).toEqual([
      query,
      rows.length,
      null,
      rows.map(({ id }) => id).toSorted(),
    ]);
    const totals = { is_whole: true, count: rows.length, amount: formatMinorUnits(whole, scale) };
    expect([query, await asking.call(each.totals, { query })]).toEqual([query, totals]);
    const { lines } = await takeFile(kantor, person, { list: each.file, filters: query, columns: ['id', 'amount'] });
    expect(lines.at(-1)).toBe(`Всего строк: ${rows.length};${totals.amount.replace('.', ',')}`);
  }
  const { rows } = await sql<{ n: bigint }>`
    select count(*) as n from ${sql.table(table)} where ${whose(person.id)}`.execute(kantor.db);
  expect(await asking.call(each.totals, { query: {} })).toMatchObject({ is_whole: true, count: Number(rows[0]?.n) });
});

test('nobody learns of others’ rows by a count or a sum', async ({ kantor, people }) => {
  const strangers = {
    trader: await kantor.createTrader({ payoutEnable: true }),
    merchant: await kantor.createMerchant({ payoutEnable: true }),
  };
  for (const { side, file, totals, scale } of LISTS) {
    const stranger = strangers[side] as unknown as AnyPerson;
    const told = await stranger.call(totals, { query: { min: '0' } });
    // Open payouts are every trader's to take, as their list has them.
    if (side === 'trader' && file === 'payouts') expect(told).toMatchObject({ count: COPIES / 2 });
    else
      expect([side, file, told]).toEqual([
        side,
        file,
        { is_whole: true, count: 0, amount: formatMinorUnits(0n, scale) },
      ]);
  }
  // Whoever does not see a list does not see what it comes to.
  const shift = await kantor.createMember(people.trader.id, 'shift');
  const support = await kantor.createMember(people.merchant.id, 'support');
  for (const totals of [deposits.getDepositTotals, withdrawals.getTraderWithdrawalTotals])
    expect(await shift.refusal(totals, {})).toMatchObject({ status: 403 });
  expect(await support.refusal(withdrawals.getWithdrawalTotals, {})).toMatchObject({ status: 403 });
  const [own, theirs] = [
    await people.trader.call(payouts.getPayoutTotals, { query: {} }),
    await shift.call(payouts.getPayoutTotals, { query: {} }),
  ];
  expect(theirs).toEqual(own);
});

test('whoever has no payouts is told of none', async ({ kantor }) => {
  for (const person of [await kantor.createTrader(), await kantor.createMerchant()]) {
    expect(await person.refusal(payouts.listPayouts, {})).toMatchObject({ status: 403, code: 'payouts_disabled' });
    expect(await person.refusal(payouts.getPayoutTotals, { query: {} })).toMatchObject({
      status: 403,
      code: 'payouts_disabled',
    });
  }
});

test('payouts of one file, and appeals of a text, are narrowed by nothing else', async ({ people }) => {
  const batch = '01f00000-0000-7000-8000-000000000000';
  expect(await people.merchant.refusal(payouts.listPayouts, { query: { batch, min: '1' } })).toMatchObject({
    status: 400,
  });
  expect(await people.trader.refusal(appeals.listAppeals, { query: { order_id: 'ab', min: '1' } })).toMatchObject({
    status: 400,
  });
});
