import * as cabinetRoutes from '@kantor/contract/plain/cabinet-routes.ts';
import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { HttpResponse } from 'msw';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Cabinet } from '@/api/cabinets';
import { cabinet, cabinetId } from '@/test/fixtures-trader';
import { answerQuestion, focusIsOn } from '@/test/question';
import { openApp } from '@/test/render-app';
import { headsOf, isSeen, isWithoutDialog, loadedTable } from '@/test/screen-reading';
import { problem, serve, server } from '@/test/server';

const list = (...results: Cabinet[]) => serve(cabinetRoutes.listCabinets, { count: results.length, results });
const table = () => waitFor(() => loadedTable('Кабинеты'));
const toggle = () => screen.findByRole('switch', { name: 'Кабинет Samsung A51' });

beforeEach(() => server.use(list(cabinet(1)), serve(cabinetRoutes.getCabinet, cabinet(1))));

describe('the list of cabinets', () => {
  test('shows a switch where the trader has one, and a badge where not', async () => {
    server.use(
      list(
        cabinet(1),
        cabinet(2, { is_active: false }),
        cabinet(3, { can_be_active: false, last_heard_at: '2026-11-19T09:41:30.000Z' }),
        cabinet(4, { is_blocked_forever: true }),
        cabinet(5, { can_be_active: false, last_heard_at: null }),
      ),
    );
    openApp('/cabinets');
    const shown = await table();
    expect(headsOf(shown)).toEqual(['Статус', 'Название', 'Телефон', 'Реквизиты', 'Сегодня', 'Счётчик и сумма']);
    const rows = within(shown).getAllByRole('row').slice(1);
    const state = rows.map((row) => {
      const cell = within(row).getAllByRole('cell')[0] as HTMLElement;
      const input = within(cell).queryByRole('switch');
      return [
        cell.textContent?.replace(/^Кабинет Samsung A5\d/, ''),
        input && (input as HTMLInputElement).checked,
        within(row).getByText(/^Samsung/, { selector: 'a' }).textContent,
        within(row)
          .getByRole('button', { name: /Сбросы кабинета/ })
          .hasAttribute('disabled'),
      ];
    });
    expect(state).toEqual([
      ['Активен', true, 'Samsung A51', false],
      ['Выключен', false, 'Samsung A52', false],
      ['АвтоматикаТелефон молчит с 19.11.2026, 12:41', null, 'Samsung A53', false],
      ['Заблокирован', null, 'Samsung A54', true],
      ['АвтоматикаТелефон не подключён', null, 'Samsung A55', false],
    ]);
    expect(screen.getByText('Кабинетов: 5')).toBeVisible();
  });

  test('empty says so; it was asked for ten rows, with the token and as JSON', async () => {
    const asked: unknown[] = [];
    server.use(
      serve(cabinetRoutes.listCabinets, ({ request }) => {
        const { headers } = request;
        asked.push([new URL(request.url).search, headers.get('content-type'), headers.get('authorization')]);
        return HttpResponse.json({ count: 0, results: [] });
      }),
    );
    openApp('/cabinets');
    await isSeen('Кабинеты не найдены');
    expect(asked).toEqual([['?page=1&page_size=10', 'application/json', 'Bearer access-1']]);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('leads to a cabinet and to a new one', async () => {
    openApp('/cabinets');
    expect(within(await table()).getByRole('link')).toHaveAttribute('href', `/cabinets/${cabinetId(1)}`);
    expect(screen.getByRole('link', { name: 'Добавить кабинет' })).toHaveAttribute('href', '/cabinets/new');
  });
});

describe('the switch of a cabinet', () => {
  test('answers at once; the last wanted state is saved', async () => {
    const wanted: unknown[] = [];
    const releases: (() => void)[] = [];
    server.use(
      serve(cabinetRoutes.toggleCabinet, async ({ request }) => {
        const body = (await request.json()) as { is_active: boolean };
        wanted.push(body);
        await new Promise<void>((resolve) => releases.push(resolve));
        server.use(list(cabinet(1, body)));
        return HttpResponse.json(cabinet(1, body));
      }),
    );
    const { user, address } = openApp('/cabinets');
    await user.click(await toggle());
    expect(await toggle()).not.toBeChecked();
    expect(screen.getByText('Выключен')).toBeVisible();
    await user.click(await toggle());
    await waitFor(() => expect(releases).toHaveLength(1));
    releases[0]?.();
    await waitFor(() => expect(releases).toHaveLength(2));
    releases[1]?.();
    await waitFor(async () => expect(await toggle()).toBeChecked());
    expect(wanted).toEqual([{ is_active: false }, { is_active: true }]);
    expect(address()).toBe('/cabinets');
  });

  test('falls back with a toast when the server refuses', async () => {
    server.use(serve(cabinetRoutes.toggleCabinet, () => problem(409, 'Кабинет заблокирован навсегда')));
    const { user } = openApp('/cabinets');
    await user.click(await toggle());
    await isSeen('Ошибка действия');
    await waitFor(async () => expect(await toggle()).toBeChecked());
  });
});

describe.each([
  [
    'the deal counter',
    cabinetRoutes.resetCabinetDeals,
    'Сбросить счётчик сделок: Samsung A51',
    'Счетчик сделок сброшен!',
    'Сбросить счётчик сделок кабинета «Samsung A51»?',
  ],
  [
    'the deal sum',
    cabinetRoutes.resetCabinetSum,
    'Сбросить сумму сделок: Samsung A51',
    'Сумма сделок сброшена!',
    'Сбросить сумму сделок кабинета «Samsung A51»?',
  ],
])('resetting %s, from the menu of the row', (_what, route, item, done, question) => {
  const menu = (name = 'Samsung A51') => screen.findByRole('button', { name: `Сбросы кабинета ${name}` });
  const choose = async (user: UserEvent) => {
    await user.click(await menu());
    await user.click(screen.getByRole('button', { name: item, hidden: true }));
  };

  test('asks, and goes on to the next cabinet', async () => {
    server.use(
      list(cabinet(1), cabinet(2, { device_name: 'Pixel 8' })),
      serve(route, () => HttpResponse.json(cabinet(1))),
    );
    const { user } = openApp('/cabinets');
    await choose(user);
    expect(await screen.findByRole('dialog', { name: question })).toBeVisible();
    await user.keyboard('{Escape}');
    await isWithoutDialog();
    const own = await menu();
    await focusIsOn(() => own);
    await choose(user);
    await answerQuestion(user, 'Сбросить');
    await isSeen(done);
    const next = await menu('Pixel 8');
    await focusIsOn(() => next);
  });

  test('acts once on a double click, says so, and opens nothing', async () => {
    let count = 0;
    let release = () => {};
    server.use(
      serve(route, async () => {
        count += 1;
        await new Promise<void>((resolve) => (release = resolve));
        return HttpResponse.json(cabinet(1));
      }),
    );
    const { user, address } = openApp('/cabinets');
    await choose(user);
    expect(count).toBe(0);
    await user.dblClick(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Сбросить' }));
    await waitFor(() => expect(count).toBe(1));
    release();
    await isSeen(done);
    expect(count).toBe(1);
    expect(address()).toBe('/cabinets');
  });

  test('that fails says so', async () => {
    server.use(serve(route, () => problem(500, 'Попробуйте позже')));
    const { user } = openApp('/cabinets');
    await choose(user);
    await answerQuestion(user, 'Сбросить');
    await isSeen('Ошибка при выполнении действия');
    await isSeen('Попробуйте позже');
    const own = await menu();
    await focusIsOn(() => own);
  });
});
