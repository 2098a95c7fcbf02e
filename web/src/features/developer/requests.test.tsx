import { listApiRequests } from '@kantor/contract/plain/account-routes.ts';
import { listApiKeys } from '@kantor/contract/plain/routes.ts';
import { rightsOf } from '@kantor/contract/plain/rights.ts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { expect, test } from 'vitest';
import { merchant, orderId } from '@/test/fixtures';
import { apiKey } from '@/test/fixtures-webhooks';
import { openApp } from '@/test/render-app';
import { loadedTable, rowsOf } from '@/test/screen-reading';
import { asUser, serve, server } from '@/test/server';

const request = {
  id: orderId(1),
  at: '2026-01-01T21:30:00.000Z',
  method: 'POST',
  route: '/orders',
  object_id: null,
  external_id: 'A-17',
  status: 409,
  code: 'no_requisite',
  duration_ms: 12,
  request_id: 'abcdef0123456789',
  key: { id: orderId(2), name: 'Магазин' },
  is_test: false,
  address: '203.0.113.7',
  is_replayed: false,
};

test('the log of requests tells each call, how it was answered and by which key, and is searched and filtered', async () => {
  const asked: string[] = [];
  server.use(
    asUser({ ...merchant, rights: rightsOf({ role: 'merchant', memberRole: 'owner' }) }),
    serve(listApiKeys, { count: 0, results: [] }),
    serve(listApiRequests, ({ request: { url } }) => {
      asked.push(new URL(url).search);
      const results = [
        request,
        { ...request, id: orderId(3), status: 201, code: null, is_replayed: true, is_test: true },
      ];
      return HttpResponse.json({ count: 2, results, rest: { before: '77', at: '2026-01-01T21:00:00.000Z' } });
    }),
  );
  const { user, address } = openApp('/developer/requests');
  const table = await loadedTable('Запросы к API');
  expect(rowsOf(table).map((row) => row.toSpliced(4, 1))).toEqual([
    ['POST /orders ', '409 · no_requisite', 'A-17', 'Магазин · 203.0.113.7', '02.01.2026, 00:30, за 12 мс'],
    ['POST /orders Тест', '201 · повтор', 'A-17', 'Магазин · 203.0.113.7', '02.01.2026, 00:30, за 12 мс'],
  ]);
  await user.click(screen.getByRole('button', { name: 'Отклонены' }));
  await waitFor(() => expect(address()).toBe('/developer/requests?result=REFUSED'));
  await user.click(await screen.findByRole('button', { name: 'Искать раньше' }));
  await waitFor(() => expect(asked.at(-1)).toContain('before=77'));
  await user.type(screen.getByRole('searchbox'), 'A-17');
  await waitFor(() => expect(address()).toBe('/developer/requests?search=A-17&result=REFUSED'));
  await waitFor(() => expect(asked.at(-1)).toBe('?page=1&page_size=30&search=A-17&result=REFUSED'));
});

const cashDesk = apiKey(1, { name: 'Касса' });

test('the log of requests is narrowed to a key, a call and minutes of Moscow’s clock, kept in the address', async () => {
  const asked: string[] = [];
  server.use(
    asUser({ ...merchant, rights: rightsOf({ role: 'merchant', memberRole: 'owner' }) }),
    serve(listApiKeys, { count: 1, results: [cashDesk] }),
    serve(listApiRequests, ({ request: { url } }) => {
      asked.push(new URL(url).search);
      return HttpResponse.json({ count: 1, results: [request], rest: null });
    }),
  );
  const { user, address } = openApp('/developer/requests');
  await loadedTable('Запросы к API');
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Ключ' }), cashDesk.name);
  await user.selectOptions(screen.getByRole('combobox', { name: 'Вызов' }), 'POST /orders');
  fireEvent.change(screen.getByLabelText('С'), { target: { value: '2026-01-02T00:30' } });
  fireEvent.blur(screen.getByLabelText('С'));
  fireEvent.change(screen.getByLabelText('До'), { target: { value: '2026-01-02T01:30' } });
  fireEvent.blur(screen.getByLabelText('До'));
  const narrowed = new URLSearchParams({
    key: cashDesk.id,
    call: 'POST /orders',
    from: '2026-01-02T00:30',
    to: '2026-01-02T01:30',
  });
  await waitFor(() => expect(address()).toBe(`/developer/requests?${narrowed}`));
  await waitFor(() =>
    expect(Object.fromEntries(new URLSearchParams(asked.at(-1)))).toEqual({
      page: '1',
      page_size: '30',
      key: cashDesk.id,
      call: 'POST /orders',
      from: '2026-01-01T21:30:00.000Z',
      to: '2026-01-01T22:30:00.000Z',
    }),
  );
});
