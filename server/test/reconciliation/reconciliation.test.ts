import * as calls from '@kantor/contract/wire/reconciliations.ts';
import { API_BASE } from '@kantor/contract/plain/routes.ts';
import { MAX_RECONCILIATIONS_A_DAY, RECONCILIATION_DAYS } from '@kantor/contract/plain/reconciliations.ts';
import { createMerchantPayout } from '@kantor/contract/wire/merchant-payouts.ts';
import { sql } from 'kysely';
import { readSheet } from 'read-excel-file/node';
import { describe, expect } from 'vitest';
import { after, DAY, HOUR, MINUTE, moscowDay } from '../../src/kernel/clock.ts';
import { newId } from '../../src/kernel/ids.ts';
import { forgetReconciliations } from '../../src/modules/reconciliation/index.ts';
import { csvOf, countsOf, feeOfOrder, orderAt, pileOf, reconcile, terms, test } from './fixture.ts';

const USUAL = ['key', 'amount'] as const;

describe('a file', () => {
  test('is looked at: its heads, what they likely hold, its few words, and what those mean', async ({ merchant }) => {
    const file = csvOf(['Номер заказа;Сумма, ₽;Статус;Дата', 'A-1;1500,00;paid;25.11.2026', 'A-2;10;чудо;25.11.2026']);
    expect(await merchant.call(calls.lookAtReconciliation, { body: { kind: 'orders' }, file })).toMatchObject({
      rows: 2,
      columns: { key: 0, amount: 1, state: 2, date: 3, fee: null },
      words: [['A-1', 'A-2'], ['1500,00', '10'], ['paid', 'чудо'], ['25.11.2026']],
      meanings: { paid: 'CLOSED' },
    });
  });

  test('keeps what its columns and words were called', async ({ kantor, write }) => {
    const shop = await kantor.createMerchant();
    await write(shop, [orderAt(kantor.clock(), 'k-1', 1000n)]);
    const file = () => csvOf(['A;B;C', 'k-1;10,00;чудо']);
    const body = terms('orders', ['key', 'amount', 'state'], { words: JSON.stringify({ Чудо: 'CLOSED' }) });
    expect(countsOf(await reconcile(shop, file(), body))).toEqual({ match: 1 });
    expect(await shop.call(calls.lookAtReconciliation, { body: { kind: 'orders' }, file: file() })).toMatchObject({
      columns: { key: 0, amount: 1, state: 2 },
      meanings: { чудо: 'CLOSED' },
    });
  });

  test('that cannot be read is named by row and column, and nothing is kept, unless such rows are left out', async ({
    kantor,
    write,
  }) => {
    const shop = await kantor.createMerchant();
    await write(shop, [orderAt(kantor.clock(), 'a-1', 1000n)]);
    const file = () => csvOf(['Номер;Сумма', 'a-1;10', 'a-2;1,500', ';7', 'a-4;десять']);
    const refused = await shop.refusal(calls.makeReconciliation, { body: terms('orders', USUAL), file: file() });
    expect([refused.status, refused.code]).toEqual([409, 'unread_rows']);
    expect(refused.problem.errors?.['rows']).toEqual([
      expect.stringMatching(/^Строка 3, «Сумма»: непонятно, «1,500»/),
      'Строка 4, «Номер»: укажите номер',
      expect.stringMatching(/^Строка 5, «Сумма»: «десять» — не сумма/),
    ]);
    expect((await shop.call(calls.listReconciliations)).count).toBe(0);
    const { rows: left } = await sql`select from reconciliation where account_id = ${shop.id}`.execute(kantor.db);
    expect(left).toEqual([]);
    const made = await reconcile(shop, file(), terms('orders', USUAL, { skip_unread: 'true' }));
    expect(countsOf(made)).toEqual({ match: 1, left_out: 3 });
    expect((await pileOf(shop, made, 'left_out')).map(({ line }) => line)).toEqual([3, 4, 5]);
  });

  test('says which words have no meaning, which columns are missing, and what the period is not', async ({
    merchant,
  }) => {
    const asked = async (body: ReturnType<typeof terms>) =>
      (await merchant.refusal(calls.makeReconciliation, { body, file: csvOf(['A;B;C', 'k;10;чудо']) })).problem.errors;
    expect(await asked(terms('orders', ['key', 'amount', 'state']))).toEqual({
      words: ['Укажите, что значит: «чудо»'],
    });
    expect(await asked(terms('orders', ['key']))).toHaveProperty('columns');
    expect(await asked(terms('orders', ['key', 'amount', 'tail']))).toHaveProperty('columns');
    expect(await asked(terms('orders', USUAL))).toEqual({ from: ['Укажите период: по файлу его не узнать'] });
    expect(await asked(terms('orders', USUAL, { from: '2026-11-02', to: '2026-11-01' }))).toHaveProperty('to');
    expect(await asked(terms('orders', USUAL, { from: '2026-11-02' }))).toHaveProperty('to');
    expect(await asked(terms('orders', USUAL, { tolerance: '0.001' }))).toHaveProperty('tolerance');
    expect(await asked(terms('bank', ['date', 'amount']))).toEqual({ kind: ['Такой сверки здесь нет'] });
  });
});

describe('what is compared', () => {
  test('is what was paid, with its fee, where an appeal has closed an order for another sum', async ({
    kantor,
    write,
  }) => {
    const shop = await kantor.createMerchant();
    const order = orderAt(kantor.clock(), 'p-1', 100_000n);
    await write(shop, [order]);
    await sql`
      insert into appeal (id, order_id, merchant_id, merchant_seq, trader_id, trader_seq, amount, status, order_status, created_at,
        processed_at, paid_amount, round)
      select ${newId(kantor.clock())}, id, merchant_id, 900, trader_id, 900, 90000, 'PROCESSED', 'EXPIRED', created_at, created_at, 90000, 1
      from orders where id = ${order.id}`.execute(kantor.db);
    const file = csvOf(['Номер;Сумма;Комиссия', `p-1;900;${String(Number(feeOfOrder(90_000n)) / 1e6)}`]);
    expect(countsOf(await reconcile(shop, file, terms('orders', ['key', 'amount', 'fee'])))).toEqual({ match: 1 });
  });

  test('may be what was paid in the period alone, by when that was', async ({ kantor, write }) => {
    const shop = await kantor.createMerchant();
    const at = new Date('2026-11-20T20:58:00Z');
    const order = orderAt(at, 'n-1', 1000n);
    await write(shop, [order, orderAt(at, 'n-2', 1000n, 'EXPIRED'), orderAt(after(at, -DAY), 'n-3', 1000n)]);
    const file = () => csvOf(['Номер;Сумма', 'other;1']);
    const only = async (only_paid: 'true' | 'false', day: string) => {
      const made = await reconcile(shop, file(), terms('orders', USUAL, { from: day, to: day, only_paid }));
      return (await pileOf(shop, made, 'only_ours')).map(({ key }) => key).toSorted();
    };
    expect(await only('false', '2026-11-20')).toEqual(['n-1', 'n-2']);
    // Made at two minutes to midnight of Moscow, paid at three past.
    expect(await only('true', '2026-11-20')).toEqual(['n-3']);
    expect(await only('true', '2026-11-21')).toEqual(['n-1']);
  });

  test('has the days of the file, else of what is found by it', async ({ kantor, write }) => {
    const shop = await kantor.createMerchant();
    const at = new Date('2026-11-20T21:30:00Z');
    await write(shop, [orderAt(at, 'd-1', 1000n), orderAt(after(at, HOUR), 'd-2', 1000n)]);
    const dated = await reconcile(
      shop,
      csvOf(['Номер;Сумма;Дата', 'd-1;10;19.11.2026', 'x;10;21.11.2026 00:30']),
      terms('orders', ['key', 'amount', 'date']),
    );
    expect(dated).toMatchObject({ from: '2026-11-19', to: '2026-11-21', period_source: 'dates' });
    expect(countsOf(dated)).toEqual({ match: 1, only_theirs: 1, only_ours: 1 });
    const found = await reconcile(shop, csvOf(['Номер;Сумма', 'd-1;10']), terms('orders', USUAL));
    expect(found).toMatchObject({ from: '2026-11-21', to: '2026-11-21', period_source: 'found' });
  });

  test('are payouts, too, by a number of the shop or by our id', async ({ kantor }) => {
    const shop = await kantor.createMerchant({ payoutEnable: true });
    await kantor.fund(shop.id, '1000');
    const recipient = { method: 'sbp', fio: 'Имя', phone: '+79995554433' } as const;
    const pay = (external_id: string, amount: number) =>
      shop.api.call(createMerchantPayout, { body: { amount, external_id, ...recipient } });
    const { id } = await pay('v-1', 100);
    await pay('v-2', 200);
    const file = csvOf(['Номер;Сумма;Статус', `${id};100;в работе`, 'v-2;200;выплачен', 'v-1;100;в работе']);
    const made = await reconcile(
      shop,
      file,
      terms('payouts', ['key', 'amount', 'state'], {
        words: JSON.stringify({ 'В работе': 'UNDONE', выплачен: 'DONE' }),
      }),
    );
    expect(countsOf(made)).toEqual({ match: 1, state: 1, left_out: 1 });
    expect(await pileOf(shop, made, 'left_out')).toMatchObject([
      { reason: 'Строка 4: то же самое под другим номером уже в строке 2' },
    ]);
    expect(await pileOf(shop, made, 'match')).toMatchObject([{ object: { kind: 'payout', id }, ours_state: 'OPEN' }]);
  });
});

describe('a reconciliation', () => {
  test('is one at a time of an account, and none of a maker who has died is seen', async ({ kantor, write }) => {
    const shop = await kantor.createMerchant();
    await write(shop, [orderAt(kantor.clock(), 'o-1', 1000n)]);
    const file = () => csvOf(['Номер;Сумма', 'o-1;10']);
    const body = terms('orders', USUAL);
    // As a process leaves it that is killed in the middle.
    const left = newId(kantor.clock());
    await sql`
      insert into reconciliation (id, account_id, kind, file_name, made_by, made_at, tolerance, fee_tolerance, only_paid, leased_until)
      values (${left}, ${shop.id}, 'orders', 'x', ${shop.personId}, ${kantor.clock()}, 0, 0, false, ${after(kantor.clock(), MINUTE)})`.execute(
      kantor.db,
    );
    await sql`
      insert into reconciliation_row (reconciliation_id, pile, n, line, key, theirs) values (${left}, 'only_theirs', 1, 2, 'x', 1)`.execute(
      kantor.db,
    );
    expect((await shop.refusal(calls.makeReconciliation, { body, file: file() })).code).toBe('reconciliation_busy');
    expect((await shop.call(calls.listReconciliations)).count).toBe(0);
    expect((await shop.refusal(calls.getReconciliation, { params: { id: left } })).status).toBe(404);
    kantor.pass(MINUTE);
    expect(countsOf(await reconcile(shop, file(), body))).toEqual({ match: 1 });
    await forgetReconciliations(kantor);
    const { rows } = await sql<{ n: bigint }>`
      select (select count(*) from reconciliation where account_id = ${shop.id}) as n, count(*) as orphans
      from reconciliation_row where reconciliation_id = ${left}`.execute(kantor.db);
    expect(rows).toEqual([{ n: 1n, orphans: 0n }]);
  });

  test('is its account’s alone, and shown to whoever may see sums', async ({
    kantor,
    merchant,
    write,
    operator,
    trader,
  }) => {
    await write(merchant, [orderAt(kantor.clock(), 'r-1', 1000n)]);
    const { id } = await reconcile(merchant, csvOf(['Номер;Сумма', 'r-1;10']), terms('orders', USUAL));
    const params = { params: { id } };
    const stranger = await kantor.createMerchant();
    expect((await stranger.refusal(calls.getReconciliation, params)).status).toBe(404);
    const query = { pile: 'match' } as const;
    expect((await stranger.refusal(calls.listReconciliationRows, { ...params, query })).status).toBe(404);
    expect((await stranger.refusal(calls.exportReconciliation, params)).status).toBe(404);
    expect((await stranger.call(calls.listReconciliations)).count).toBe(0);
    expect((await operator.refusal(calls.getPlatformReconciliation, params)).status).toBe(404);
    expect((await operator.call(calls.listPlatformReconciliations)).count).toBe(0);
    expect((await trader.refusal(calls.listReconciliations)).status).toBe(403);
    const viewer = await kantor.createMember(merchant.id, 'viewer');
    expect((await viewer.call(calls.getReconciliation, params)).id).toBe(id);
    const file = csvOf(['Номер;Сумма', 'r-1;10']);
    expect((await viewer.refusal(calls.makeReconciliation, { body: terms('orders', USUAL), file })).status).toBe(403);
    const support = await kantor.createMember(merchant.id, 'support');
    expect((await support.refusal(calls.getReconciliation, params)).status).toBe(403);
  });

  test('never finds another merchant’s orders, by number or by id', async ({ kantor, merchant, write }) => {
    const stranger = await kantor.createMerchant();
    const order = orderAt(kantor.clock(), 'secret-1', 1000n);
    await write(merchant, [order]);
    const day = moscowDay(kantor.clock());
    const made = await reconcile(
      stranger,
      csvOf(['Номер;Сумма', 'secret-1;10', `${order.id};10`]),
      terms('orders', USUAL, { from: day, to: day }),
    );
    expect(countsOf(made)).toEqual({ only_theirs: 2 });
  });

  test('is in the journal, and so is each file taken of it', async ({ kantor, write }) => {
    const shop = await kantor.createMerchant();
    await write(shop, [orderAt(kantor.clock(), '=1+1', 150_050n), orderAt(kantor.clock(), 'j-2', 1000n)]);
    const made = await reconcile(shop, csvOf(['Номер;Сумма', '=1+1;1500,00']), terms('orders', USUAL));
    const { body: text } = await shop.raw<string>(calls.exportReconciliation, { params: { id: made.id } });
    expect(text.split('\r\n').map((line) => line.split(';').slice(0, 6))).toEqual([
      ['\uFEFFИтог', 'Строка', 'Номер', 'Сумма у нас, ₽', 'Сумма у вас, ₽', 'Разница, ₽'],
      ['Разная сумма', '2', "'=1+1", '1500,50', '1500,00', '0,50'],
      ['Только у нас', '', 'j-2', '10,00', '', '10,00'],
      ['Всего строк: 2', '', '', '1510,50', '1500,00', '10,50'],
      [''],
    ]);
    const { rows } = await sql<{ action: string; facts: unknown }>`
      select action, after as facts from audit where object_id = ${made.id} order by action desc`.execute(kantor.db);
    expect(rows).toMatchObject([
      { action: 'reconcile', facts: { file: 'сверка.csv', rows: 1, amount: 1, only_ours: 1 } },
      { action: 'export', facts: { rows: 2 } },
    ]);
  });

  test('is a spreadsheet, too, with the same lines; a pile of it is that pile alone', async ({ kantor, write }) => {
    const shop = await kantor.createMerchant();
    await write(shop, [orderAt(kantor.clock(), '=1+1', 150_050n), orderAt(kantor.clock(), 'x-2', 1000n)]);
    const made = await reconcile(shop, csvOf(['Номер;Сумма', '=1+1;1500,00']), terms('orders', USUAL));
    const take = async (query: string) => {
      const { statusCode, headers, rawPayload } = await kantor.app.inject({
        url: `${API_BASE}${calls.exportReconciliation.path.replace(':id', made.id)}?${query}`,
        headers: { authorization: `Bearer ${await shop.token()}` },
      });
      expect(statusCode).toBe(200);
      return { headers, bytes: rawPayload };
    };
    const { headers, bytes } = await take('format=xlsx');
    expect([headers['content-type'], headers['content-disposition']]).toEqual([
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      'attachment; filename="reconciliation-all.xlsx"',
    ]);
    const cells = await readSheet(bytes);
    expect(cells.map((line) => line.slice(0, 6))).toEqual([
      ['Итог', 'Строка', 'Номер', 'Сумма у нас, ₽', 'Сумма у вас, ₽', 'Разница, ₽'],
      ['Разная сумма', '2', '=1+1', 1500.5, 1500, 0.5],
      ['Только у нас', null, 'x-2', 10, null, 10],
      ['Всего строк: 2', null, null, 1510.5, 1500, 10.5],
    ]);
    const pile = await readSheet((await take('pile=only_ours&format=xlsx')).bytes);
    expect(pile.map(([head, , key]) => [head, key])).toEqual([
      ['Итог', 'Номер'],
      ['Только у нас', 'x-2'],
      ['Всего строк: 1', null],
    ]);
    expect((await take('pile=only_ours')).headers['content-type']).toBe('text/csv; charset=utf-8');
    const refused = await shop.refusal(calls.exportReconciliation, {
      params: { id: made.id },
      query: { format: 'pdf' as 'csv' },
    });
    expect(refused.status).toBe(400);
  });

  test('is forgotten after its time, and there are so many a day', async ({ kantor, write }) => {
    const shop = await kantor.createMerchant();
    await write(shop, [orderAt(kantor.clock(), 'f-1', 1000n)]);
    const file = () => csvOf(['Номер;Сумма', 'f-1;10']);
    const { id } = await reconcile(shop, file(), terms('orders', USUAL));
    await sql`
      insert into reconciliation (id, account_id, kind, file_name, made_by, made_at, tolerance, fee_tolerance, only_paid, day_from, day_to,
        period_source, rows)
      select gen_random_uuid(), ${shop.id}, 'orders', 'x', ${shop.personId}, ${kantor.clock()}, 0, 0, false, '2026-11-01', '2026-11-01', 'given', 1
      from generate_series(2, ${MAX_RECONCILIATIONS_A_DAY})`.execute(kantor.db);
    const body = terms('orders', USUAL);
    expect((await shop.refusal(calls.makeReconciliation, { body, file: file() })).status).toBe(429);
    kantor.pass((RECONCILIATION_DAYS + 1) * DAY);
    await forgetReconciliations(kantor);
    expect((await shop.refusal(calls.getReconciliation, { params: { id } })).status).toBe(404);
    const { rows } = await sql`select from reconciliation_row where reconciliation_id = ${id}`.execute(kantor.db);
    expect(rows).toEqual([]);
  });
});
