import { API_BASE } from '@kantor/contract/plain/routes.ts';
import * as actions from '@kantor/contract/plain/platform-actions.ts';
import * as routes from '@kantor/contract/plain/platform-routes.ts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { beforeEach, describe, expect, test } from 'vitest';
import { api } from '@/api/api';
import { operator } from '@/test/fixtures';
import { radarRow, radarValue } from '@/test/fixtures-platform';
import { openApp } from '@/test/render-app';
import { headsOf, isSeen, isWithoutDialog, loadedTable, rowsOf } from '@/test/screen-reading';
import { asUser, type Call, serve, server, serveNoting } from '@/test/server';

const crossed = { state: 'crossed', crossed_at: '2026-01-20T09:05:00Z' } as const;
const known = { by: 'anna', at: '2026-01-20T09:00:00Z', until: '2026-01-27T09:00:00Z', reason: 'Ждём SIM' };

const suspect = radarRow(1, {
  name: 'ivan.petrov',
  figures: [
    radarValue('without_message', { value: 3125, part: 10, whole: 32, ...crossed }),
    radarValue('confirm_time', { value: 754, part: null, sample: 25, ...crossed }),
    radarValue('expired_in_row', { value: 12, state: 'acknowledged', acknowledged: known }),
    radarValue('appeals_lost', { sample: 2, part: 1, whole: 2, value: 5000, state: 'few' }),
    // One day, of Moscow's calendar.
    radarValue('silence', {
      value: 1000,
      part: 360,
      whole: 3600,
      from: '2026-01-19T21:05:00Z',
      to: '2026-01-20T20:55:00Z',
    }),
    radarValue('balance_breaks', { value: null, part: 0, whole: 0, sample: 0, from: null, to: null, state: 'no_data' }),
  ],
});
const stopped = radarRow(2, {
  name: 'stopped',
  traffic: false,
  stopped: { at: '2026-01-19T09:00:00Z', reason: 'Разбираемся' },
  figures: [radarValue('without_message', crossed)],
});

const thresholds = [
  { figure: 'without_message', threshold: 3000, least: 20 },
  { figure: 'confirm_time', threshold: 600, least: 20 },
  { figure: 'balance_breaks', threshold: null, least: 10 },
];

let calls: Call[];
let asked: string[];
beforeEach(() => {
  calls = [];
  asked = [];
  server.use(
    asUser({ ...operator, rights: ['platform.read', 'platform.accounts'] }),
    serve(routes.listThresholds, thresholds),
    serve(routes.getRadar, ({ request }) => {
      asked.push(new URL(request.url).search);
      return HttpResponse.json({ count: 2, results: [suspect, stopped] });
    }),
  );
});

const outcome = {
  changes: [
    {
      object: { kind: 'user', id: suspect.id, name: suspect.name },
      is_new: false,
      facts: [{ name: 'traffic_on', of: null, before: true, after: false, on_acceptance: false }],
    },
  ],
  notes: [{ code: 'active_orders_go_on', values: { count: 3 } }],
  is_proposal: false,
};
const serveAction = (action: actions.ActionRoutes) =>
  server.use(
    serveNoting(calls, action.preview, () => HttpResponse.json({ ...outcome, version: 'v1' })),
    serveNoting(calls, action.carryOut, () => HttpResponse.json({ ...outcome, secrets: {} })),
  );
const address = (path: string) => API_BASE + path.replace(':id', suspect.id);

describe('the radar', () => {
  test('shows each figure with what it is counted from, of when, and how it stands to its threshold, in words', async () => {
    openApp('/platform/radar');
    const table = await loadedTable('Радар');
    expect(headsOf(table)).toEqual(['Имя', 'Трафик', 'Показатели', 'Действия']);
    expect(rowsOf(table)[0]?.filter((_, n) => n !== 2)).toEqual([
      'ivan.petrov на 12:05',
      'включён',
      'Выключить трафикПринять к сведению',
    ]);
    const [first] = within(table).getAllByRole('list');
    const shown = within(first ?? table)
      .getAllByRole('listitem')
      .map((item) => item.textContent?.replaceAll('\u00a0', ' '));
    expect(shown).toEqual([
      'Без сообщения31,3 %10 из 32, 01.01–20.01▲ порог',
      'До подтверждения12:34заказов: 25, 01.01–20.01▲ порог',
      'Истекли подряд12заказов: 40, 01.01–20.01принято к сведению до 27.01.2026anna: Ждём SIM',
      'Проиграно апелляций50 %1 из 2, 01.01–20.01мало апелляций: 2',
      'Молчание10 %06:00 из 1:00:00, 20.01',
      'Против остатканет данных',
    ]);
    expect(rowsOf(table)[1]?.slice(0, 2)).toEqual(['stopped на 12:05', 'выключен площадкой Разбираемся']);
  });

  test('leads from a figure to the list that it counts', async () => {
    openApp('/platform/radar');
    const table = await loadedTable('Радар');
    expect(within(table).getByRole('link', { name: /^31,3\s%$/ })).toHaveAttribute(
      'href',
      `/platform/orders?account=${suspect.id}&status=CLOSED`,
    );
  });

  test('says under the table what each figure counts, of how long, and its threshold', async () => {
    openApp('/platform/radar');
    const legend = await screen.findByRole('region', { name: 'Что считается' });
    await waitFor(() => expect(within(legend).getByText(/Порог: 30\s%, если есть хотя бы 20/)).toBeVisible());
    expect(within(legend).getByText(/Порог: 10:00/)).toBeVisible();
    expect(within(legend).getByText(/Порога нет/)).toBeVisible();
    expect(within(legend).getAllByText(/Период: последние 200 заказов/)).toHaveLength(5);
    expect(within(legend).getAllByRole('term')).toHaveLength(8);
  });

  test('shows merchants, those over a threshold, and the worst by a figure, by the address', async () => {
    const { user } = openApp('/platform/radar?status=CROSSED');
    await loadedTable('Радар');
    await user.selectOptions(screen.getByLabelText('Сначала хуже'), 'Молчание');
    await waitFor(() => expect(asked.at(-1)).toContain('sort=silence'));
    // A figure of traders sorts no merchants.
    await user.click(screen.getByRole('button', { name: 'Мерчанты' }));
    await waitFor(() => expect(asked.at(-1)).toBe('?page=1&page_size=30&role=merchant&status=CROSSED'));
    await waitFor(() => expect(screen.getByText('Не оплачено', { selector: 'dt' })).toBeVisible());
  });

  test('is asked for again when the server says that it has changed', async () => {
    const { store } = openApp('/platform/radar');
    await loadedTable('Радар');
    const before = asked.length;
    act(() => void store.dispatch(api.util.invalidateTags(['PlatformRadar'])));
    await waitFor(() => expect(asked.length).toBeGreaterThan(before));
  });

  test('stops the traffic with a reason, after saying what becomes of it', async () => {
    serveAction(actions.stopTraffic);
    const { user } = openApp('/platform/radar');
    await user.click(await screen.findByRole('button', { name: 'Выключить трафик: ivan.petrov' }));
    const dialog = await screen.findByRole('dialog');
    await user.type(within(dialog).getByLabelText(/Причина/), 'Без сообщений');
    await user.click(within(dialog).getByRole('button', { name: 'Что изменится' }));
    await waitFor(() => expect(screen.getByRole('row', { name: 'Трафик включено выключено' })).toBeVisible());
    await isSeen('Активные заказы идут до конца: 3');
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Выключить трафик' }));
    await isWithoutDialog();
    expect(calls).toEqual([
      [address(actions.stopTraffic.preview.path), { reason: 'Без сообщений' }],
      [address(actions.stopTraffic.carryOut.path), { reason: 'Без сообщений', version: 'v1' }],
    ]);
    expect(screen.getByRole('button', { name: 'Разрешить трафик: stopped' })).toBeVisible();
  });

  test('takes note of one of the crossed figures for some days', async () => {
    serveAction(actions.acknowledgeFigure);
    const { user } = openApp('/platform/radar');
    await user.click(await screen.findByRole('button', { name: 'Принять к сведению: ivan.petrov' }));
    const dialog = await screen.findByRole('dialog');
    const figure = within(dialog).getByLabelText(/Показатель/);
    expect(
      within(figure)
        .getAllByRole('option', { hidden: true })
        .map((option) => option.textContent),
    ).toEqual(['Показатель', 'Без сообщения', 'До подтверждения']);
    await user.selectOptions(figure, 'До подтверждения');
    await user.type(within(dialog).getByLabelText(/Причина/), 'Знаем');
    await user.clear(within(dialog).getByLabelText(/На сколько дней/));
    await user.type(within(dialog).getByLabelText(/На сколько дней/), '91');
    expect(within(dialog).getByRole('button', { name: 'Что изменится' })).toBeDisabled();
    await user.clear(within(dialog).getByLabelText(/На сколько дней/));
    await user.type(within(dialog).getByLabelText(/На сколько дней/), '14');
    await user.click(within(dialog).getByRole('button', { name: 'Что изменится' }));
    await waitFor(() =>
      expect(calls).toEqual([
        [address(actions.acknowledgeFigure.preview.path), { figure: 'confirm_time', days: 14, reason: 'Знаем' }],
      ]),
    );
    // A figure that nobody asks about any more offers nothing.
    expect(screen.queryByRole('button', { name: 'Принять к сведению: stopped', hidden: true })).toBeNull();
  });

  test('changes a threshold, typed in percent, minutes or a number; empty is none', async () => {
    serveAction(actions.setThreshold);
    const { user } = openApp('/platform/radar');
    const open = async (figure: string) => {
      await user.click(await screen.findByRole('button', { name: `Изменить порог: ${figure}` }));
      return screen.findByRole('dialog');
    };
    const first = await open('Без сообщения');
    const value = within(first).getByLabelText(/Порог, %/);
    expect(value).toHaveValue('30');
    await user.clear(value);
    await user.type(value, '12,5');
    await user.click(within(first).getByRole('button', { name: 'Что изменится' }));
    await waitFor(() => expect(calls.at(-1)?.[1]).toEqual({ figure: 'without_message', threshold: 1250, least: 20 }));
    await user.keyboard('{Escape}');
    await isWithoutDialog();
    const second = await open('До подтверждения');
    expect(within(second).getByLabelText(/Порог, минут/)).toHaveValue('10');
    await user.clear(within(second).getByLabelText(/Порог, минут/));
    await user.click(within(second).getByRole('button', { name: 'Что изменится' }));
    await waitFor(() => expect(calls.at(-1)?.[1]).toEqual({ figure: 'confirm_time', threshold: null, least: 20 }));
  });

  test('offers nothing to whoever only looks', async () => {
    server.use(asUser({ ...operator, rights: ['platform.read'] }));
    openApp('/platform/radar');
    await loadedTable('Радар');
    expect(screen.queryByRole('button', { name: /трафик|сведению/ })).toBeNull();
    await isSeen(/Порог: 30/);
    expect(screen.queryByRole('button', { name: /Изменить порог/ })).toBeNull();
  });
});
