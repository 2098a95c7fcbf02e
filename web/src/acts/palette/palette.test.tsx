import * as cabinetRoutes from '@kantor/contract/plain/cabinet-routes.ts';
import * as routes from '@kantor/contract/plain/routes.ts';
import * as payoutRoutes from '@kantor/contract/plain/payout-routes.ts';
import { rightsOf } from '@kantor/contract/plain/rights.ts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { expect, test, vi } from 'vitest';
import type { Found } from '@/api/search';
import { signOut } from '@/session/session';
import { merchant, trader } from '@/test/fixtures';
import { inUserMenu, openApp } from '@/test/render-app';
import { asUser, problem, serve, server } from '@/test/server';
import { setWidth } from '@/test/width';

const ORDER = '01939c2f-7a10-7abc-8def-0123cdef01ab';
const order: Found = {
  kind: 'order',
  id: ORDER,
  number: 'shop-17',
  name: 'Сбер •4321',
  amount_rub: '1500.00',
  amount_usdt: null,
  status: 'CLOSED',
  created_at: '2026-11-23T09:00:00.000Z',
  whose: null,
  account: null,
};
/** Answers searches, and notes what was looked for. */
const serveSearch = (texts: string[], found: (text: string) => readonly Found[]) =>
  serve(routes.search, ({ request }) => {
    const text = new URL(request.url).searchParams.get('text') ?? '';
    texts.push(text);
    return HttpResponse.json({ results: found(text) });
  });

const pressK = (key: string) =>
  document.body.dispatchEvent(
    new KeyboardEvent('keydown', { key, code: 'KeyK', ctrlKey: true, bubbles: true, cancelable: true }),
  );
const field = () => screen.findByRole('combobox', { name: 'Поиск по разделам, действиям и объектам' });
/** Opens it once the keys are there. */
async function open(key = 'k') {
  await screen.findByRole('button', { name: 'Найти' });
  act(() => void pressK(key));
  return field();
}
const lines = () => screen.queryAllByRole('option').map(({ textContent }) => textContent.trim());
const chosen = () => screen.getByRole('option', { selected: true }).textContent.trim();

test('leads to sections, actions and objects by the keyboard alone, in either layout', async () => {
  const texts: string[] = [];
  server.use(
    serve(payoutRoutes.listPayouts, { count: 0, results: [] }),
    serveSearch(texts, (text) => (text === '1500' ? [order] : [])),
  );
  const { user, address } = openApp('/nowhere');
  const input = await open('л');
  expect(input).toHaveFocus();
  expect(lines()).toEqual(expect.arrayContaining(['Реквизиты', 'Создать реквизит', 'Вывести USDT', 'Выйти']));
  expect(lines()).not.toContain('Кошельки');
  // An Enter pressed too early does nothing that is not taken back.
  expect(chosen()).toBe('Баланс');
  expect(screen.queryByRole('group', { name: 'Недавнее' })).toBeNull();
  // A forgotten layout.
  await user.keyboard('dsgkfns');
  await waitFor(() => expect(lines()).toEqual(['Выплаты']));
  expect(input).toHaveAttribute('aria-activedescendant', screen.getByRole('option').id);
  await waitFor(() => expect(screen.getByRole('status', { name: '' })).toHaveTextContent('Найдено: 1'));
  await user.keyboard('{Enter}');
  await waitFor(() => expect(address()).toBe('/payments'));
  expect(screen.queryByRole('combobox', { name: /Поиск по разделам/ })).toBeNull();

  await open();
  await user.keyboard('1500');
  expect(await screen.findByRole('option', { name: /Заказ 1\s500,00\s₽/ })).toHaveTextContent(
    /Сбер •4321 · shop-17 · CDEF01AB · Закрыт · 23\.11\.2026, 12:00/,
  );
  expect(texts.at(-1)).toBe('1500');
  await user.keyboard('{Enter}');
  await waitFor(() => expect(address()).toBe(`/orders/${ORDER}`));
});

test('walks its lines round and round, opens a tab with Ctrl, and returns the focus', async () => {
  server.use(serveSearch([], () => []));
  const tab = vi.spyOn(window, 'open').mockReturnValue(null);
  const { user, address } = openApp('/nowhere');
  const button = await screen.findByRole('button', { name: 'Найти' });
  await user.click(button);
  await field();
  const all = lines();
  expect(chosen()).toBe(all[0]);
  await user.keyboard('{ArrowUp}');
  expect(chosen()).toBe(all.at(-1));
  await user.keyboard('{ArrowDown}{ArrowDown}');
  expect(chosen()).toBe(all[1]);
  await user.keyboard('заказы');
  await waitFor(() => expect(lines()).toEqual(['Заказы']));
  await user.keyboard('{Control>}{Enter}{/Control}');
  await waitFor(() => expect(tab).toHaveBeenCalledWith('/orders', '_blank', 'noopener'));
  expect(address()).toBe('/nowhere');
  expect(await field()).toBeVisible();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('combobox', { name: /Поиск по разделам/ })).toBeNull());
  await waitFor(() => expect(button).toHaveFocus());
  tab.mockRestore();
});

test('remembers opened objects for this sign-in, without names and phones, and forgets them with it', async () => {
  const message: Found = { ...order, kind: 'notification', id: ORDER.replace('7abc', '7abd'), name: 'Иван Тайный' };
  server.use(
    serve(cabinetRoutes.getNotification, () => problem(404, 'Не найдено', 'not_found')),
    serveSearch([], () => [{ ...message, number: null }]),
  );
  const { user, store, address } = openApp('/nowhere');
  await open();
  await user.keyboard('1500');
  await screen.findByRole('option', { name: /Сообщение/ });
  await user.keyboard('{Enter}');
  await waitFor(() => expect(address()).toBe(`/notifications/${message.id}`));
  await open();
  const recent = await screen.findByRole('group', { name: 'Недавнее' });
  expect(within(recent).getAllByRole('option')).toHaveLength(1);
  expect(recent).toHaveTextContent(/1\s500,00\s₽/);
  expect(JSON.stringify(localStorage)).not.toContain('Тайный');
  act(() => {
    store.dispatch(signOut({ byChoice: true }));
  });
  await waitFor(() => expect(localStorage.getItem('kantor.recent')).toBeNull());
});

test('says what can be looked for where nothing was found, and that a search has failed', async () => {
  server.use(
    serve(routes.search, ({ request }) =>
      request.url.endsWith('f') ? problem(500, 'Сбой') : HttpResponse.json({ results: [] }),
    ),
  );
  const { user } = openApp('/nowhere');
  await open();
  await user.keyboard('qqqq');
  const status = await screen.findByText('Ничего не найдено');
  expect(status.parentElement).toHaveTextContent(/ищутся по точному ключу: ID или его последним 8 знакам, сумме/);
  await user.keyboard('f');
  await waitFor(() => expect(screen.getByText(/Поиск объектов не ответил/)).toBeVisible());
});

test('an answer that comes late changes nothing of what is asked now', async () => {
  let answer: (response: Response) => void = () => undefined;
  server.use(
    serve(routes.search, ({ request }) =>
      request.url.endsWith('=77')
        ? new Promise<Response>((resolve) => {
            answer = resolve;
          })
        : HttpResponse.json({ results: [] }),
    ),
  );
  const asked = vi.fn<(url: string) => void>();
  server.events.on('request:start', ({ request }) => asked(request.url));
  const { user } = openApp('/nowhere');
  await open();
  await user.keyboard('77');
  await waitFor(() => expect(asked).toHaveBeenCalledWith(expect.stringMatching(/text=77$/)));
  await user.keyboard('8');
  await screen.findByText('Ничего не найдено');
  answer(HttpResponse.json({ results: [order] }));
  await waitFor(() => expect(asked).toHaveBeenCalledWith(expect.stringMatching(/text=778$/)));
  expect(lines()).toEqual([]);
  server.events.removeAllListeners();
});

test('offers a shift, a developer and the platform what they may do, and no more', async () => {
  const rights = rightsOf({ role: 'trader', memberRole: 'shift' });
  server.use(asUser({ ...trader, rights }), serve(routes.getInbox, { items: [], changes_at: null }));
  const shift = openApp('/nowhere');
  await open();
  expect(lines()).toContain('Заказы');
  for (const other of [
    'Баланс',
    'Включить трафик',
    'Выключить трафик',
    'Создать реквизит',
    'Вывести USDT',
    'Транзакции',
  ])
    expect(lines()).not.toContain(other);
  shift.unmount();

  server.use(asUser({ ...merchant, rights: rightsOf({ role: 'merchant', memberRole: 'developer' }) }));
  const developer = openApp('/nowhere');
  await open();
  expect(lines()).toContain('Разработчику');
  for (const other of ['Создать выплату', 'Вывести USDT на кошелёк', 'Баланс', 'Кошельки'])
    expect(lines()).not.toContain(other);
  developer.unmount();

  const account = { id: '01939c2f-7a10-7abc-8def-000000000001', role: 'trader' as const };
  server.use(
    asUser({ ...merchant, role: 'operator' }),
    serve(routes.getInbox, { items: [], changes_at: null }),
    serveSearch([], () => [
      { ...order, whose: 'магазин · трейдер' },
      {
        ...order,
        kind: 'person',
        id: account.id,
        name: 'anna',
        amount_rub: null,
        number: null,
        status: 'ACTIVE',
        account,
      },
    ]),
  );
  const operator = openApp('/nowhere');
  await open();
  await operator.user.keyboard('anna');
  expect(await screen.findByRole('option', { name: /Человек anna/ })).toHaveAttribute(
    'href',
    `/platform/accounts/${account.id}`,
  );
  expect(screen.getByRole('option', { name: /магазин · трейдер/ })).toHaveAttribute(
    'href',
    `/platform/orders/${ORDER}`,
  );
});

test('switches the traffic and the theme in place', async () => {
  const sent: unknown[] = [];
  server.use(
    serveSearch([], () => []),
    serve(routes.toggleTraffic, async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json({});
    }),
  );
  const { user } = openApp('/nowhere');
  await open();
  await user.keyboard('трафик');
  await user.click(await screen.findByRole('option', { name: /(Включить|Выключить) трафик/ }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(await screen.findByText(/^Трафик (включён|выключен)$/)).toBeVisible();
  await open();
  await user.keyboard('тёмная');
  await waitFor(() => expect(lines()).toEqual(['Тема: Тёмная']));
  await user.keyboard('{Enter}');
  await waitFor(() => expect(document.documentElement).toHaveAttribute('data-mantine-color-scheme', 'dark'));
});

test("on the phone of somebody with a wallet its button stands in the person's menu", async () => {
  setWidth(390);
  const { user } = openApp('/nowhere');
  expect((await inUserMenu('Найти')).closest('[popover]')).not.toBeNull();
  await user.click(await inUserMenu('Найти'));
  expect(await field()).toBeVisible();
});
