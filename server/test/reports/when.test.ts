import { getAnalytics } from '@kantor/contract/wire/analytics.ts';
import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { foldRollups } from '../../src/modules/analytics/index.ts';
import { makeReports } from '../../src/modules/reports/index.ts';
import { foldAll, untilShown } from '../support/outbox-reading.ts';
import { plain, test } from './fixture.ts';

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
    waiting,
  }) => {
    const browser = await subscribe(trader);
    await choose(trader);
    until('2026-11-21', '09:00');
    await foldAll(kantor);
    await Promise.all(Array.from({ length: 6 }, () => makeReports(kantor)));
    // Many that wait would be told as one.
    expect(await waiting()).toHaveLength(1);
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

  test('is not of an hour before it was chosen, though there was a browser', async ({
    trader,
    pushes,
    subscribe,
    choose,
    until,
    work,
  }) => {
    const browser = await subscribe(trader);
    until('2026-11-21', '09:30');
    await choose(trader, { hour: 9 });
    await work();
    expect(pushes.pushesTo(browser)).toEqual([]);
    until('2026-11-22', '09:00');
    await work();
    expect(pushes.pushesTo(browser).map(({ title }) => title)).toEqual(['Отчёт за 21 ноября']);
  });

  test('comes at once when its hour is set to one that has passed, if it was on by then', async ({
    trader,
    pushes,
    subscribe,
    choose,
    until,
    work,
  }) => {
    const browser = await subscribe(trader);
    await choose(trader, { hour: 20 });
    until('2026-11-21', '10:00');
    await choose(trader, { hour: 10 });
    until('2026-11-21', '10:30');
    await choose(trader, { hour: 9 });
    await work();
    expect(pushes.pushesTo(browser).map(({ title }) => title)).toEqual(['Отчёт за 20 ноября']);
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
