import * as calls from '@kantor/contract/wire/batches.ts';
import { cancelPayout, createPayout, getPayout, listPayouts } from '@kantor/contract/wire/payouts.ts';
import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { DAY, MINUTE } from '../../src/kernel/clock.ts';
import { forgetBatches } from '../../src/modules/payout-batches/index.ts';
import { makePiece } from '../../src/modules/payout-batches/service/running.ts';
import { verify } from '../../src/modules/verification/index.ts';
import { atOnce } from '../support/at-once.ts';
import { usdt } from '../support/money.ts';
import { csv, held, row, test } from './fixture.ts';

const NONE = { amount: null, fio: null, phone: null, bank_account: null, recipient_bank: null, external_id: null };

describe('a file is checked', () => {
  test('row by row with the rules of a payout: what is wrong is named by line and column', async ({
    checked,
    rowsOf,
  }) => {
    const batch = await checked(
      csv([
        row('1500,00', 1),
        '1,500;Пётр;+79995550002;;;',
        '0;Пётр;+79995550003;;;',
        '1500;;+79995550004;;;',
        '1500;Пётр;7.9E+10;;;',
        '1500;Пётр;;4276 1234 5678 9010;;',
        '1500;Пётр;;40817810000000000042;;A-1',
        '1500;Пётр;+79995550008;;Банк Луны;',
        '1500;Пётр;+79995550009;;;A-1',
        '1500;123;+79995550010;;;',
      ]),
    );
    expect((await rowsOf(batch.id)).map(({ line, state, faults }) => [line, state, ...faults])).toEqual([
      [3, 'bad', expect.stringMatching(/^Строка 3, «Сумма»: непонятно, «1,500»/)],
      [4, 'bad', 'Строка 4, «Сумма»: сумма должна быть больше нуля'],
      [5, 'bad', expect.stringMatching(/^Строка 5, «ФИО»: /)],
      [6, 'bad', expect.stringMatching(/^Строка 6, «Телефон»: Excel сократил номер/)],
      [7, 'bad', 'Строка 7, «Номер счёта»: в номере карты ошибка: проверьте цифры'],
      [9, 'bad', 'Строка 9, «Банк получателя»: банка «Банк Луны» нет среди участников СБП'],
      [10, 'bad', 'Строка 10, «Ваш номер»: этот номер уже в строке 8'],
      [11, 'bad', expect.stringMatching(/^Строка 11, «ФИО»: укажите имя буквами/)],
      [2, 'good'],
      [8, 'good'],
    ]);
  });

  test('against itself and the last 30 days: a warning, and no refusal', async ({
    kantor,
    merchant,
    checked,
    rowsOf,
  }) => {
    const body = { amount: 1500, fio: 'Пётр', phone: '8 999 555-00-01', is_sbp: true };
    await merchant.call(createPayout, { body });
    const cancelled = await merchant.call(createPayout, { body: { ...body, phone: '+79995550009' } });
    await merchant.call(cancelPayout, { params: { id: cancelled.id } });
    const file = () => csv([row(1500, 1), row(1500, 2), row(1500, 2), row(1600, 1), row(1500, 9)]);
    const { id, counts } = await checked(file());
    expect(counts).toMatchObject({ warned: 2, good: 3 });
    expect((await rowsOf(id, 'warned')).flatMap(({ warnings }) => warnings)).toEqual([
      'Строка 2: этому получателю уже была выплата на 1\u00A0500\u00A0₽ за последние 30 дней',
      'Строка 4: тот же получатель и та же сумма, что в строке 3',
    ]);
    kantor.pass(31 * DAY);
    expect((await checked(file())).counts).toMatchObject({ warned: 1, good: 4 });
  });

  test('names of its columns are remembered, and must be of the file', async ({ merchant }) => {
    const file = () => csv(['7;Пётр;1500;+79995550001'], 'A;B;К выдаче;Кому');
    const { id, columns } = await merchant.call(calls.uploadBatch, { file: file() });
    expect(columns).toEqual(NONE);
    const map = (change: object) => ({ params: { id }, body: { columns: { ...NONE, ...change } } });
    const refused = async (change: object) =>
      (await merchant.refusal(calls.mapBatch, map(change))).problem.errors?.['columns'];
    expect(await refused({ amount: 2, fio: 1 })).toEqual(['Выберите столбец с телефоном или номером счёта']);
    expect(await refused({ amount: 2, fio: 2, phone: 3 })).toEqual(['Один столбец выбран дважды']);
    expect(await refused({ amount: 2, fio: 1, phone: 4 })).toEqual(['В файле нет такого столбца']);
    await merchant.call(calls.mapBatch, map({ amount: 2, fio: 1, phone: 3 }));
    const again = await merchant.call(calls.uploadBatch, { file: file() });
    expect(again.columns).toEqual({ ...NONE, amount: 2, fio: 1, phone: 3 });
  });

  test('and its cells are shown to those who name its columns, to nobody else', async ({
    kantor,
    merchant,
    finance,
  }) => {
    const { id, samples } = await merchant.call(calls.uploadBatch, { file: csv([row(1500, 1)]) });
    expect(samples).toEqual([['1500', 'Пётр Петров', '+79995550001', '', 'Т-Банк', '']]);
    const get = { params: { id } };
    expect(await finance.call(calls.getBatch, get)).toMatchObject({ samples });
    for (const role of ['support', 'viewer'] as const) {
      const member = await kantor.createMember(merchant.id, role);
      expect(await member.call(calls.getBatch, get)).toMatchObject({ samples: [], heads: expect.any(Array) });
      expect((await member.call(calls.listBatchRows, get)).results).toEqual([]);
    }
    const developer = await kantor.createMember(merchant.id, 'developer');
    expect((await developer.refusal(calls.getBatch, get)).status).toBe(403);
    expect((await developer.refusal(calls.exportBatch, get)).status).toBe(403);
  });

  test('and shows no more of a phone or an account than its end', async ({ checked, rowsOf, start, work, shown }) => {
    const batch = await checked(csv([row(1500, 1)]));
    expect((await rowsOf(batch.id))[0]?.to).toBe('•••••••0001');
    await start(batch);
    await work();
    expect((await rowsOf(batch.id))[0]).toMatchObject({ to: '•••••••0001', state: 'done' });
    expect(await shown(batch.id)).toMatchObject({ state: 'done', samples: [] });
  });
});

describe('payouts are made of it', () => {
  test('just those of the good rows; what was shown is what is held, and nothing stays in the file', async ({
    kantor,
    merchant,
    checked,
    start,
    work,
    shown,
  }) => {
    const sums = [1500, 1999, 333, 12_345];
    const batch = await checked(csv([...sums.map((sum, n) => row(sum, n)), 'x;y;z;;;']));
    const before = await kantor.balances(merchant.id);
    expect(await start(batch)).toMatchObject({ state: 'running', counts: { queued: 4, bad: 1 } });
    await work();
    const done = await shown(batch.id);
    expect(done).toMatchObject({ state: 'done', counts: { done: 4, queued: 0, bad: 1 }, made: batch.good });
    const after = await kantor.balances(merchant.id);
    expect(after.held - (before.held ?? 0n)).toBe(usdt(held(batch.good)));
    const { count, results } = await merchant.call(listPayouts, { query: { batch: batch.id } });
    expect([count, results.map(({ amount }) => Number(amount)).toReversed()]).toEqual([4, sums]);
    expect(await merchant.call(getPayout, { params: { id: results[3]?.id ?? '' } })).toMatchObject({
      fio: 'Пётр Петров',
      phone: '+79995550000',
      recipient_bank: { name: 'Т-Банк' },
      is_sbp: true,
    });
    const { rows: kept } = await sql<{ n: bigint }>`
      select count(*) as n from payout_batch_row where batch_id = ${batch.id} and payout_id is not null
        and num_nonnulls(cells, fio, phone, bank_account) > 0`.execute(kantor.db);
    expect(kept[0]?.n).toBe(0n);
    expect(await verify(kantor.db)).toEqual([]);
  });

  test('with a warning only where somebody says why', async ({ merchant, checked, work, shown }) => {
    const batch = await checked(csv([row(1500, 1), row(1500, 1)]));
    const body = { held_in_usdt: held(batch.good, batch.warned), with_warned: true };
    const start = { params: { id: batch.id }, body };
    expect((await merchant.refusal(calls.startBatch, start)).problem.errors).toHaveProperty('reason');
    await merchant.call(calls.startBatch, { ...start, body: { ...body, reason: 'Два заказа' } });
    await work();
    expect(await shown(batch.id)).toMatchObject({ counts: { done: 2 }, reason: 'Два заказа' });
  });

  test('never at other sums than were shown', async ({ kantor, merchant, checked, start, work, shown }) => {
    const batch = await checked(csv([row(1500, 1), row(2500, 2)]));
    // Shown a minute ago is shown; before that it is not.
    await kantor.changeRate(101_0000n);
    kantor.pass(MINUTE + 1);
    expect(
      await merchant.refusal(calls.startBatch, { params: { id: batch.id }, body: { held_in_usdt: held(batch.good) } }),
    ).toMatchObject({ status: 409, code: 'batch_changed' });
    await start(await shown(batch.id));
    // Its terms are those that were agreed to, for ten minutes.
    await kantor.changeRate(102_0000n);
    await work();
    expect(await shown(batch.id)).toMatchObject({ state: 'done', made: (await shown(batch.id)).made });
    const late = await checked(csv([row(1500, 3)]));
    await start(await shown(late.id));
    kantor.pass(11 * MINUTE);
    await work();
    expect(await shown(late.id)).toMatchObject({ state: 'stopped', stop_reason: 'rate', counts: { queued: 1 } });
    expect(await verify(kantor.db)).toEqual([]);
  });

  test('what the balance is not enough for fails, and is tried again when there is more', async ({
    kantor,
    merchant,
    checked,
    start,
    work,
    shown,
    rowsOf,
  }) => {
    const batch = await checked(csv([row(50_000, 1), row(60_000, 2), row(1000, 3)]));
    await start(batch);
    await work();
    expect(await shown(batch.id)).toMatchObject({ state: 'done', counts: { done: 2, failed: 1 }, can_resume: true });
    expect((await rowsOf(batch.id, 'failed'))[0]?.faults).toEqual([expect.stringContaining('не хватило USDT')]);
    await kantor.fund(merchant.id, '1000');
    const { left } = await shown(batch.id);
    await merchant.call(calls.resumeBatch, { params: { id: batch.id }, body: { held_in_usdt: held(left) } });
    await work();
    expect(await shown(batch.id)).toMatchObject({ state: 'done', counts: { done: 3, failed: 0 }, can_resume: false });
    expect(await verify(kantor.db)).toEqual([]);
  });

  test('a stop leaves what is not made, a resumption makes it', async ({ merchant, checked, start, work, shown }) => {
    const batch = await checked(csv([row(1500, 1), row(1500, 2)]));
    await start(batch);
    const params = { id: batch.id };
    expect(await merchant.call(calls.stopBatch, { params })).toMatchObject({ state: 'stopped', stop_reason: 'person' });
    await work();
    const stopped = await shown(batch.id);
    expect(stopped.counts).toMatchObject({ queued: 2, done: 0 });
    expect((await merchant.refusal(calls.cancelBatch, { params })).code).toBe('batch_state');
    await merchant.call(calls.resumeBatch, { params, body: { held_in_usdt: held(stopped.left) } });
    await work();
    expect((await shown(batch.id)).counts).toMatchObject({ queued: 0, done: 2 });
  });

  test('a stop after the last of them was made finds it done', async ({ kantor, merchant, checked, start }) => {
    const batch = await start(await checked(csv([row(1500, 1), row(1500, 2)])));
    expect(await makePiece(kantor, batch.id)).toBe(true);
    const stopped = await merchant.call(calls.stopBatch, { params: { id: batch.id } });
    expect(stopped).toMatchObject({ state: 'done', counts: { queued: 0, done: 2 }, can_resume: false });
  });

  test('is started once, however often at once, and by several workers no row twice', async ({
    kantor,
    merchant,
    checked,
    work,
    shown,
  }) => {
    const batch = await checked(csv(Array.from({ length: 250 }, (_, n) => row(100, n))));
    const start = { params: { id: batch.id }, body: { held_in_usdt: held(batch.good) } };
    const { answers, refusals } = await atOnce([1, 2, 3].map(() => merchant.call(calls.startBatch, start)));
    expect([answers.length, refusals.map(({ code }) => code)]).toEqual([1, ['batch_state', 'batch_state']]);
    const leases = sql`update payout_batch set leased_until = null where id = ${batch.id} and state = 'running'`;
    await Promise.all([work(), work(), leases.execute(kantor.db).then(() => work())]);
    expect(await shown(batch.id)).toMatchObject({ state: 'done', counts: { done: 250 } });
    expect((await merchant.call(listPayouts, { query: { batch: batch.id } })).count).toBe(250);
    expect(await verify(kantor.db)).toEqual([]);
  });
});

test('the results are a file that tells of every row', async ({ merchant, checked, start, work }) => {
  const batch = await checked(csv([row(1500, 1), 'x;Пётр;+79995550002;;;']));
  await start(batch);
  await work();
  const { body } = await merchant.raw<string>(calls.exportBatch, { params: { id: batch.id } });
  const lines = body.split('\r\n');
  expect(lines[1]).toMatch(/^2;;Пётр Петров;•••••••0001;1500,00;Создана;;[0-9a-f-]{36};Открыт$/);
  expect(lines[2]).toMatch(/^3;.*С ошибкой;"?Строка 3, «Сумма»/);
});

test('whom a file was for is forgotten when nobody needs it', async ({
  kantor,
  merchant,
  checked,
  start,
  work,
  shown,
}) => {
  const draft = await checked(csv([row(1500, 1)]));
  const ended = await checked(csv([row(1500, 2), 'x;Пётр;+79995550003;;;']));
  await start(ended);
  await work();
  kantor.pass(8 * DAY);
  await forgetBatches(kantor);
  expect((await merchant.refusal(calls.getBatch, { params: { id: draft.id } })).status).toBe(404);
  kantor.pass(23 * DAY);
  await forgetBatches(kantor);
  expect(await shown(ended.id)).toMatchObject({ state: 'done', counts: { done: 1, bad: 1 } });
  const { rows } = await sql<{ text: string }>`
    select row::text as text from payout_batch_row row where batch_id = ${ended.id}`.execute(kantor.db);
  expect(rows.map(({ text }) => text).join(' ')).not.toMatch(/9995550003|Пётр/);
  expect(await verify(kantor.db)).toEqual([]);
});
