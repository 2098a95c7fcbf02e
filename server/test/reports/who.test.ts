import { chooseAlerts, getAlerts } from '@kantor/contract/wire/alerts.ts';
import { listJournal } from '@kantor/contract/wire/audit.ts';
import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { SECOND } from '../../src/kernel/clock.ts';
import { makeReports } from '../../src/modules/reports/index.ts';
import { foldAll } from '../support/outbox-reading.ts';
import type { Person } from '../support/people.ts';
import { plain, test } from './fixture.ts';

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

test('the journal says which reports somebody has chosen, and nothing of the rest', async ({
  kantor,
  trader,
  choose,
}) => {
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
