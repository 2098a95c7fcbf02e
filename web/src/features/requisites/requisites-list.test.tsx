import * as requisiteRoutes from '@kantor/contract/plain/requisite-routes.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Requisite } from '@/api/requisites';
import { notificationId, requisite, requisiteId } from '@/test/fixtures-trader';
import { openApp } from '@/test/render-app';
import { headsOf, isSeen, loadedTable, rowsOf } from '@/test/screen-reading';
import { problem, serve, server } from '@/test/server';

const list = (...results: Requisite[]) => serve(requisiteRoutes.listRequisites, { count: results.length, results });
const table = () => waitFor(() => loadedTable('Реквизиты'));
const toggle = () => screen.findByRole('switch', { name: 'Реквизит Сбер 1' });

beforeEach(() => server.use(list(requisite(1), requisite(2)), serve(requisiteRoutes.getRequisite, requisite(1))));

describe('the list of requisites', () => {
  test('shows its columns as specified, and after them what a day has brought', async () => {
    server.use(
      list(requisite(1), requisite(2, { cabinet: null, phone: '', name: '', requisite_type: '—', sum_deals: '0.00' })),
    );
    openApp('/requisites');
    const shown = await table();
    expect(headsOf(shown)).toEqual([
      'Активен',
      'Название',
      'Кабинет',
      'Тип',
      'Телефон',
      'Банк',
      'Сделок',
      'Сумма сделок, ₽',
      'Сегодня, ₽',
    ]);
    expect(rowsOf(shown).map((row) => row.slice(1))).toEqual([
      ['Сбер 1', 'Samsung A51', 'СБП', '+79990001122', 'Сбербанк', '1 204', '1 234 567,50', '—'],
      ['Сбербанк •4321', '—', '—', '—', 'Сбербанк', '1 204', '0,00', '—'],
    ]);
    expect(screen.getByText('Реквизитов: 2')).toBeVisible();
  });

  test('says under the name of one that a bank has paused, when and why', async () => {
    const paused = { at: '2026-01-01T21:41:00.000Z', notification: notificationId(1) };
    server.use(list(requisite(1, { is_active: false, paused }), requisite(2)));
    openApp('/requisites');
    expect(rowsOf(await table()).map((row) => row[1])).toEqual([
      'Сбер 1Приостановлен: банк сообщил о блокировке, 02.01.2026, 00:41',
      'Сбер 2',
    ]);
  });

  test('leads to a requisite and to a new one', async () => {
    openApp('/requisites');
    const links = within(await table()).getAllByRole('link');
    expect(links[0]).toHaveAttribute('href', `/requisites/${requisiteId(1)}`);
    expect(screen.getByRole('link', { name: 'Добавить реквизиты' })).toHaveAttribute('href', '/requisites/new');
  });
});

describe('the switch of a requisite', () => {
  let wanted: unknown[] = [];
  const answerToggle = (respond: (isActive: boolean) => Response | Promise<Response>) =>
    serve(requisiteRoutes.toggleRequisite, async ({ request, params }) => {
      const body = (await request.json()) as { is_active: boolean };
      wanted.push([params['id'], body]);
      return respond(body.is_active);
    });

  beforeEach(() => {
    wanted = [];
  });

  test('answers at once and sends what is wanted', async () => {
    let release = () => {};
    server.use(
      answerToggle(async (isActive) => {
        await new Promise<void>((resolve) => (release = resolve));
        server.use(list(requisite(1, { is_active: isActive }), requisite(2)));
        return HttpResponse.json(requisite(1, { is_active: isActive }));
      }),
    );
    const { user, address } = openApp('/requisites');
    await user.click(await toggle());
    expect(await toggle()).not.toBeChecked();
    await waitFor(() => expect(wanted).toEqual([[requisiteId(1), { is_active: false }]]));
    release();
    await waitFor(async () => expect(await toggle()).not.toBeChecked());
    expect(address()).toBe('/requisites');
  });

  test('falls back with a toast when the server refuses', async () => {
    server.use(answerToggle(() => problem(409, 'Реквизит в архиве, действие недоступно')));
    const { user } = openApp('/requisites');
    await user.click(await toggle());
    await isSeen('Ошибка действия');
    await isSeen('Реквизит в архиве, действие недоступно');
    await waitFor(async () => expect(await toggle()).toBeChecked());
  });
});
