import { ALERT_KINDS, ALERTS, type AlertKind, isReport } from '@kantor/contract/plain/alerts.ts';
import { MEMBER_ROLES, rightsOf } from '@kantor/contract/plain/rights.ts';
import * as routes from '@kantor/contract/plain/routes.ts';
import * as accountRoutes from '@kantor/contract/plain/account-routes.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Alerts } from '@/api/alerts';
import { trader } from '@/test/fixtures';
import { openApp } from '@/test/render-app';
import { isSeen } from '@/test/screen-reading';
import { asUser, type Call, serve, serveNoting, server } from '@/test/server';

const [OWNER] = MEMBER_ROLES.trader;
const BROWSER = '01939c2f-0a1e-7000-8000-000000000001';
const SINCE = '2026-01-01T21:30:00.000Z';

const settings = (changes: Partial<Alerts> = {}): Alerts => ({
  kinds: ALERT_KINDS.map((kind: AlertKind) => ({
    kind,
    is_on: ALERTS[kind].isOn,
    sounds: ALERTS[kind].sounds,
    ...(isReport(kind) && { channels: ['push' as const, 'telegram' as const] }),
  })),
  quiet_hours: null,
  report_hour: 9,
  push_key: 'AAAA',
  browsers: [],
  telegram: { bot: null, linked: null },
  ...changes,
});

const open = (alerts: Alerts) => {
  server.use(
    asUser({ ...trader, rights: rightsOf({ role: 'trader', memberRole: OWNER }) }),
    serve(routes.getInbox, { items: [], changes_at: null }),
    serve(accountRoutes.getAlerts, () => HttpResponse.json(alerts)),
  );
  return openApp('/alerts');
};

test('kinds, sounds and quiet hours are chosen together, and sent whole', async () => {
  const calls: Call[] = [];
  const { user } = open(settings());
  server.use(serveNoting(calls, accountRoutes.chooseAlerts, () => HttpResponse.json(null)));
  const sound = await screen.findByRole('switch', { name: 'Со звуком: Новый заказ' });
  expect(sound).toBeChecked();
  expect(screen.getByRole('switch', { name: 'Оповещать: Заказ оплачен сам' })).not.toBeChecked();
  expect(screen.getByRole('button', { name: 'Сохранить' })).toBeDisabled();
  await user.click(sound);
  await user.click(screen.getByRole('switch', { name: 'Не беспокоить' }));
  expect(await screen.findByRole('textbox', { name: 'С' })).toHaveValue('23:00');
  await user.click(screen.getByRole('button', { name: 'Сохранить' }));
  await isSeen('Сохранено');
  const [sent] = calls.map(([, body]) => body as { kinds: Alerts['kinds']; quiet_hours: unknown });
  expect(sent?.quiet_hours).toEqual({ from: '23:00', to: '08:00' });
  expect(sent?.kinds.find(({ kind }) => kind === 'order_new')).toEqual({
    kind: 'order_new',
    is_on: true,
    sounds: false,
  });
  expect(sent?.kinds).toHaveLength(ALERT_KINDS.length);
});

test('reports are chosen by channel, with their hour, and come in the language of the page; off they are as they come', async () => {
  const calls: Call[] = [];
  const { user } = open(settings({ telegram: { bot: 'kantor_bot', linked: null } }));
  server.use(serveNoting(calls, accountRoutes.chooseAlerts, () => HttpResponse.json(null)));
  const card = within(await screen.findByRole('region', { name: 'Отчёты' }));
  for (const each of card.getAllByRole('switch')) expect(each).not.toBeChecked();
  await user.click(card.getByRole('switch', { name: 'За день: Telegram' }));
  await user.click(card.getByRole('switch', { name: 'За неделю: Браузеры' }));
  await user.click(card.getByRole('switch', { name: 'За неделю: Telegram' }));
  await user.click(card.getByRole('switch', { name: 'За неделю: Браузеры' }));
  expect(card.getByRole('switch', { name: 'За день: Браузеры' })).not.toBeChecked();
  await user.selectOptions(card.getByRole('combobox', { name: 'Час, по Москве' }), '21:00');
  await user.click(screen.getByRole('button', { name: 'Сохранить' }));
  await isSeen('Сохранено');
  const [sent] = calls.map(([, body]) => body as { kinds: Alerts['kinds'] });
  expect(sent).toMatchObject({ report_hour: 21, report_language: 'ru' });
  expect(sent?.kinds.filter(({ kind }) => isReport(kind))).toEqual([
    { kind: 'report_day', is_on: true, sounds: false, channels: ['telegram'] },
    { kind: 'report_week', is_on: true, sounds: false, channels: ['telegram'] },
  ]);
});

test('whoever sees no money is offered no reports', async () => {
  open(settings({ kinds: settings().kinds.filter(({ kind }) => !isReport(kind)) }));
  await isSeen('Новый заказ');
  expect(screen.queryByRole('region', { name: 'Отчёты' })).toBeNull();
});

test('reports have no column of Telegram where there is no bot', async () => {
  open(settings());
  const card = within(await screen.findByRole('region', { name: 'Отчёты' }));
  expect(card.getAllByRole('switch')).toHaveLength(2);
  expect(card.queryByRole('switch', { name: /Telegram/ })).toBeNull();
});

test('a browser that cannot be called says why, others can be switched off; without a bot there is no Telegram', async () => {
  const calls: Call[] = [];
  const { user } = open(
    settings({ browsers: [{ id: BROWSER, browser: 'Chrome, Android', since: SINCE, is_current: false }] }),
  );
  server.use(serveNoting(calls, accountRoutes.removeAlertChannel, () => HttpResponse.json(null)));
  await isSeen(/^Этот браузер не умеет оповещать/);
  await isSeen(/^У этого сервера нет бота/);
  expect(screen.queryByRole('button', { name: 'Включить в этом браузере' })).toBeNull();
  await user.click(screen.getByRole('button', { name: /^Отключить: Chrome, Android/ }));
  await isSeen('Отключено');
  expect(calls.map(([path]) => path)).toEqual([expect.stringContaining(BROWSER)]);
});

test('this browser is switched on by its own subscription', async () => {
  const calls: Call[] = [];
  const bytes = (length: number) => new Uint8Array(length).fill(1).buffer;
  const pushManager = {
    getSubscription: () => Promise.resolve(null),
    subscribe: vi.fn<(options: object) => Promise<object>>(() =>
      Promise.resolve({
        endpoint: 'https://push.example/1',
        getKey: (name: string) => bytes(name === 'auth' ? 16 : 65),
      }),
    ),
  };
  const register = vi.fn<(path: string) => Promise<void>>(() => Promise.resolve());
  vi.stubGlobal('PushManager', function PushManager() {});
  vi.stubGlobal('Notification', { permission: 'default', requestPermission: () => Promise.resolve('granted') });
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: { register, ready: Promise.resolve({ pushManager }), addEventListener: () => undefined },
  });
  onTestFinished(() => {
    vi.unstubAllGlobals();
    Reflect.deleteProperty(navigator, 'serviceWorker');
  });
  const { user } = open(settings());
  server.use(serveNoting(calls, accountRoutes.addPushBrowser, () => HttpResponse.json({ id: BROWSER })));
  await user.click(await screen.findByRole('button', { name: 'Включить в этом браузере' }));
  await isSeen('Включено');
  expect(register).toHaveBeenCalledWith('/sw.js');
  expect(pushManager.subscribe).toHaveBeenCalledWith({ userVisibleOnly: true, applicationServerKey: 'AAAA' });
  expect(calls.map(([, body]) => body)).toEqual([
    {
      endpoint: 'https://push.example/1',
      p256dh: expect.stringMatching(/^[\w-]{87}$/),
      auth: expect.stringMatching(/^[\w-]{22}$/),
    },
  ]);
});

test('a chat is linked by a link of the bot, which opens beside', async () => {
  const { user } = open(settings({ telegram: { bot: 'kantor_bot', linked: null } }));
  const url = 'https://t.me/kantor_bot?start=code';
  server.use(serve(accountRoutes.startTelegram, { url, expires_at: SINCE }));
  await user.click(await screen.findByRole('button', { name: 'Связать с Telegram' }));
  const link = await screen.findByRole('link', { name: 'Открыть @kantor_bot' });
  expect(link).toHaveAttribute('href', url);
  const card = screen.getByRole('region', { name: 'Telegram' });
  await waitFor(() => expect(within(card).getByText(/до 00:30/)).toBeVisible());
});
