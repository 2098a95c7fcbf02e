import { API_BASE } from '@kantor/contract/plain/routes.ts';
import * as actions from '@kantor/contract/plain/platform-actions.ts';
import * as routes from '@kantor/contract/plain/platform-routes.ts';
import { screen, within, waitFor } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { operator } from '@/test/fixtures';
import { openApp } from '@/test/render-app';
import { loadedTable, rowsOf } from '@/test/screen-reading';
import { asUser, type Call, serve, server, serveNoting } from '@/test/server';

const idOf = (n: number) => `01939c2f-0000-7000-8000-${String(n).padStart(12, '0')}`;
const WALLET = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';

const open = (n: number, changes: object = {}) => ({
  id: idOf(n),
  owner_id: idOf(100 + n),
  owner: `shop-${n}`,
  owner_role: 'merchant',
  amount_in_usdt: `${n}00.000000`,
  wallet: WALLET,
  wallet_is_valid: true,
  wallet_added_at: '2026-01-01T09:00:00Z',
  created_at: '2026-01-01T21:30:00Z',
  sending_by: null,
  sending_at: null,
  ...changes,
});

const fact = (name: string, before: unknown, after: unknown, of: string | null = null) => ({
  name,
  of,
  before,
  after,
  on_acceptance: false,
});

const outcome = (n: number, facts: object[], more: object = {}) => ({
  changes: [{ object: { kind: 'withdrawal', id: idOf(n), name: idOf(n) }, is_new: false, facts }],
  notes: [],
  is_proposal: false,
  ...more,
});

const SENDING = [fact('sending_by', null, 'anna'), fact('sending_at', null, '2026-01-02T09:00:00Z')];

let calls: Call[];
beforeEach(() => {
  calls = [];
  server.use(
    asUser(operator),
    serve(routes.listOpenWithdrawals, {
      count: 2,
      total_usdt: '300.000000',
      results: [open(1), open(2, { sending_by: 'boris', sending_at: '2026-01-02T08:00:00Z' })],
    }),
  );
});

const answer = (body: object) => () => HttpResponse.json(body);
const openDesk = () => openApp('/platform/withdrawal-desk');
const table = () => loadedTable('Выводы к отправке');
const pathTo = (path: string, n: number) => API_BASE + path.replace(':id', idOf(n));

describe('the desk of withdrawals', () => {
  test('shows what waits, whose it is and who is sending it', async () => {
    openDesk();
    const rows = rowsOf(await table()).map((cells) => cells.slice(1, 3).concat(cells[5] ?? ''));
    expect(rows).toEqual([
      ['shop-1 мерчант', '100,00', '—'],
      ['shop-2 мерчант', '200,00', 'boris, с 02.01.2026, 11:00'],
    ]);
    expect(screen.getByText(/Ждут: 2, всего 300,00/)).toBeVisible();
    expect(screen.queryByRole('button', { name: /Отправляю: shop-2/ })).toBeNull();
  });

  test('asks with what becomes of it, then does just that', async () => {
    server.use(
      serveNoting(calls, actions.sendWithdrawal.preview, answer({ ...outcome(1, SENDING), version: 'v1' })),
      serveNoting(calls, actions.sendWithdrawal.carryOut, answer({ ...outcome(1, SENDING), secrets: {} })),
    );
    const { user } = openDesk();
    await user.click(await screen.findByRole('button', { name: /^Отправляю: shop-1/ }));
    const dialog = await screen.findByRole('dialog');
    const becomes = await within(dialog).findByRole('table');
    expect(
      within(becomes)
        .getAllByRole('row')
        .map((row) => row.textContent),
    ).toEqual(['ЧтоБылоСтанет', 'Отправляет—anna', 'Отправляет с—02.01.2026, 12:00']);
    await user.click(within(dialog).getByRole('button', { name: 'Отправляю' }));
    await waitFor(() => expect(screen.getByText('Готово')).toBeVisible());
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(calls).toEqual([
      [pathTo(actions.sendWithdrawal.preview.path, 1), {}],
      [pathTo(actions.sendWithdrawal.carryOut.path, 1), { version: 'v1' }],
    ]);
  });

  test('shows how it is now when that has changed meanwhile, and then does that', async () => {
    let looks = 0;
    server.use(
      serve(actions.sendWithdrawal.preview, () => {
        looks += 1;
        const facts = looks === 1 ? SENDING : [fact('sending_by', null, 'later')];
        return HttpResponse.json({ ...outcome(1, facts), version: `v${looks}` });
      }),
      serveNoting(calls, actions.sendWithdrawal.carryOut, () =>
        calls.length === 1
          ? HttpResponse.json({ code: 'changed', detail: 'Пока вы смотрели, это изменилось' }, { status: 409 })
          : HttpResponse.json({ ...outcome(1, SENDING), secrets: {} }),
      ),
    );
    const { user } = openDesk();
    await user.click(await screen.findByRole('button', { name: /^Отправляю: shop-1/ }));
    await user.click(await screen.findByRole('button', { name: 'Отправляю' }));
    await waitFor(() => expect(screen.getByText('Пока вы смотрели, это изменилось')).toBeVisible());
    await waitFor(() => expect(screen.getByRole('row', { name: 'Отправляет — later' })).toBeVisible());
    await user.click(screen.getByRole('button', { name: 'Отправляю' }));
    await waitFor(() => expect(screen.getByText('Готово')).toBeVisible());
    expect(calls.map(([, body]) => body)).toEqual([{ version: 'v1' }, { version: 'v2' }]);
  });

  test('leaves nothing to confirm when it can be done no more', async () => {
    let looks = 0;
    server.use(
      serve(actions.sendWithdrawal.preview, () => {
        looks += 1;
        return looks === 1
          ? HttpResponse.json({ ...outcome(1, SENDING), version: 'v1' })
          : HttpResponse.json({ code: 'withdrawal_status', detail: 'Этот вывод уже завершён' }, { status: 409 });
      }),
      serve(actions.sendWithdrawal.carryOut, () =>
        HttpResponse.json({ code: 'changed', detail: 'x' }, { status: 409 }),
      ),
    );
    const { user } = openDesk();
    await user.click(await screen.findByRole('button', { name: /^Отправляю: shop-1/ }));
    await user.click(await screen.findByRole('button', { name: 'Отправляю' }));
    await waitFor(() => expect(screen.getByText('Этот вывод уже завершён')).toBeVisible());
    expect(screen.queryByRole('button', { name: 'Отправляю' })).toBeNull();
  });

  test('asks for a reason first, shows what the server says of it beside the field, then what becomes of the balance', async () => {
    const facts = [fact('status', 'OPEN', 'CLOSED'), fact('available_usdt', '0.000000', '100.000000', 'shop-1')];
    server.use(
      serveNoting(calls, actions.rejectWithdrawal.preview, () =>
        calls.length === 1
          ? HttpResponse.json(
              { code: 'invalid', detail: 'Проверьте', errors: { reason: ['Одной строкой'] } },
              { status: 400 },
            )
          : HttpResponse.json({ ...outcome(1, facts), version: 'v1' }),
      ),
    );
    const { user } = openDesk();
    await user.click(await screen.findByRole('button', { name: /^Отклонить: shop-1/ }));
    const dialog = await screen.findByRole('dialog');
    await user.type(within(dialog).getByLabelText(/Причина/), 'Биржа');
    await user.click(within(dialog).getByRole('button', { name: 'Что изменится' }));
    expect(await within(dialog).findByText('Одной строкой')).toBeVisible();
    await user.click(within(dialog).getByRole('button', { name: 'Что изменится' }));
    await waitFor(() =>
      expect(screen.getByRole('row', { name: /shop-1: Доступно 0,00\sUSDT 100,00\sUSDT/ })).toBeVisible(),
    );
    expect(screen.getByRole('row', { name: 'Статус открыт завершён' })).toBeVisible();
    expect(calls[1]?.[1]).toEqual({ reason: 'Биржа', is_not_sent: false });
  });

  test('gives a batch as the file of a wallet once it is taken', async () => {
    const saved: Blob[] = [];
    vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      saved.push(blob as Blob);
      return 'blob:x';
    });
    vi.spyOn(URL, 'revokeObjectURL').mockReturnValue();
    const notes = [{ code: 'batch', values: { count: 2, total: '300.000000' } }];
    server.use(
      serveNoting(calls, actions.sendWithdrawals.preview, answer({ ...outcome(1, SENDING, { notes }), version: 'v1' })),
      serveNoting(calls, actions.sendWithdrawals.carryOut, answer({ ...outcome(1, SENDING), secrets: {} })),
    );
    const { user } = openDesk();
    for (const n of [1, 2]) await user.click(await screen.findByRole('checkbox', { name: new RegExp(`shop-${n}`) }));
    await user.click(await screen.findByRole('button', { name: 'Пакет: 2' }));
    await waitFor(() => expect(screen.getByText(/В пакете 2, всего 300/)).toBeVisible());
    await user.click(screen.getByRole('button', { name: 'Взять и скачать CSV' }));
    await waitFor(() => expect(screen.getByText('Готово')).toBeVisible());
    expect(await saved[0]?.text()).toBe(
      `id;address;amount\r\n${idOf(1)};${WALLET};100.000000\r\n${idOf(2)};${WALLET};200.000000\r\n`,
    );
    expect(calls[0]?.[1]).toEqual({ ids: [idOf(1), idOf(2)] });
    vi.restoreAllMocks();
  });

  test('names the lines of a pasted list that match nothing, and proposes what takes another person', async () => {
    const notes = [
      { code: 'row_proposed', values: { row: 1, owner: 'shop-1', amount: '100.000000', withdrawal: idOf(1) } },
      { code: 'row_no_hash', values: { row: 2 } },
    ];
    server.use(
      serve(actions.closeWithdrawals.preview, {
        ...outcome(1, [fact('status', null, 'WAITING')], { notes, is_proposal: true }),
        version: 'v1',
      }),
    );
    const { user } = openDesk();
    await user.click(await screen.findByRole('button', { name: 'Вставить хеши' }));
    await user.type(await screen.findByLabelText(/Строки из кошелька/), 'x');
    await user.click(screen.getByRole('button', { name: 'Что изменится' }));
    await waitFor(() => expect(screen.getByText('Строка 2: нет хеша')).toBeVisible());
    expect(screen.getByText(/Строка 1: shop-1/)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Предложить' })).toBeVisible();
  });
});
