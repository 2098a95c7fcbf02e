import { PDFiumLibrary } from '@hyzyla/pdfium';
import type { Wire } from '@kantor/contract/wire/call.ts';
import * as calls from '@kantor/contract/wire/statement.ts';
import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { DAY, MINUTE, moscowMidnight } from '../../src/kernel/clock.ts';
import { PLATFORM_ACCOUNT } from '../../src/kernel/platform.ts';
import { verify } from '../../src/modules/verification/index.ts';
import { test } from './fixture.ts';

describe('an act', () => {
  test('has a number that is given once: asked for again, and by several at once, it is the same', async ({
    kantor,
    merchant,
    one,
    both,
  }) => {
    const make = () => merchant.call(calls.createAct, { body: one });
    const acts = await Promise.all([make(), make(), make()]);
    expect(new Set(acts.map(({ id, number }) => `${id} ${number}`)).size).toBe(1);
    expect(await make()).toEqual(acts[0]);
    expect(await merchant.call(calls.createAct, { body: both })).toMatchObject({ number: 2, closing: '15.200000' });
    const { count, results } = await merchant.call(calls.listActs, { query: {} });
    expect([count, ...results.map(({ number, from, to }) => `${number} ${from} ${to}`)]).toEqual([
      2,
      `2 ${both.from} ${both.to}`,
      `1 ${one.from} ${one.to}`,
    ]);
    expect(results[1]).toEqual({ ...acts[0], made_by: merchant.username });
    expect(await verify(kantor.db)).toEqual([]);
  });

  test('keeps how the parties named themselves then; another name is another act', async ({ owner, merchant, one }) => {
    await owner.call(calls.setParty, { body: { name: 'ООО «Площадка»', details: 'ИНН 7700000000' } });
    expect(await merchant.call(calls.getParty)).toEqual({ name: '', details: '' });
    const first = await merchant.call(calls.createAct, { body: one });
    await merchant.call(calls.setParty, {
      body: { name: 'ИП Иванова', details: 'ИНН 500100732259\nМосква, ул. Новая, 1' },
    });
    const second = await merchant.call(calls.createAct, { body: one });
    expect([first.number, second.number]).toEqual([1, 2]);
    const read = (id: string) => merchant.call(calls.getAct, { params: { id } });
    expect(await read(first.id)).toMatchObject({
      platform: { name: 'ООО «Площадка»', details: 'ИНН 7700000000' },
      party: { name: merchant.username, details: '' },
    });
    expect((await read(second.id)).party).toEqual({
      name: 'ИП Иванова',
      details: 'ИНН 500100732259\nМосква, ул. Новая, 1',
    });
    expect((await merchant.call(calls.createAct, { body: one })).id).toBe(second.id);
  });

  test('has its lines, each with what the whole balance was after it', async ({ trader, both }) => {
    const { id } = await trader.call(calls.createAct, { body: both });
    const act = await trader.call(calls.getAct, { params: { id } });
    expect(act.lines?.map(({ reason, amount, balance_after }) => `${reason} ${amount} ${balance_after}`)).toEqual([
      'deposit 100.000000 100.000000',
      'order_close -14.700000 85.300000',
      'order_close -0.980000 84.320000',
    ]);
    expect(act.lines?.at(-1)?.balance_after).toBe(act.whole.closing);
  });

  test('is given of days that are over, a quarter of an hour after midnight', async ({ kantor, market, merchant }) => {
    const { today } = market;
    const body = { from: market.one.from, to: today };
    const refused = async () => (await merchant.refusal(calls.createAct, { body })).code;
    expect(await refused()).toBe('period_open');
    kantor.pass(moscowMidnight(kantor.clock()).getTime() + DAY + 14 * MINUTE - kantor.clock().getTime());
    expect(await refused()).toBe('period_open');
    kantor.pass(MINUTE);
    await merchant.call(calls.createAct, { body });
    expect(await merchant.refusal(calls.createAct, { body: { ...body, to: '2036-01-01' } })).toMatchObject({
      status: 409,
    });
  });

  test('of another is the same 404 as one that never was', async ({ kantor, trader, merchant, one }) => {
    const { id } = await trader.call(calls.createAct, { body: one });
    const other = await merchant.refusal(calls.getAct, { params: { id } });
    const none = await merchant.refusal(calls.getAct, { params: { id: trader.id } });
    expect(other.problem).toEqual(none.problem);
    expect((await merchant.refusal(calls.getActFile, { params: { id } })).status).toBe(404);
    const support = await kantor.createMember(PLATFORM_ACCOUNT, 'support');
    expect((await support.refusal(calls.getPlatformAct, { params: { id } })).status).toBe(403);
  });

  test('that the platform’s people make is the account’s own too, without their names', async ({
    kantor,
    trader,
    one,
    both,
  }) => {
    const [operator, accountant] = [
      await kantor.createMember(PLATFORM_ACCOUNT, 'operator'),
      await kantor.createMember(PLATFORM_ACCOUNT, 'accountant'),
    ];
    const made = await operator.call(calls.createAccountAct, { params: { id: trader.id }, body: one });
    expect(made.made_by).toBe(operator.username);
    expect(await trader.call(calls.createAct, { body: one })).toMatchObject({
      id: made.id,
      number: 1,
      made_by: 'Платформа',
    });
    const revenue = await operator.call(calls.createRevenueAct, { body: both });
    const act = await accountant.call(calls.getPlatformAct, { params: { id: revenue.id } });
    expect(act).toMatchObject({ party: null, whole: { received: '0.480000' }, closing: revenue.closing });
    expect(act.lines?.map(({ amount }) => amount)).toEqual(['0.450000', '0.030000']);
    const found = await accountant.call(calls.listRevenueActs, { query: {} });
    expect(found.results[0]).toEqual(revenue);
  });

  test('of very many entries has their sums by kind, and no lines', async ({ kantor, trader, market }) => {
    await sql`alter table ledger_account disable trigger user`.execute(kantor.ownerDb);
    await sql`alter table ledger_journal disable trigger user`.execute(kantor.ownerDb);
    await sql`alter table ledger_entry disable trigger user`.execute(kantor.ownerDb);
    const { rows } = await sql<{ id: bigint; version: bigint; balance: bigint }>`
      select id, version, balance from ledger_account where owner_id = ${trader.id} and kind = 'available'`.execute(
      kantor.db,
    );
    const [{ id, version, balance } = { id: 0n, version: 0n, balance: 0n }] = rows;
    await sql`
      with made as (
        insert into ledger_journal (id, kind, cause, created_at)
        select gen_random_uuid(), 'deposit', gen_random_uuid(), ${kantor.clock()} from generate_series(1, 2500) returning id
      )
      insert into ledger_entry (account_id, account_version, journal_id, amount, balance_after, created_at)
      select ${id}, ${version} + row_number() over (), id, 1, ${balance} + row_number() over (), ${kantor.clock()} from made`.execute(
      kantor.ownerDb,
    );
    await sql`update ledger_account set version = version + 2500, balance = balance + 2500 where id = ${id}`.execute(
      kantor.ownerDb,
    );
    kantor.pass(2 * DAY);
    const made = await trader.call(calls.createAct, { body: { from: market.one.from, to: market.today } });
    const act = await trader.call(calls.getAct, { params: { id: made.id } });
    expect(act.lines).toBeNull();
    expect(act.kinds.find(({ reason }) => reason === 'deposit')).toMatchObject({
      postings: 2501,
      received: '100.002500',
    });
    expect((await textOf(await trader.call(calls.getActFile, { params: { id: made.id } }))).pages).toBe(1);
  });
});

/** What stands on a document's pages, with single spaces. */
async function textOf(bytes: Uint8Array): Promise<{ text: string; pages: number }> {
  const library = await PDFiumLibrary.init();
  const document = await library.loadDocument(bytes);
  const pages = [...document.pages()].map((page) => page.getText());
  document.destroy();
  library.destroy();
  return { text: pages.join('\n').replaceAll(/\s+/g, ' '), pages: pages.length };
}

/** `-14.700000` as a document writes it: the sign is told by the column. */
const written = (amount: unknown) =>
  String(amount)
    .replace('-', '')
    .replace('.', ',')
    .replaceAll(/\B(?=(?:\d{3})+,)/g, ' ');

const dotted = (day: string) => day.split('-').toReversed().join('.');

test('The PDF has the figures of the page, in Russian letters', async ({ trader, both }) => {
  await trader.call(calls.setParty, { body: { name: 'ИП Ёжиков № 7 «Щит»', details: 'ИНН 500100732259' } });
  const { id } = await trader.call(calls.createAct, { body: both });
  const act: Wire<typeof calls.getAct> = await trader.call(calls.getAct, { params: { id } });
  const { text } = await textOf(await trader.call(calls.getActFile, { params: { id } }));
  const sums = [act.whole, ...act.parts].flatMap(({ opening, received, spent, closing }) => [
    opening,
    received,
    spent,
    closing,
  ]);
  const kinds = act.kinds.flatMap(({ received, spent }) => [received, spent]);
  const lines = (act.lines ?? []).flatMap(({ amount, balance_after: after }) => [amount, after]);
  for (const amount of [...sums, ...kinds, ...lines]) expect(text).toContain(written(amount));
  expect(text).toContain('Акт сверки взаимных расчётов № 1');
  expect(text).toContain(`с ${dotted(both.from)} по ${dotted(both.to)}`);
  expect(text).toContain('ИП Ёжиков № 7 «Щит»');
  expect(text).toContain(`На конец дня ${dotted(both.to)} площадка должна второй стороне 84,320000 USDT.`);
  for (const { object_id: object } of act.lines ?? []) expect(text).toContain(object);
});
