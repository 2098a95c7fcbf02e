import { chooseAlerts, getAlerts, removeAlertChannel, startTelegram } from '@kantor/contract/wire/alerts.ts';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { DAY, MINUTE, SECOND } from '../../src/kernel/clock.ts';
import { createBot, createTelegramPoller, sweepAlerts, telegramKeys } from '../../src/modules/alerts/index.ts';
import { makeReports } from '../../src/modules/reports/index.ts';
import { freshKantorTest } from '../support/fixtures.ts';
import { JWT_SECRET } from '../support/kantor.ts';
import { foldAll } from '../support/outbox-reading.ts';
import type { Person } from '../support/people.ts';
import { BOT, startBotApi } from './bot-api.ts';
import { startWorker } from './fixture.ts';

const PUBLIC_URL = 'https://kantor.example';
const CHAT = 7001;

const test = freshKantorTest
  .extend('bot', () => startBotApi())
  .override('options', ({ bot }, { onCleanup }) => {
    onCleanup(bot.close);
    return { telegram: bot.settings, publicUrl: PUBLIC_URL };
  })
  .extend('trader', async ({ kantor }) => {
    const trader = await kantor.createSoleTrader({ balance: '100000' });
    await kantor.createRequisite(trader.id);
    return trader;
  })
  .extend('merchant', ({ kantor }) => kantor.createMerchant())
  .extend('worker', ({ kantor, bot }) =>
    startWorker(kantor, { trusted: 'http://127.0.0.1:1', bot: bot.settings, publicUrl: PUBLIC_URL }),
  )
  /** Another poller of the bot. */
  .extend('newPoller', ({ kantor, bot }) => () => {
    const { signal } = new AbortController();
    const keys = telegramKeys(Buffer.from(JWT_SECRET));
    return createTelegramPoller({ ...kantor, bot: createBot(bot.settings), keys, signal });
  })
  .extend('poll', { auto: true }, async ({ newPoller }) => {
    const poll = newPoller();
    await poll();
    return poll;
  })
  /** Somebody opens the link that they were given, in a chat. */
  .extend('link', ({ kantor, bot, poll }) => async (person: Person, chatId: number) => {
    kantor.pass(SECOND);
    const { url } = await person.call(startTelegram);
    bot.write(chatId, `/start ${new URL(url).searchParams.get('start')}`);
    await poll();
    return url;
  });

test('a chat is linked by a code, once, and is told the same as a device, with a link', async ({
  kantor,
  trader,
  merchant,
  bot,
  worker,
  poll,
  link,
}) => {
  expect((await trader.call(getAlerts)).telegram).toEqual({ bot: BOT.username, linked: null });
  const url = await link(trader, CHAT);
  expect(url).toMatch(/^https:\/\/t\.me\/kantor_test_bot\?start=[\w-]{32}$/);
  expect(bot.toldTo(CHAT).map(({ text }) => text)).toEqual([expect.stringMatching(/^Готово/)]);
  expect((await trader.call(getAlerts)).telegram.linked).not.toBeNull();
  const order = await merchant.order('1500');
  await worker.deliver();
  expect(bot.toldTo(CHAT)[1]).toMatchObject({
    text: `Новый заказ · 1\u00a0500,00\u00a0₽\n${PUBLIC_URL}/orders/${order.id}`,
    disable_notification: false,
  });
  bot.write(7002, `/start ${new URL(url).searchParams.get('start')}`);
  await poll();
  expect(bot.toldTo(7002).map(({ text }) => text)).toEqual([expect.stringMatching(/^Код не подошёл/)]);
  const { rows } = await sql<{ code: Buffer; n: number }>`select count(*)::integer as n from telegram_code`.execute(
    kantor.db,
  );
  expect(rows[0]?.n).toBe(0);
});

test('a report comes in lines of its own, without a sound, with a link to its period', async ({
  kantor,
  trader,
  bot,
  worker,
  link,
}) => {
  await link(trader, CHAT);
  await trader.call(chooseAlerts, {
    body: { kinds: [{ kind: 'report_day', is_on: true, sounds: false, channels: ['telegram'] }], quiet_hours: null },
  });
  kantor.pass(DAY);
  await foldAll(kantor);
  await makeReports(kantor);
  await worker.dispatch();
  const told = bot.toldTo(CHAT).at(-1);
  expect(told?.disable_notification).toBe(true);
  expect(told?.text.split('\n').map((line) => line.replace(/[ :].*/, ''))).toEqual([
    'Отчёт',
    'Оплачено',
    'Конверсия',
    'Заработано',
    'Апелляций',
    'https',
  ]);
  expect(told?.text).toContain(`${PUBLIC_URL}/analytics?from=2026-11-20&to=2026-11-20`);
});

test('a code is of use for fifteen minutes, is kept as a hash, and links nobody in a group', async ({
  kantor,
  trader,
  bot,
  poll,
}) => {
  const start = async () => new URL((await trader.call(startTelegram)).url).searchParams.get('start') ?? '';
  const code = await start();
  const kept = await sql<{ row: string }>`select telegram_code::text as row from telegram_code`.execute(kantor.db);
  expect(kept.rows[0]?.row).not.toContain(Buffer.from(code).toString('hex'));
  bot.write(-5, `/start ${code}`, 'group');
  kantor.pass(15 * MINUTE);
  bot.write(CHAT, `/start ${code}`);
  bot.write(CHAT, 'привет');
  await poll();
  expect(bot.sent.map(({ text }) => text.split(' ')[0])).toEqual(['Напишите', 'Код', 'Этот']);
  expect((await trader.call(getAlerts)).telegram.linked).toBeNull();
});

test('/stop, the page, a bot that was blocked and another password unlink; the journal says so', async ({
  kantor,
  trader,
  merchant,
  bot,
  worker,
  poll,
  link,
}) => {
  const isLinked = async () => (await trader.call(getAlerts)).telegram.linked !== null;
  await link(trader, CHAT);
  kantor.pass(SECOND);
  bot.write(CHAT, '/stop');
  await poll();
  expect(await isLinked()).toBe(false);
  await link(trader, CHAT);
  const { linked } = (await trader.call(getAlerts)).telegram;
  kantor.pass(SECOND);
  await trader.call(removeAlertChannel, { params: { id: linked?.id ?? '' } });
  expect(await isLinked()).toBe(false);
  await link(trader, CHAT);
  kantor.pass(SECOND);
  bot.api.refuse = () => ({ code: 403 });
  await merchant.order('1500');
  await worker.deliver();
  expect(await isLinked()).toBe(false);
  bot.api.refuse = () => undefined;
  await link(trader, CHAT);
  kantor.pass(SECOND);
  await sql`update person set password_changed_at = ${kantor.clock()} where id = ${trader.personId}`.execute(kantor.db);
  const before = bot.sent.length;
  await merchant.order('1600');
  await worker.deliver();
  expect(bot.sent).toHaveLength(before);
  await sweepAlerts(kantor);
  const { rows } = await sql<{ action: string; address: string }>`
    select action, address from audit where action like '%link-alerts' order by id`.execute(kantor.db);
  expect(rows.map(({ action }) => action)).toEqual([
    'link-alerts',
    'unlink-alerts',
    'link-alerts',
    'unlink-alerts',
    'link-alerts',
    'unlink-alerts',
    'link-alerts',
  ]);
  expect(rows[1]?.address).toBe('telegram');
  expect(rows[5]?.address).toBe('telegram');
});

test('what Telegram asks us to wait is waited, and the token is in no line of the log', async ({
  kantor,
  trader,
  merchant,
  bot,
  worker,
  link,
}) => {
  await link(trader, CHAT);
  await trader.call(chooseAlerts, {
    body: { kinds: [{ kind: 'order_new', is_on: true, sounds: false }], quiet_hours: null },
  });
  bot.api.refuse = () => ({ code: 429, retryAfter: 30 });
  await merchant.order('1500');
  await worker.deliver();
  bot.api.refuse = () => undefined;
  kantor.pass(29 * SECOND);
  await worker.dispatch();
  expect(bot.toldTo(CHAT)).toHaveLength(1);
  kantor.pass(SECOND);
  await worker.dispatch();
  expect(bot.toldTo(CHAT)[1]).toMatchObject({
    text: expect.stringMatching(/^Новый заказ/),
    disable_notification: true,
  });
  await bot.close();
  await merchant.order('1600');
  await worker.deliver();
  await expect(createBot(bot.settings).getName()).rejects.toThrow(/^Telegram's Bot API cannot be reached: \w+$/);
  expect(JSON.stringify(worker.lines())).not.toContain(BOT.token);
});

test('one poller of all asks at a time, and each update is handled once', async ({
  kantor,
  trader,
  bot,
  poll,
  newPoller,
  link,
}) => {
  const other = newPoller();
  const before = bot.asked.length;
  await other();
  expect(bot.asked).toHaveLength(before);
  await link(trader, CHAT);
  kantor.pass(MINUTE);
  await other();
  expect(bot.asked.slice(-2)).toEqual(['getMe', 'getUpdates']);
  await poll();
  expect(bot.asked.at(-1)).toBe('getUpdates');
  expect(bot.toldTo(CHAT)).toHaveLength(1);
});
