import * as routes from '@kantor/contract/plain/routes.ts';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { i18n } from '@/shared/i18n/i18n';
import { noteServerDate } from '@/shared/lib/server-clock';
import { merchant, trader } from '@/test/fixtures';
import { inUserMenu, openApp } from '@/test/render-app';
import { asMerchant, asUser, serve, server } from '@/test/server';
import { setWidth } from '@/test/width';
import { isSeen } from '@/test/screen-reading';

const menu = () => screen.findByRole('navigation', { name: 'Разделы' });
const entries = async () => {
  const nav = within(await menu());
  await nav.findByRole('link', { name: 'Баланс' });
  return nav.getAllByRole('link').map((link) => `${link.textContent} ${link.getAttribute('href')}`);
};

test('the keys are shown by ?, and lead to the sections that the person has', async () => {
  const { user, address } = openApp('/nowhere');
  await entries();
  await waitFor(async () => {
    await user.keyboard('?');
    expect(screen.getByRole('dialog', { name: 'Клавиши' })).toBeVisible();
  });
  const sheet = within(screen.getByRole('dialog'));
  expect(sheet.getByText('Реквизиты').previousElementSibling).toHaveTextContent('G R');
  expect(sheet.queryByText('Кошельки')).toBeNull();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.keyboard('go');
  await waitFor(() => expect(address()).toContain('/orders'));
});

describe('the sidebar', () => {
  test('of a trader', async () => {
    openApp('/balance');
    expect(await entries()).toEqual([
      'Баланс /balance',
      'Апелляции /appeals',
      'Выплаты /payments',
      'Заказы /orders',
      'Кабинеты /cabinets',
      'Реквизиты /requisites',
      'Транзакции /transactions',
      'Вывод USDT /usdt-withdrawals',
      'Уведомления /notifications',
      'Пинги /pings',
    ]);
  });

  test('of a merchant', async () => {
    server.use(asUser(merchant));
    openApp('/balance');
    expect(await entries()).toEqual([
      'Баланс /balance',
      'Апелляции /appeals',
      'Вывод /withdrawals',
      'Выплаты /payments',
      'Заказы /orders',
      'История операций /history',
      'Кошельки /wallets',
      'Разработчику /developer',
    ]);
  });

  test('has payouts only where they are enabled', async () => {
    server.use(asUser({ ...trader, payout_enable: false }));
    openApp('/balance');
    expect(await entries()).not.toContain('Выплаты /payments');
  });

  test('of the platform has its own pages', async () => {
    server.use(asUser({ ...merchant, role: 'operator' }));
    openApp('/balance');
    expect(await entries()).toEqual([
      'Баланс /balance',
      'Сводка /platform/overview',
      'Аналитика /platform/analytics',
      'Ликвидность /platform/liquidity',
      'Люди и счета /platform/accounts',
      'Радар /platform/radar',
      'Состояние /platform/state',
      'Чтение сообщений /platform/reading',
      'Ждут второго /platform/proposals',
      'Курс /platform/rate',
      'Заказы /platform/orders',
      'Выводы к отправке /platform/withdrawal-desk',
      'Выплаты /platform/payouts',
      'Выводы /platform/withdrawals',
      'Апелляции /platform/appeals',
      'Реквизиты /platform/requisites',
      'Кабинеты /platform/cabinets',
      'Уведомления /platform/notifications',
      'Остатки банков /platform/bank-balances',
      'Пополнения /platform/deposits',
      'Вебхуки /platform/webhooks',
      'Сверка /platform/reconciliations',
      'Журнал /platform/journal',
    ]);
  });

  test('stays collapsed after a reload', async () => {
    const { user } = openApp('/balance');
    await menu();
    await user.click(screen.getByRole('button', { name: 'Свернуть' }));
    expect(screen.getByRole('button', { name: 'Развернуть' })).toHaveAttribute('aria-expanded', 'false');
    cleanup();
    openApp('/balance');
    await waitFor(() => expect(screen.getByRole('button', { name: 'Развернуть' })).toBeVisible());
  });

  test('collapses under 1024 px, and again after a section was chosen there', async () => {
    const { user } = openApp('/balance');
    await menu();
    act(() => setWidth(1023));
    await user.click(await screen.findByRole('button', { name: 'Развернуть' }));
    await user.click(await screen.findByRole('link', { name: 'Пинги' }));
    await waitFor(() => expect(screen.getByRole('button', { name: 'Развернуть' })).toBeVisible());
    act(() => setWidth(1024));
    await waitFor(() => expect(screen.getByRole('button', { name: 'Свернуть' })).toBeVisible());
  });

  test('is a drawer under 768 px that closes on a tap', async () => {
    setWidth(767);
    const { user, address } = openApp('/balance');
    await user.click(await screen.findByRole('button', { name: 'Меню' }));
    const drawer = screen.getByRole('dialog', { name: 'Разделы' });
    await user.click(await within(drawer).findByRole('link', { name: 'Заказы' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(address()).toBe('/orders'));
  });
});

describe('the header', () => {
  test('shows the rate', async () => {
    openApp('/balance');
    await isSeen('92,50 ₽');
    expect(screen.getByText('1 USDT =')).toBeVisible();
    expect(screen.queryByText(/^на \d\d:\d\d$/)).toBeNull();
  });

  test('says of when an old rate is: the time, and after half a day the date', async () => {
    server.use(serve(routes.getRate, { rate: 92.5, updated_at: new Date(Date.now() - 61 * 60_000).toISOString() }));
    openApp('/balance');
    await isSeen(/^на \d\d:\d\d$/);
    expect(screen.getByText('92,50 ₽')).toBeVisible();
    cleanup();
    server.use(serve(routes.getRate, { rate: 92.5, updated_at: '2026-01-01T21:30:00.000Z' }));
    openApp('/balance');
    await isSeen('на 02.01.2026, 00:30');
  });

  test.each([
    [20, '20 мин'],
    [3 * 60 + 59, '3 ч'],
    [48 * 60 - 1, '47 ч'],
    [48 * 60, '2 дн.'],
  ])('marks a stale rate with its age, after %i minutes %s', async (minutes, age) => {
    const updated_at = new Date(Date.now() - minutes * 60_000 - 1000).toISOString();
    server.use(serve(routes.getRate, { rate: 92.5, updated_at, is_stale: true }));
    openApp('/balance');
    await isSeen('Курс устарел:');
    expect(screen.getByText(age)).toBeVisible();
    expect(screen.queryByText(/^на /)).toBeNull();
  });

  test("tells the age of the rate by the server's clock: a trader's own may be hours off", async () => {
    const present = Date.now() + 3 * 60 * 60_000;
    const updated_at = new Date(present - 20 * 60_000 - 5000).toISOString();
    server.use(
      serve(routes.getRate, () =>
        HttpResponse.json(
          { rate: 92.5, updated_at, is_stale: true },
          { headers: { date: new Date(present).toUTCString() } },
        ),
      ),
    );
    onTestFinished(() => noteServerDate(new Date().toUTCString(), Date.now(), Date.now()));
    openApp('/balance');
    await isSeen('20 мин');
  });

  test("copies the trader's wallet", async () => {
    const { user } = openApp('/balance');
    const write = vi.spyOn(navigator.clipboard, 'writeText');
    await user.click(await screen.findByRole('button', { name: 'Копировать Кошелек' }));
    expect(write).toHaveBeenCalledWith(trader.wallet);
    expect(screen.getByText('TQn9Y2khEs…5KcbLSE')).toBeVisible();
  });

  test("says 'Скопировать кошелек' on a phone", async () => {
    setWidth(390);
    openApp('/balance');
    await waitFor(() => expect(screen.getByRole('button', { name: 'Скопировать кошелек' })).toBeVisible());
  });

  test('has no wallet for a merchant, nor for a trader without one', async () => {
    server.use(asUser({ ...trader, wallet: '' }));
    openApp('/balance');
    await screen.findByRole('button', { name: /ivan\.petrov/ });
    expect(screen.queryByRole('button', { name: /Кошелек/ })).toBeNull();
  });

  test("names the user, or says 'Username'", async () => {
    server.use(asUser({ ...trader, username: '' }));
    openApp('/balance');
    await waitFor(() => expect(screen.getByRole('button', { name: /Username/ })).toBeVisible());
  });

  test('switches and remembers the language', async () => {
    const { user } = openApp('/balance');
    await screen.findByRole('heading', { level: 1, name: 'Баланс' });
    await user.click(await inUserMenu('English'));
    await waitFor(() => expect(screen.getByRole('heading', { level: 1, name: 'Balance' })).toBeVisible());
    expect(document.documentElement.lang).toBe('en');
    expect(localStorage.getItem('kantor.language')).toBe('en');
    await act(() => i18n.changeLanguage('ru'));
    expect(document.documentElement.lang).toBe('ru');
  });

  test('switches and remembers the theme', async () => {
    const { user } = openApp('/balance');
    await screen.findByRole('heading', { level: 1, name: 'Баланс' });
    await user.click(await inUserMenu('Тёмная'));
    expect(document.documentElement).toHaveAttribute('data-mantine-color-scheme', 'dark');
    expect(localStorage.getItem('kantor.scheme')).toBe('dark');
  });
});

const fail = () => {
  throw new Error('broken');
};

describe('addresses', () => {
  test('/ leads to the balance', async () => {
    const { address } = openApp('/');
    await screen.findByRole('heading', { level: 1, name: 'Баланс' });
    expect(address()).toBe('/balance');
  });

  test('an unknown one is an empty page in the shell', async () => {
    openApp('/nowhere/at/all');
    await menu();
    expect(screen.getByRole('main')).toBeEmptyDOMElement();
  });

  test('a section of another role is an empty page', async () => {
    openApp('/wallets');
    await entries();
    expect(screen.getByRole('main')).toBeEmptyDOMElement();
  });

  test.each([
    '/cabinets',
    '/cabinets/new',
    '/cabinets/7',
    '/requisites',
    '/requisites/new',
    '/requisites/7',
    '/transactions',
    '/transactions/7',
    '/notifications',
    '/notifications/7',
    '/pings',
  ])('%s is an empty page for a merchant', async (path) => {
    server.use(asMerchant());
    openApp(path);
    await screen.findByRole('link', { name: 'Кошельки' });
    expect(screen.getByRole('main')).toBeEmptyDOMElement();
  });

  test('a row that cannot be drawn leaves the list, the shell and the other screens alone', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    server.use(serve(routes.listOrders, () => HttpResponse.json({ count: 1, results: [{ id: 'broken' }] })));
    const { user } = openApp('/orders');
    expect((await screen.findAllByText('Не удалось показать'))[0]).toBeVisible();
    // The user's name, and so the sections, may come later than the broken list.
    await user.click(await screen.findByRole('link', { name: 'Баланс' }));
    await waitFor(() => expect(screen.getByRole('heading', { level: 1, name: 'Баланс' })).toBeVisible());
  });

  test.each<[string, () => object]>([
    ['fails while it is drawn', () => ({ Component: fail, preload: undefined })],
    ['cannot be had', fail],
  ])('a screen that %s leaves the shell and the other screens alone', async (_how, code) => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    vi.doMock('@/features/pings/pings-list', code);
    onTestFinished(() => vi.doUnmock('@/features/pings/pings-list'));
    const { user } = openApp('/orders');
    await user.click(await screen.findByRole('link', { name: 'Пинги' }));
    await isSeen('Не удалось открыть страницу');
    await user.click(screen.getByRole('link', { name: 'Баланс' }));
    await waitFor(() => expect(screen.getByRole('heading', { level: 1, name: 'Баланс' })).toBeVisible());
    expect(screen.queryByText('Не удалось открыть страницу')).toBeNull();
  });
});
