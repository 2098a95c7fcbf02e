import {
  addPushBrowser,
  chooseAlerts,
  getAlerts,
  removeAlertChannel,
  startTelegram,
} from '@kantor/contract/wire/alerts.ts';
import { removeMember, setMemberRole } from '@kantor/contract/wire/members.ts';
import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { HOUR, MINUTE, SECOND } from '../../src/kernel/clock.ts';
import { sweepAlerts } from '../../src/modules/alerts/index.ts';
import { startWorker, test } from './fixture.ts';

describe('a push service', () => {
  test('that is away is tried again, and given up when it is too late', async ({
    kantor,
    trader,
    merchant,
    pushes,
    worker,
    subscribe,
    waiting,
  }) => {
    const browser = await subscribe(trader);
    await trader.call(chooseAlerts, {
      body: { kinds: [{ kind: 'order_ending', is_on: false, sounds: false }], quiet_hours: null },
    });
    pushes.service.answer = () => 503;
    await merchant.order('1500');
    await worker.deliver();
    expect(await waiting()).toEqual([{ kind: 'order_new', tries: 1 }]);
    pushes.service.answer = () => 201;
    kantor.pass(2 * SECOND);
    await worker.dispatch();
    expect(pushes.pushesTo(browser)).toHaveLength(2);
    expect(await waiting()).toEqual([]);
    pushes.service.answer = () => 503;
    await merchant.order('1700');
    await worker.deliver();
    kantor.pass(HOUR);
    pushes.service.answer = () => 201;
    await worker.dispatch();
    expect(pushes.pushesTo(browser)).toHaveLength(3);
    expect(await waiting()).toEqual([]);
  });

  test.for([404, 410])(
    'that answers %i has nobody there any more',
    async (status, { trader, merchant, pushes, worker, subscribe }) => {
      await subscribe(trader);
      pushes.service.answer = () => status;
      await merchant.order('1500');
      await worker.deliver();
      expect((await trader.call(getAlerts)).browsers).toEqual([]);
      await merchant.order('1600');
      await worker.deliver();
      expect(pushes.heard).toHaveLength(1);
    },
  );

  test('is told the same by a worker that was killed before it could write, and by no other at once', async ({
    kantor,
    trader,
    merchant,
    pushes,
    worker,
    subscribe,
  }) => {
    const browser = await subscribe(trader);
    const answers = Promise.withResolvers<number>();
    pushes.service.answer = (_path, before) => (before === 0 ? answers.promise : 201);
    await merchant.order('1500');
    const stuck = worker.deliver();
    await expect.poll(() => pushes.heard.length).toBe(1);
    const other = startWorker(kantor, { trusted: pushes.url });
    await other.dispatch();
    expect(pushes.heard).toHaveLength(1);
    kantor.pass(MINUTE);
    await other.dispatch();
    answers.resolve(201);
    await stuck;
    await other.dispatch();
    const [first, second, ...rest] = pushes.pushesTo(browser);
    // Of one name: a device shows it in the place of the first.
    expect([second?.id, rest]).toEqual([first?.id, []]);
  });

  test.for([
    'http://push.example/a-subscription',
    'https://127.0.0.1/a-subscription',
    'https://169.254.169.254/latest/meta-data/',
    'https://kantor/a-subscription',
    'https://user@push.example/a-subscription',
    'https://push.example:5432/a-subscription',
    'ftp://push.example/a-subscription',
  ])('that may not be asked is refused: %s', async (endpoint, { trader, pushes }) => {
    const { subscription } = pushes.newBrowser();
    const refused = await trader.refusal(addPushBrowser, { body: { ...subscription, endpoint } });
    expect(refused).toMatchObject({ status: 400, problem: { errors: { endpoint: [expect.any(String)] } } });
    expect(await trader.refusal(addPushBrowser, { body: { ...subscription, auth: 'AAAA' } })).toMatchObject({
      status: 400,
    });
  });
});

describe('a subscription ends', () => {
  test('with the sign-in, the role, the membership, the block, by hand, and when another uses the browser', async ({
    kantor,
    trader,
    merchant,
    pushes,
    worker,
    subscribe,
  }) => {
    const member = () => kantor.createMember(trader.id, 'shift');
    const [out, promoted, removed, blocked, changed, stays] = [
      await member(),
      await member(),
      await member(),
      await member(),
      await member(),
      await member(),
    ];
    const browsers = new Map<string, Awaited<ReturnType<typeof subscribe>>>();
    for (const person of [out, promoted, removed, blocked, changed, stays]) {
      browsers.set(person.username, await subscribe(person));
    }
    await sql`
      update session set revoked_at = ${kantor.clock()}, end_reason = 'signed_out'
      where person_id = ${out.personId}`.execute(kantor.db);
    await trader.call(setMemberRole, { params: { id: promoted.personId }, body: { role: 'owner' } });
    await trader.call(removeMember, { params: { id: removed.personId } });
    await sql`update person set blocked_at = ${kantor.clock()} where id = ${blocked.personId}`.execute(kantor.db);
    const [{ id } = { id: '' }] = (await changed.call(getAlerts)).browsers;
    expect(await stays.refusal(removeAlertChannel, { params: { id } })).toMatchObject({ status: 404 });
    await changed.call(removeAlertChannel, { params: { id } });
    await merchant.order('1500');
    await worker.deliver();
    const told = [...browsers].filter(([, browser]) => pushes.pushesTo(browser).length > 0).map(([name]) => name);
    expect(told).toEqual([stays.username]);
    await sweepAlerts(kantor);
    const { rows } = await sql<{ n: number }>`select count(*)::integer as n from alert_channel`.execute(kantor.db);
    expect(rows[0]?.n).toBe(1);
    const shared = browsers.get(stays.username);
    await trader.call(addPushBrowser, { body: shared?.subscription ?? { endpoint: '', p256dh: '', auth: '' } });
    expect((await stays.call(getAlerts)).browsers).toEqual([]);
    expect((await trader.call(getAlerts)).browsers).toMatchObject([{ is_current: true }]);
    const audit = await sql<{ action: string; n: number }>`
      select action, count(*)::integer as n from audit where action in ('link-alerts', 'unlink-alerts')
      group by 1 order by 1`.execute(kantor.db);
    expect(audit.rows).toEqual([
      { action: 'link-alerts', n: 6 },
      { action: 'unlink-alerts', n: 1 },
    ]);
  });
});

test('there is no bot unless the owner has given one', async ({ trader }) => {
  expect((await trader.call(getAlerts)).telegram).toEqual({ bot: null, linked: null });
  expect(await trader.refusal(startTelegram)).toMatchObject({ status: 409, code: 'no_telegram' });
});

test('an alert is chosen once', async ({ trader }) => {
  const choice = { kind: 'order_new', is_on: true, sounds: true } as const;
  const refused = await trader.refusal(chooseAlerts, { body: { kinds: [choice, choice], quiet_hours: null } });
  expect(refused).toMatchObject({ status: 400, problem: { errors: { kinds: ['Каждое оповещение — один раз'] } } });
});
