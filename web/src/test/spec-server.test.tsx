import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { matchPath, type RouteObject } from 'react-router';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { routes } from '@/app/routes';
import { openApp } from './render-app';
import { server } from './server';
import { specHandlers } from './spec-server';
import { isSeen } from '@/test/screen-reading';

type Role = 'trader' | 'merchant';

/** Every screen, what its title is and what stands on it, in the words and figures of the specification's server. */
const SCREENS: [role: Role, path: string, title: string, content: (string | RegExp)[]][] = [
  [
    'trader',
    '/balance',
    'Баланс',
    ['12 345,67', '865,42', '55,25', 'Трафик выключен', 'Нет активных реквизитов', 'Сейчас в работе'],
  ],
  ['trader', '/appeals', 'Апелляции', ['Апелляций: 2', '1 500,00', 'Открыта', 'На проверке']],
  [
    'trader',
    '/appeals/ap1',
    'Страница апелляции (ID ap1)',
    ['A1B2C3D4', 'Сбер •4321', '1 500,00 ₽', 'Файл отсутствует'],
  ],
  ['trader', '/payments', 'Выплаты', ['12 500,00', '135,35', 'C2C', 'В работе', 'Заморожен']],
  [
    'trader',
    '/payments/po1',
    'Выплата po1…',
    ['135,354628 USDT', 'Иванов Пётр', '40817810099910004312', 'Открыть файл', 'Сохранить'],
  ],
  ['trader', '/payments/po2', 'Выплата po2…', ['12 500,00 ₽', 'Заморожен']],
  ['trader', '/orders', 'Заказы', ['Заказов: 2', '1 234 567,50', '13 368,35', 'Сбербанк', 'Заморожен']],
  ['trader', '/orders/a1b2c3d4e5f6a7b8', 'Заказ a1b2c3d4e5…', ['92,35 ₽', '13 368,354628 USDT', '1 500,00', 'Открыта']],
  ['trader', '/orders/b1b2c3d4e5f6a7b8', 'Заказ b1b2c3d4e5…', ['Заморожен', 'Отсутствует', '02.01.2026, 01:00']],
  ['trader', '/cabinets', 'Кабинеты', ['Samsung A54', 'Автоматика', 'Заблокирован']],
  [
    'trader',
    '/cabinets/cb1',
    'Кабинет Samsung A54',
    ['Активен', 'Показать QR-код', 'Заблокировать навсегда', /Основной/],
  ],
  ['trader', '/cabinets/new', 'Новый кабинет', ['Выключен', 'Только после создания']],
  ['trader', '/requisites', 'Реквизиты', ['Основной', 'Samsung A54', 'Т-Банк', '54 321,50']],
  ['trader', '/requisites/rq1', 'Реквизит Основной', ['1 204', /987 654,50/, /4 321,50/]],
  ['trader', '/requisites/rq2', 'Реквизит •4321', ['1 204']],
  ['trader', '/requisites/new', 'Новый реквизит', ['Создать реквизит']],
  ['trader', '/transactions', 'Транзакции', ['cccccccccc…ccccccc', '1 500,50', /^61\s?234\s?567$/]],
  ['trader', '/transactions/tx1', 'Транзакция cccccccccc…ccccccc', ['1 500,50 USDT', /"block": 1/]],
  ['trader', '/notifications', 'Уведомления', ['900', 'Сообщения', 'Зачисление 1 500 р.', 'a1b2c3d4e5f6a7b8']],
  ['trader', '/notifications/nt1', 'Уведомление', ['Samsung A54', 'Зачисление 1 500 р.', /"from": "900"/]],
  ['trader', '/pings', 'Пинги', ['Samsung A54', 'Экран включён', 'Заряд 80 %']],
  ['merchant', '/balance', 'Баланс', ['1 012 345,67', '12 408', '311', '86', '14', 'Не оплачен', '02.01.2026, 01:00']],
  ['merchant', '/appeals', 'Апелляции', ['Апелляций: 2', 'На проверке']],
  ['merchant', '/appeals/ap2', 'Страница апелляции (ID ap2)', ['receipt.pdf', '02.01.2026, 01:00']],
  ['merchant', '/withdrawals', 'Вывод', ['Выводов: 2', '1 500,00', 'Открыт', 'Выполнен']],
  [
    'merchant',
    '/withdrawals/wd2',
    'Вывод wd2…',
    ['ffffffffff…fffffff', 'Выполнен', 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE'],
  ],
  [
    'merchant',
    '/withdrawals/new',
    'Новый вывод',
    ['TQn9Y2khEs…5KcbLSE', '0x52908400…4169EE7 — Адрес не похож на TRON (TRC-20)'],
  ],
  ['merchant', '/payments', 'Выплаты', ['Выплат: 2', 'Создать выплату', 'Заморожен']],
  ['merchant', '/payments/po1', 'Выплата po1…', ['12 500,00 ₽', 'В работе']],
  ['merchant', '/payments/new', 'Новая выплата', ['Сохранить']],
  ['merchant', '/orders', 'Заказы', ['Заказов: 2', 'Активен']],
  ['merchant', '/orders/a1b2c3d4e5f6a7b8', 'Заказ a1b2c3d4e5…', ['Сбер •4321', 'СБП']],
  ['merchant', '/history', 'История операций', ['+1 200,500000', 'Пополнение', 'Списание']],
  ['merchant', '/wallets', 'Кошельки', ['Кошельков: 2', 'Адрес не похож на TRON (TRC-20)']],
];

/** The addresses of the routes, `/orders/:id`. */
const patterns = (tree: RouteObject[]): string[] =>
  tree.flatMap(({ path, lazy, children }) => [...(path && lazy ? [path] : []), ...patterns(children ?? [])]);

/** The traces of failed calls on a screen. */
const FAILURES = /не найден|Не удалось|Ошибка (?:загрузки|действия|подтверждения)|undefined|NaN|Invalid/;

let strays: string[] = [];

/** From here on only what the specification names is answered. */
function becomeSpecified(role: Role, base?: string): void {
  server.resetHandlers(
    ...specHandlers(base === undefined ? { role } : { role, base }),
    http.all('*', ({ request }) => {
      const { pathname } = new URL(request.url);
      strays.push(`${request.method} ${pathname}`);
      return new HttpResponse(null, { status: 404 });
    }),
  );
}

const text = () => screen.getByRole('main').textContent?.replaceAll('\u00a0', ' ') ?? '';

beforeEach(() => {
  strays = [];
  const complaints = vi.spyOn(console, 'error');
  onTestFinished(() => {
    expect(complaints.mock.calls.map(([first]) => String(first))).toEqual([]);
    expect(strays).toEqual([]);
  });
});

describe("against a server of the specification's own fields", () => {
  test.each(SCREENS)('a %s sees %s', async (role, path, title, content) => {
    becomeSpecified(role);
    openApp(path);
    await waitFor(() => expect(screen.getByRole('heading', { level: 1, name: title })).toBeVisible());
    const main = within(screen.getByRole('main'));
    for (const piece of content) {
      await waitFor(() =>
        expect(main.queryAllByText(piece).length, `${String(piece)} in: ${text()}`).toBeGreaterThan(0),
      );
    }
    await waitFor(() => expect(screen.getByRole('main').querySelector('[aria-busy=true]')).toBeNull());
    expect(text()).not.toMatch(FAILURES);
  });

  test('every address is among them', () => {
    const seen = SCREENS.map(([, path]) => path);
    const missing = patterns(routes).filter(
      // The specification's server has no webhooks, no members, no journal, nobody of the platform, no second factor, no alerts, no page for developers and no files of payouts; its traders withdraw nothing, have no statement, no acts and no match desk.
      (pattern) =>
        pattern !== '/login' &&
        !/^\/(?:webhooks|usdt-withdrawals|statement|acts|members|journal|invite|platform|security|alerts|developer|payments\/files|notifications\/to-sort)/.test(
          pattern,
        ) &&
        !seen.some((path) => matchPath(pattern, path)),
    );
    expect(missing).toEqual([]);
  });

  test.each([
    ['trader', ['/withdrawals', '/withdrawals/new', '/withdrawals/wd1', '/history', '/wallets', '/payments/new', '/x']],
    ['merchant', ['/cabinets', '/cabinets/new', '/cabinets/cb1', '/requisites', '/requisites/new', '/requisites/rq1']],
    ['merchant', ['/transactions', '/transactions/tx1', '/notifications', '/notifications/nt1', '/pings', '/x/y']],
  ] as [Role, string[]][])('a %s sees nothing at %j', async (role, paths) => {
    becomeSpecified(role);
    const { router } = openApp('/orders');
    await screen.findByText('Заказов: 2');
    for (const path of paths) {
      await router.navigate(path);
      await waitFor(() => expect(screen.getByRole('main')).toBeEmptyDOMElement());
    }
  });

  test('one signs in, and the rest of the addresses lead there', async () => {
    becomeSpecified('merchant');
    const { user, address } = openApp('/', { signedIn: false });
    await user.type(await screen.findByLabelText('Имя пользователя'), 'ivan');
    await user.type(screen.getByLabelText('Пароль'), 'secret{Enter}');
    await isSeen('1 012 345,67');
    expect(address()).toBe('/balance');
  });
});

test('VITE_API_BASE says where the calls live', async () => {
  vi.stubEnv('VITE_API_BASE', '/backend/v3/');
  vi.resetModules();
  onTestFinished(() => {
    vi.unstubAllEnvs();
    vi.resetModules();
  });
  becomeSpecified('merchant', 'http://kantor.test/backend/v3/');
  const fresh = await import('./render-app');
  fresh.openApp('/withdrawals');
  await isSeen('Выводов: 2');
});
