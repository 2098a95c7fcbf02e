import { chooseAlerts, getAlerts } from '@kantor/contract/wire/alerts.ts';
import { getAnalytics } from '@kantor/contract/wire/analytics.ts';
import { listJournal } from '@kantor/contract/wire/audit.ts';
import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { SECOND } from '../../src/kernel/clock.ts';
import { foldRollups } from '../../src/modules/analytics/index.ts';
import { makeReports } from '../../src/modules/reports/index.ts';
import { foldAll, untilShown } from '../support/outbox-reading.ts';
import type { Person } from '../support/people.ts';
import { test } from './fixture.ts';

/** `1 500,00 ₽` with spaces that a keyboard has. */
const plain = (text: string | undefined) => text?.replaceAll('\u00a0', ' ');

describe('a report of a day', () => {
  test('comes once, at the hour, with the figures of the page that it opens, beside the day before', async ({
    trader,
    pushes,
    subscribe,
    choose,
    until,
    sell,
    work,
  }) => {
    const browser = await subscribe(trader);
    await choose(trader, { hour: 9 });
    await sell('1000');
    until('2026-11-21', '12:00');
    await work();
    for (const roubles of ['1500', '2500']) await sell(roubles);
    const reports = () => pushes.pushesTo(browser).filter(({ kind }) => kind === 'report_day');
    expect(reports()).toHaveLength(1);
    until('2026-11-22', '08:59');
    await work();
    expect(reports()).toHaveLength(1);
    until('2026-11-22', '09:00');
    await work();
    await work();
    until('2026-11-22', '23:00');
    await work();
    expect(reports().map(({ title, path, sounds }) => [title, path, sounds])).toEqual([
      ['Отчёт за 20 ноября', '/analytics?from=2026-11-20&to=2026-11-20', false],
      ['Отчёт за 21 ноября', '/analytics?from=2026-11-21&to=2026-11-21', false],
    ]);
    const query = { period: 'own', from: '2026-11-21', to: '2026-11-21' } as const;
    const { figures, compared } = await trader.call(getAnalytics, { query });
    expect([figures.sum, figures.closed, compared.before.sum]).toEqual(['4000.00', 2, '1000.00']);
    expect(figures.earned).toBe('0.800000');
    expect(plain(reports()[1]?.body)).toBe(
      [
        'Оплачено 2 на 4 000,00 ₽ (накануне 1 на 1 000,00 ₽)',
        'Конверсия: 100,0 % (накануне 100,0 %)',
        'Заработано: 0,80 USDT (накануне 0,20 USDT)',
        'Апелляций: 0 (накануне 0)',
      ].join('\n'),
    );
  });

  test('is made once by any number of workers at once', async ({
    kantor,
    trader,
    pushes,
    worker,
    subscribe,
    choose,
    until,
  }) => {
    const browser = await subscribe(trader);
    await choose(trader);
    until('2026-11-21', '09:00');
    await foldAll(kantor);
    await Promise.all(Array.from({ length: 6 }, () => makeReports(kantor)));
    await worker.dispatch();
    expect(pushes.pushesTo(browser).map(({ kind }) => kind)).toEqual(['report_day']);
  });

  test('of the last day alone comes late, after workers were down for days', async ({
    trader,
    pushes,
    subscribe,
    choose,
    until,
    work,
  }) => {
    const browser = await subscribe(trader);
    await choose(trader, { kinds: ['report_day', 'report_week'] });
    until('2026-12-02', '08:00');
    await work();
    await work();
    expect(
      pushes
        .pushesTo(browser)
        .map(({ title }) => title)
        .toSorted(),
    ).toEqual(['Отчёт за 30 ноября', 'Отчёт за неделю 23–29 ноября']);
  });

  test('is not of before it was chosen, nor by a browser of after its hour; another hour makes no second one', async ({
    trader,
    pushes,
    subscribe,
    choose,
    until,
    work,
  }) => {
    const browser = await subscribe(trader);
    await choose(trader, { hour: 9 });
    await work();
    expect(pushes.pushesTo(browser)).toEqual([]);
    until('2026-11-21', '09:30');
    const late = await subscribe(trader);
    await work();
    await choose(trader, { hour: 11 });
    until('2026-11-21', '11:30');
    await work();
    expect(pushes.pushesTo(browser)).toHaveLength(1);
    expect(pushes.pushesTo(late)).toEqual([]);
  });

  test('waits for the end of quiet hours', async ({ trader, pushes, subscribe, choose, until, work }) => {
    const browser = await subscribe(trader);
    await choose(trader, { hour: 7, quiet: { from: '23:00', to: '08:00' } });
    until('2026-11-21', '07:59');
    await work();
    expect(pushes.pushesTo(browser)).toEqual([]);
    until('2026-11-21', '08:00');
    await work();
    expect(pushes.pushesTo(browser)).toHaveLength(1);
  });

  test('waits until all of its day is folded, and the days of before an upgrade are counted', async ({
    kantor,
    trader,
    pushes,
    worker,
    subscribe,
    choose,
    until,
    sell,
  }) => {
    const browser = await subscribe(trader);
    await choose(trader, { hour: 0 });
    await sell('1000');
    const attempt = async () => {
      await makeReports(kantor);
      await worker.dispatch();
      return pushes.pushesTo(browser).length;
    };
    until('2026-11-21', '12:00');
    await untilShown(kantor.db);
    expect(await attempt()).toBe(0);
    await foldRollups(kantor);
    await sql`update rollup_since set since = '2026-11-20T00:00:00+03'`.execute(kantor.db);
    expect(await attempt()).toBe(0);
    await sql`update rollup_since set since = '2026-11-19T00:00:00+03'`.execute(kantor.db);
    expect(await attempt()).toBe(1);
  });

  test('of midnight waits for what began before it', async ({ trader, pushes, subscribe, choose, until, work }) => {
    const browser = await subscribe(trader);
    await choose(trader, { hour: 0 });
    until('2026-11-21', '00:00');
    await work();
    expect(pushes.pushesTo(browser)).toEqual([]);
    until('2026-11-21', '00:01');
    await work();
    expect(pushes.pushesTo(browser)).toHaveLength(1);
  });
});

test('a report of a week comes on Monday, beside the week before; in English to whoever reads the screens in it', async ({
  merchant,
  pushes,
  subscribe,
  choose,
  until,
  sell,
  work,
}) => {
  const browser = await subscribe(merchant);
  await choose(merchant, { kinds: ['report_week'], hour: 10, language: 'en' });
  await sell('1000');
  until('2026-11-22', '23:00');
  await sell('500');
  until('2026-11-23', '09:59');
  await work();
  expect(pushes.pushesTo(browser)).toEqual([]);
  until('2026-11-23', '10:00');
  await work();
  until('2026-11-28', '10:00');
  await work();
  const [report, ...others] = pushes.pushesTo(browser);
  expect(others).toEqual([]);
  expect(report).toMatchObject({ kind: 'report_week', path: '/analytics?from=2026-11-16&to=2026-11-22' });
  expect(plain(report?.title)).toMatch(/^Report of the week 16.{1,3}22 November$/);
  expect(plain(report?.body)).toBe(
    [
      'Paid: 2, 1 500,00 ₽ (the week before 0, 0,00 ₽)',
      'Conversion: 100,0 % (the week before —)',
      'Fee: 0,75 USDT (the week before 0,00 USDT)',
      'Appeals: 0 (the week before 0)',
    ].join('\n'),
  );
});

describe('who is told', () => {
  const offered = async (person: Person) =>
    (await person.call(getAlerts)).kinds.filter(({ kind }) => kind.startsWith('report_'));
  const USUAL = { is_on: false, sounds: false, channels: ['push', 'telegram'] };

  test('whoever sees money on the page of figures, if they chose it, and nobody else; the platform of everybody', async ({
    kantor,
    trader,
    merchant,
    pushes,
    subscribe,
    choose,
    until,
    sell,
    work,
  }) => {
    const operator = await kantor.createOperator();
    const seeing = [
      trader,
      merchant,
      await kantor.createMember(merchant.id, 'finance'),
      await kantor.createMember(merchant.id, 'viewer'),
      operator,
    ];
    const others = [
      await kantor.createMember(trader.id, 'shift'),
      await kantor.createMember(merchant.id, 'support'),
      await kantor.createMember(merchant.id, 'developer'),
    ];
    for (const person of seeing)
      expect(await offered(person)).toEqual([
        { kind: 'report_day', ...USUAL },
        { kind: 'report_week', ...USUAL },
      ]);
    for (const person of others) expect(await offered(person)).toEqual([]);
    const [silent, ...chosen] = await Promise.all(
      [await kantor.createMember(merchant.id, 'owner'), ...seeing, ...others].map(async (person) => ({
        person,
        browser: await subscribe(person),
      })),
    );
    // A choice that was made all the same counts for nothing.
    for (const { person } of chosen) await choose(person);
    await sell('1000');
    until('2026-11-21', '09:00');
    await work();
    const toldTo = (person: Person) => {
      const of = chosen.find((each) => each.person === person);
      return of ? pushes.pushesTo(of.browser).filter(({ kind }) => kind === 'report_day') : [];
    };
    const lines = (person: Person) => toldTo(person).map(({ body }) => plain(body)?.split('\n')[2]);
    expect(lines(trader)).toEqual(['Заработано: 0,20 USDT (накануне 0,00 USDT)']);
    for (const person of seeing.slice(1, 4))
      expect(lines(person)).toEqual(['Комиссия: 0,50 USDT (накануне 0,00 USDT)']);
    expect(lines(operator)).toEqual(['Доход площадки: 0,30 USDT (накануне 0,00 USDT)']);
    expect(toldTo(operator)[0]?.path).toBe('/platform/analytics?from=2026-11-20&to=2026-11-20');
    for (const person of others) expect(toldTo(person)).toEqual([]);
    expect(silent && pushes.pushesTo(silent.browser)).toEqual([]);
  });

  test('nobody whose role has changed since, also of what is on its way', async ({
    kantor,
    trader,
    pushes,
    worker,
    subscribe,
    choose,
    until,
    work,
  }) => {
    const partner = await kantor.createMember(trader.id, 'owner');
    const browser = await subscribe(partner);
    await choose(partner);
    const demote = (role: 'owner' | 'shift') =>
      sql`update member set role = ${role} where person_id = ${partner.personId}`.execute(kantor.ownerDb);
    until('2026-11-21', '09:00');
    await foldAll(kantor);
    await makeReports(kantor);
    await demote('shift');
    await worker.dispatch();
    expect(pushes.pushesTo(browser)).toEqual([]);
    // Their browser is signed up again, as what they are now.
    const again = await subscribe(partner);
    until('2026-11-22', '09:00');
    await work();
    expect([pushes.pushesTo(browser), pushes.pushesTo(again)]).toEqual([[], []]);
    expect(await offered(partner)).toEqual([]);
  });

  test('by the channels that they chose: a browser is not told of what goes to Telegram', async ({
    kantor,
    trader,
    pushes,
    subscribe,
    choose,
    until,
    work,
    waiting,
  }) => {
    const browser = await subscribe(trader);
    await sql`
      insert into alert_channel (id, kind, person_id, account_id, member_role, chat_id, created_at)
      values (gen_random_uuid(), 'telegram', ${trader.personId}, ${trader.id}, 'owner', 7, ${kantor.clock()})`.execute(
      kantor.ownerDb,
    );
    await choose(trader, { channels: ['telegram'] });
    until('2026-11-21', '09:00');
    await work();
    expect(pushes.pushesTo(browser)).toEqual([]);
    expect((await waiting()).map(({ kind }) => kind)).toEqual(['report_day']);
    await choose(trader, { channels: ['push', 'telegram'] });
    until('2026-11-22', '09:00');
    await work();
    expect(pushes.pushesTo(browser)).toHaveLength(1);
    await choose(trader, { channels: [] });
    expect((await offered(trader))[0]).toEqual({ kind: 'report_day', is_on: false, sounds: false, channels: [] });
    until('2026-11-23', '09:00');
    await work();
    expect(pushes.pushesTo(browser)).toHaveLength(1);
  });
});

test('a program of before reports may save what it knows, and nothing of them changes', async ({ trader, choose }) => {
  await choose(trader, { hour: 18, language: 'en' });
  const before = await trader.call(getAlerts);
  await trader.call(chooseAlerts, {
    body: { kinds: [{ kind: 'order_new', is_on: false, sounds: false }], quiet_hours: null },
  });
  const after = await trader.call(getAlerts);
  expect(after).toEqual({
    ...before,
    kinds: before.kinds.map((each) => (each.kind === 'order_new' ? { ...each, is_on: false, sounds: false } : each)),
  });
  expect(after.report_hour).toBe(18);
});

test('the journal says which reports somebody has chosen, and nothing of the rest', async ({ kantor, trader, choose }) => {
  await choose(trader, { kinds: ['report_day'], channels: ['push'], hour: 8 });
  await choose(trader, { kinds: ['report_day'], channels: ['push'], hour: 8, quiet: { from: '23:00', to: '07:00' } });
  kantor.pass(SECOND);
  await choose(trader, { kinds: ['report_day', 'report_week'], channels: ['push', 'telegram'], hour: 10 });
  const { results } = await trader.call(listJournal);
  const deeds = results.filter(({ action }) => action === 'choose-reports');
  expect(deeds.map(({ before, after }) => ({ before, after }))).toEqual([
    {
      before: { report_day: 'push', report_week: '', report_hour: 8 },
      after: { report_day: 'push, telegram', report_week: 'push, telegram', report_hour: 10 },
    },
    { before: { report_day: '', report_hour: null }, after: { report_day: 'push', report_hour: 8 } },
  ]);
});
