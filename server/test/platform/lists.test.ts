import { parseMinorUnits } from '@kantor/contract/plain/money.ts';
import { createMerchantPayout } from '@kantor/contract/wire/merchant-payouts.ts';
import * as exchange from '@kantor/contract/wire/platform/exchange.ts';
import * as work from '@kantor/contract/wire/platform/work.ts';
import { takePayout } from '@kantor/contract/wire/payouts.ts';
import { listWithdrawals } from '@kantor/contract/wire/withdrawals.ts';
import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { DAY, HOUR } from '../../src/kernel/clock.ts';
import { forgetOldDeliveries } from '../../src/modules/webhooks/index.ts';
import { rejectWithdrawal } from '../../src/modules/withdrawals/index.ts';
import { verify } from '../../src/modules/verification/index.ts';
import { takeFile } from '../exports/fixture.ts';
import { createObjects } from '../http/objects.ts';
import { kantorTest } from '../support/fixtures.ts';
import { fanOutAll, foldAll } from '../support/outbox-reading.ts';
import { LISTS } from './every-list.ts';

// The other lists of the platform: each filter and search is counted against the rows, with what is folded and what is not.

const test = kantorTest
  .extend('operator', { scope: 'file' }, ({ kantor }) => kantor.createOperator())
  /** A trader and a merchant with an object of each kind, on each of three days. */
  .extend('markets', { scope: 'file' }, async ({ kantor }) => {
    const markets = [];
    for (let day = 0; day < 3; day += 1) {
      const trader = await kantor.createSoleTrader({ balance: '1000', payoutEnable: true });
      const merchant = await kantor.createMerchant({ payoutEnable: true });
      const at = kantor.clock();
      const fanOut = () => fanOutAll(kantor);
      const objects = await createObjects({ ...kantor, fanOut }, trader, merchant);
      markets.push({
        trader,
        merchant,
        objects,
        at,
        day: new Date(at.getTime() + 3 * HOUR).toISOString().slice(0, 10),
      });
      if (day === 0) {
        const { results } = await merchant.call(listWithdrawals);
        for (const { id } of results) await rejectWithdrawal(kantor, id, { reason: 'Адрес биржи', evenSending: true });
      }
      if (day === 1) await foldAll(kantor);
      kantor.pass(DAY);
    }
    return markets;
  });

interface Answer {
  count: number;
  results: { id: string }[];
  rest: unknown;
}

describe.each(LISTS.map((list) => [list.table, list] as const))('the list of every %s', (_table, of) => {
  const { list, get, table, owners, sum, statuses = {}, finds } = of;

  test('has any combination of its filters as the rows say', async ({ kantor, operator, markets }) => {
    const [first, second] = markets;
    const accounts: [object, string][] = [
      [{}, 'true'],
      ...Object.entries(owners).map(([role, column]): [object, string] => {
        const id = role === 'trader' ? second?.trader.id : second?.merchant.id;
        return [{ account: id }, `${column} = '${id}'`];
      }),
    ];
    const inStatus: [object, string][] = [
      [{}, 'true'],
      ...Object.entries(statuses).map(([status, condition]): [object, string] => [{ status }, condition]),
    ];
    const dayOf = `(created_at at time zone 'Europe/Moscow')::date`;
    const spans: [object, string][] = [
      [{}, 'true'],
      [{ from: second?.day }, `${dayOf} >= '${second?.day}'`],
      [{ to: first?.day }, `${dayOf} <= '${first?.day}'`],
      [{ from: second?.day, to: second?.day }, `${dayOf} = '${second?.day}'`],
    ];
    const sums: [object, string][] = [
      [{}, 'true'],
      ...(sum === undefined ? [] : [[{ min: '1', max: '10' }, `${sum} between 1 and 10`] as [object, string]]),
    ];
    let found = 0;
    for (const [account, ofAccount] of accounts)
      for (const [status, ofStatus] of inStatus)
        for (const [span, ofSpan] of spans)
          for (const [between, ofSum] of sums) {
            const query = { ...account, ...status, ...span, ...between };
            const condition = [ofAccount, ofStatus, ofSpan, ofSum].join(' and ');
            const { rows } = await sql<{ id: string }>`
              select id from ${sql.table(table)} where ${sql.raw(condition)}`.execute(kantor.db);
            const { count, results, rest } = (await operator.call(list, {
              query: { ...query, page_size: 100 },
            })) as Answer;
            const ids = rows.map(({ id }) => id).toSorted();
            expect([query, count, rest, results.map(({ id }) => id).toSorted()]).toEqual([
              query,
              ids.length,
              null,
              ids,
            ]);
            found += ids.length > 0 ? 1 : 0;
          }
    expect(found).toBeGreaterThan(1);
  });

  test('is searched by what an object is known by', async ({ kantor, operator, markets }) => {
    const texts = [
      ...finds,
      'id::text',
      'left(id::text, 13)',
      ...(sum === undefined ? [] : [`(${sum})::numeric(20, ${sum.includes('100.') ? 2 : 6})::text`]),
    ];
    for (const text of texts) {
      const { rows: mine } = await sql<{ text: string }>`
        select ${sql.raw(text)} as text from ${sql.table(table)} order by id limit 1`.execute(kantor.db);
      const search = mine[0]?.text ?? '';
      const { rows } = await sql<{ id: string }>`
        select id from ${sql.table(table)} where ${sql.raw(text)} = ${search}`.execute(kantor.db);
      const { results } = (await operator.call(list, { query: { search, page_size: 100 } })) as Answer;
      const found = new Set(results.map(({ id }) => id));
      expect([text, rows.filter(({ id }) => !found.has(id))]).toEqual([text, []]);
    }
    expect(markets).toHaveLength(3);
    const nothing = (await operator.call(list, { query: { search: 'нет такого' } })) as Answer;
    expect(nothing).toEqual({ count: 0, results: [], rest: null });
  });

  test('opens any of them, with whose it is', async ({ kantor, operator }) => {
    const { rows } = await sql<{ id: string }>`select id from ${sql.table(table)}`.execute(kantor.db);
    for (const { id } of rows) {
      expect(await operator.call(get, { params: { id } })).toMatchObject({ id, is_revealed: false });
    }
  });
});

const SUMMED = LISTS.flatMap(({ totals, ...list }) => (totals === undefined ? [] : [{ ...list, totals }]));

describe.each(SUMMED.map((list) => [list.table, list] as const))('the list of every %s', (_table, of) => {
  const { totals, table, owners, statuses = {} } = of;
  const { call, column, scale } = totals;

  test('comes to what the rows come to, in each status and however it is narrowed', async ({
    kantor,
    operator,
    markets,
  }) => {
    const [first, second] = markets;
    const dayOf = `(created_at at time zone 'Europe/Moscow')::date`;
    const asked: [object, string][] = [
      [{}, 'true'],
      [{ from: second?.day }, `${dayOf} >= '${second?.day}'`],
      column === undefined
        ? [{ to: first?.day }, `${dayOf} <= '${first?.day}'`]
        : [{ to: first?.day, min: '1' }, `${dayOf} <= '${first?.day}' and ${column} >= ${10 ** scale}`],
      ...(['trader', 'merchant'] as const).map((role): [object, string] => {
        const id = second?.[role].id;
        // Whoever has no such objects has none of others' either.
        return [{ account: id }, owners[role] === undefined ? 'false' : `${owners[role]} = '${id}'`];
      }),
    ];
    for (const [query, condition] of asked) {
      const answer = (await operator.call(call, { query })) as {
        is_whole: boolean;
        statuses: { status: string; count: number; amount: string }[];
      };
      const sumOf = (of: typeof answer.statuses) => ({
        count: of.reduce((sum, { count }) => sum + count, 0),
        amount: of.reduce((sum, { amount }) => sum + (parseMinorUnits(amount, scale) ?? 0n), 0n),
      });
      const counted = async (where: string) => {
        const { rows } = await sql<{ count: number; amount: bigint }>`
          select count(*)::integer as count, coalesce(sum(${column === undefined ? sql`0` : sql.ref(column)}), 0)::bigint as amount
          from ${sql.table(table)} where ${sql.raw(where)}`.execute(kantor.db);
        return rows[0];
      };
      expect(answer.is_whole).toBe(true);
      expect([query, sumOf(answer.statuses)]).toEqual([query, await counted(condition)]);
      for (const [status, isInStatus] of Object.entries(statuses)) {
        const expected = await counted(`${condition} and ${isInStatus}`);
        expect([query, status, sumOf(answer.statuses.filter((each) => each.status === status))]).toEqual([
          query,
          status,
          expected,
        ]);
        const { statuses: alone } = (await operator.call(call, { query: { ...query, status } })) as typeof answer;
        expect([query, status, sumOf(alone)]).toEqual([query, status, expected]);
      }
    }
  });
});

describe('a list as a file', () => {
  const files = LISTS.flatMap((of) => (of.file === undefined ? [] : [{ ...of, ...of.file }]));

  test.for(files)(
    'of every $table: the rows of the list, all that is filtered, counted and summed in its last line',
    async ({ list, name, head, table, owners, sum, statuses = {} }, { kantor, operator, markets }) => {
      const [status] = Object.keys(statuses);
      const account = owners.trader === undefined ? markets[1]?.merchant.id : markets[1]?.trader.id;
      const asked = [
        {},
        { from: markets[1]?.day },
        { account },
        { min: '1', max: '10' },
        ...(status ? [{ status }] : []),
      ];
      for (const query of asked) {
        const { results } = (await operator.call(list, { query: { ...query, page_size: 100 } })) as Answer;
        const filters = Object.fromEntries(Object.entries(query).map(([key, value]) => [key, String(value)]));
        const file = await takeFile(kantor, operator, { list: name, filters });
        const [heads = [], ...lines] = file.lines.map((line) => line.split(';'));
        const [last = []] = lines.splice(-1);
        expect([query, lines.map((line) => line[heads.indexOf('ID')])]).toEqual([query, results.map(({ id }) => id)]);
        const { rows } = await sql<{ total: string }>`
          select coalesce(sum(${sql.raw(sum ?? '')}), 0)::numeric(20, ${sql.raw(head.endsWith('₽') ? '2' : '6')})::text as total
          from ${sql.table(table)} where id = any(${results.map(({ id }) => id)}::uuid[])`.execute(kantor.db);
        expect([query, last[0], last[heads.indexOf(head)]]).toEqual([
          query,
          `Всего строк: ${results.length}`,
          rows[0]?.total.replace('.', ','),
        ]);
      }
    },
  );
});

describe('the lists', () => {
  test('show phones and accounts as dots, until someone reveals them', async ({ kantor, operator, markets }) => {
    const objects: Record<string, string> = markets[0]?.objects ?? {};
    const id = objects['platform/requisites'] ?? '';
    const { rows } = await sql<{ phone: string; account: string }>`
      select phone, bank_account as account from requisite where id = ${id}`.execute(kantor.db);
    const { phone = '', account = '' } = rows[0] ?? {};
    const listed = await operator.call(work.listPlatformRequisites, { query: { search: id } });
    const dotted = { phone: `•••••••${phone.slice(-4)}`, bank_account: `${'•'.repeat(16)}${account.slice(-4)}` };
    expect(listed.results).toMatchObject([dotted]);
    expect(await operator.call(work.getPlatformRequisite, { params: { id } })).toMatchObject(dotted);
    expect(await operator.call(work.revealPlatformRequisite, { params: { id } })).toMatchObject({
      phone,
      bank_account: account,
      is_revealed: true,
      journal: [{ who: operator.username, action: 'reveal' }],
    });
    const payout = objects['platform/payouts'] ?? '';
    const seen = await operator.call(exchange.getPlatformPayout, { params: { id: payout } });
    expect(seen).toMatchObject({ phone: '•••••••4433', fio: 'Имя', trail: [{ kind: 'payout_hold' }] });
    expect(await operator.call(exchange.revealPlatformPayout, { params: { id: payout } })).toMatchObject({
      phone: '+79995554433',
    });
  });

  test('follow a payout from status to status, before a fold and after it', async ({ kantor, operator, markets }) => {
    const count = async (status: 'OPEN' | 'IN_WORK') =>
      (await operator.call(exchange.listPlatformPayouts, { query: { status } })).count;
    const { merchant, trader } = markets[2] ?? {};
    const [open, working] = [await count('OPEN'), await count('IN_WORK')];
    const body = { amount: 10, external_id: 'steps', method: 'sbp', fio: 'Имя', phone: '+79995554433' } as const;
    const created = await merchant?.api.call(createMerchantPayout, { body });
    expect(await count('OPEN')).toBe(open + 1);
    await foldAll(kantor);
    expect(await count('OPEN')).toBe(open + 1);
    await trader?.call(takePayout, { params: { id: created?.id ?? '' } });
    expect([await count('OPEN'), await count('IN_WORK')]).toEqual([open, working + 1]);
    await foldAll(kantor);
    expect([await count('OPEN'), await count('IN_WORK')]).toEqual([open, working + 1]);
  });

  test('forget webhooks from the old end, and know how many are left', async ({ kantor, operator, markets }) => {
    expect(markets).toHaveLength(3);
    const { rows } = await sql<{ n: bigint }>`select count(*) as n from webhook`.execute(kantor.db);
    const before = await operator.call(work.listPlatformWebhooks, { query: {} });
    expect(before.count).toBe(Number(rows[0]?.n));
    await sql`update webhook set status = 'DEAD', next_attempt_at = null, leased_until = null
      where merchant_id = ${markets[0]?.merchant.id}`.execute(kantor.db);
    kantor.pass(400 * DAY);
    await forgetOldDeliveries(kantor);
    const { rows: left } = await sql<{ id: string }>`select id from webhook order by id desc`.execute(kantor.db);
    expect(left.length).toBeLessThan(before.count);
    const ids: string[] = [];
    for (let page = 1; page <= left.length; page += 1) {
      const answer = await operator.call(work.listPlatformWebhooks, { query: { page, page_size: 1 } });
      expect(answer.count).toBe(left.length);
      ids.push(...answer.results.map(({ id }) => id));
    }
    expect(ids.toSorted()).toEqual(left.map(({ id }) => id).toSorted());
    expect(await verify(kantor.db)).toEqual([]);
  });
});
