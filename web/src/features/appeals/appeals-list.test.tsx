import * as routes from '@kantor/contract/plain/routes.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { beforeEach, describe, expect, test } from 'vitest';
import type { AppealRow } from '@/api/appeals';
import { appealDetail, appealId, appealRow } from '@/test/fixtures-exchange';
import { lendNavigator } from '@/test/navigator';
import { openApp } from '@/test/render-app';
import { headsOf, isSeen, loadedTable, rowsOf } from '@/test/screen-reading';
import { serve, server } from '@/test/server';

let asked: string[] = [];

const answer = (respond: (query: URLSearchParams) => { count: number; results: AppealRow[] } | Response) =>
  server.use(
    serve(routes.listAppeals, ({ request }) => {
      const { search, searchParams } = new URL(request.url);
      asked.push(search);
      const result = respond(searchParams);
      return result instanceof Response ? result : HttpResponse.json(result);
    }),
    serve(routes.getAppeal, () => HttpResponse.json(appealDetail(1))),
  );

beforeEach(() => {
  asked = [];
  answer(() => ({ count: 26, results: [appealRow(1), appealRow(2)] }));
});

const table = () => loadedTable('Апелляции');
const search = () => screen.getByRole('searchbox', { name: 'Поиск по Order ID' });

describe('the list of appeals', () => {
  test('filled shows its columns and count as specified', async () => {
    const processed = {
      processed_datetime: '2026-01-01T22:00:00Z',
      status: 'PROCESSED',
      human_status: 'Обработана',
    } as const;
    answer(() => ({
      count: 1026,
      results: [
        appealRow(1),
        appealRow(2, processed),
        appealRow(3, { status: 'CLOSED', human_status: 'Закрыта' }),
        appealRow(4, { status: 'UNKNOWN', human_status: 'На проверке' }),
      ],
    }));
    openApp('/appeals');
    expect(headsOf(await table())).toEqual(['Order ID', 'Сумма, ₽', 'Время создания', 'Время закрытия', 'Статус']);
    const [open, done] = rowsOf(await table());
    expect(open).toEqual(['01939c2f-7…0000001Копировать', '1 234 567,50', '02.01.2026, 00:30', '—', 'Открыта']);
    expect(done?.slice(3)).toEqual(['02.01.2026, 01:00', 'Обработана']);
    expect(screen.getByText('Апелляций: 1 026')).toBeVisible();
    const tones = ['Открыта', 'Обработана', 'Закрыта', 'На проверке'].map((text) =>
      screen.getByText(text).getAttribute('data-tone'),
    );
    expect(tones).toEqual(['info', 'success', 'danger', 'neutral']);
    expect(asked).toEqual(['?page=1&page_size=10']);
  });

  test('is searched by the order once typing has stopped, from the first page', async () => {
    const { address } = openApp('/appeals?page=2');
    await table();
    asked = [];
    // In one breath, however slow the machine is.
    for (const typed of ['0', '01939c', '01939c2f']) fireEvent.change(search(), { target: { value: typed } });
    expect(asked).toEqual([]);
    await waitFor(() => expect(address()).toBe('/appeals?order_id=01939c2f'));
    await waitFor(() => expect(asked).toEqual(['?page=1&page_size=10&order_id=01939c2f']));
  });

  test('with nothing that matches offers to forget the search', async () => {
    answer((query) => (query.has('order_id') ? { count: 0, results: [] } : { count: 1, results: [appealRow(1)] }));
    const { user, address } = openApp('/appeals?order_id=zzzz');
    await isSeen('Нет данных');
    await user.click(screen.getByRole('button', { name: 'Сбросить фильтры' }));
    expect(rowsOf(await table())).toHaveLength(1);
    expect(address()).toBe('/appeals');
    expect(search()).toHaveValue('');
  });

  test('opens an appeal from any cell, the id among them, and finds its way back', async () => {
    const { user, address } = openApp('/appeals?page=2');
    await user.click(within(await table()).getByText('01939c2f-7…0000001'));
    await waitFor(() => expect(address()).toBe(`/appeals/${appealId(1)}`));
    await user.click(await screen.findByRole('link', { name: 'Закрыть' }));
    await waitFor(() => expect(address()).toBe('/appeals?page=2'));
    await user.click(within(await table()).getAllByText('02.01.2026, 00:30')[0] as HTMLElement);
    await waitFor(() => expect(address()).toBe(`/appeals/${appealId(1)}`));
  });

  test('copies an order id without opening anything', async () => {
    const { user, address } = openApp('/appeals');
    let copied = '';
    lendNavigator('clipboard', { writeText: async (text: string) => void (copied = text) });
    await user.click(within(await table()).getAllByRole('button', { name: 'Копировать Order ID' })[0] as HTMLElement);
    await waitFor(() => expect(copied).toBe(appealRow(1).order_id));
    expect(address()).toBe('/appeals');
  });
});
