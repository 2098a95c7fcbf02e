import * as actions from '@kantor/contract/plain/platform-actions.ts';
import * as platform from '@kantor/contract/plain/platform-routes.ts';
import { rightsOf } from '@kantor/contract/plain/rights.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { beforeEach, describe, expect, test } from 'vitest';
import { operator } from '@/test/fixtures';
import { openApp } from '@/test/render-app';
import { loadedTable, rowsOf } from '@/test/screen-reading';
import { asUser, type Call, pathOf, problem, serve, server, serveNoting } from '@/test/server';
import { stepsOf } from './rate-line';

const idOf = (n: number) => `01939c2f-0000-7000-8000-${String(n).padStart(12, '0')}`;

const proposal = (n: number, changes: object) => ({
  id: idOf(n),
  reason: 'Ошибка банка',
  proposed_by: 'anna',
  is_own: false,
  created_at: '2026-01-01T09:00:00Z',
  lapses_at: '2036-01-02T09:00:00Z',
  ...changes,
});
const DEPOSIT = proposal(1, {
  kind: 'deposit',
  account_id: '01939c2f-7b1e-7000-a000-000000000001',
  account_name: 'ivan',
  amount_in_usdt: '50.000000',
  reference: 'чек 7',
});
const OWN = proposal(2, { kind: 'second_factor', person: 'pavel', is_own: true });

const outcome = {
  changes: [
    {
      object: { kind: 'thing', id: '7', name: '7' },
      is_new: false,
      facts: [{ name: 'rate', of: null, before: '92.0000', after: '95.5000', on_acceptance: false }],
    },
  ],
  notes: [],
  is_proposal: false,
};

let calls: Call[];
beforeEach(() => {
  calls = [];
  server.use(asUser(operator));
});

/** Serves both calls of an action, noting them. */
const offer = (action: actions.ActionRoutes) =>
  server.use(
    serveNoting(calls, action.preview, () => HttpResponse.json({ ...outcome, version: 'v1' })),
    serveNoting(calls, action.carryOut, () => HttpResponse.json({ ...outcome, secrets: {} })),
  );

const becomes = () => screen.findByRole('row', { name: /^Курс 92,00\s₽ 95,50\s₽$/ });
const support = { ...operator, rights: rightsOf({ role: 'operator', memberRole: 'support' }) };

describe('what waits for a second person', () => {
  const open = () => {
    server.use(serve(platform.listProposals, { results: [DEPOSIT, OWN] }));
    return openApp('/platform/proposals');
  };

  test('says who proposed what, when, and till when; one’s own waits for another', async () => {
    open();
    const rows = rowsOf(await loadedTable('Ждут второго'));
    expect(rows.map((cells) => cells.slice(0, 5))).toEqual([
      [
        expect.stringMatching(/^Пополнение ivan на 50,00\sUSDT: чек 7$/),
        'Ошибка банка',
        'anna',
        '01.01.2026, 12:00',
        '02.01.2036, 12:00',
      ],
      ['Снять второй фактор: pavel', 'Ошибка банка', 'anna', '01.01.2026, 12:00', '02.01.2036, 12:00'],
    ]);
    expect(screen.getByText('Ждут: 2')).toBeVisible();
    expect(screen.queryByRole('button', { name: /Согласиться: Снять/ })).toBeNull();
    expect(screen.getByRole('button', { name: /Отклонить: Снять/ })).toBeVisible();
  });

  test('is accepted as its preview says', async () => {
    offer(actions.acceptProposal);
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: /Согласиться: Пополнение/ }));
    expect(await becomes()).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Согласиться' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(calls).toEqual([
      [pathOf(actions.acceptProposal.preview, idOf(1)), {}],
      [pathOf(actions.acceptProposal.carryOut, idOf(1)), { version: 'v1' }],
    ]);
  });

  test('is declined with a reason', async () => {
    offer(actions.declineProposal);
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: /Отклонить: Пополнение/ }));
    await user.type(await screen.findByLabelText('Причина'), 'Не то');
    await user.click(screen.getByRole('button', { name: 'Что изменится' }));
    expect(await becomes()).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Отклонить' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(calls.map(([, body]) => body)).toEqual([{ reason: 'Не то' }, { reason: 'Не то', version: 'v1' }]);
  });

  test('is only read by a support person', async () => {
    server.use(asUser(support));
    open();
    await loadedTable('Ждут второго');
    expect(screen.queryByRole('button', { name: /Согласиться|Отклонить/ })).toBeNull();
  });

  test('says so when nothing waits, and when it could not be asked', async () => {
    server.use(
      serve(platform.listProposals, { results: [] }),
      serve(platform.getPlatformRate, () => problem(500, 'Ошибка')),
    );
    const { router } = openApp('/platform/proposals');
    await waitFor(() => expect(screen.getByText('Никто ничего не предложил')).toBeVisible());
    await router.navigate('/platform/rate');
    await waitFor(() => expect(screen.getByText('Не удалось загрузить курс')).toBeVisible());
  });
});

const HISTORY = [
  { id: '3', rate: '92.0000', source: 'operator', created_at: '2026-01-01T12:00:00Z' },
  { id: '2', rate: '90.0000', source: 'Биржа', created_at: '2026-01-01T09:00:00Z' },
];
const RATE = {
  rate: {
    rate: '92.0000',
    source: 'operator',
    created_at: '2026-01-01T12:00:00Z',
    confirmed_at: '2026-01-01T12:00:00Z',
    stale_at: '2026-01-02T12:00:00Z',
    is_stale: true,
  },
  proposal: {
    id: '7',
    rate: '95.5000',
    latest: '95.7000',
    in_force: '92.0000',
    source: 'Биржа',
    created_at: '2026-01-01T13:00:00Z',
  },
  jump_bp: 500,
  history_is_cut: false,
  history: HISTORY,
};

describe('the rate', () => {
  const open = () => {
    server.use(serve(platform.getPlatformRate, RATE));
    return openApp('/platform/rate');
  };

  test('says its source and that it is stale, what is proposed, and how it was', async () => {
    open();
    const rows = rowsOf(await loadedTable('За семь дней'));
    expect(rows.map(([since, rate, source]) => [since, rate?.replace('\u00a0', ' '), source])).toEqual([
      ['01.01.2026, 15:00', '92,00 ₽', 'задан вручную'],
      ['01.01.2026, 12:00', '90,00 ₽', 'Биржа'],
    ]);
    expect(screen.getByText('устарел: заказы не выдаются')).toBeVisible();
    const proposed = within(screen.getByRole('region', { name: 'Предложение источника' }));
    expect(proposed.getByText(/^95,50\s₽$/)).toBeVisible();
    expect(proposed.getByText(/^95,70\s₽$/)).toBeVisible();
  });

  test('says where its history begins, when there was more of it', async () => {
    server.use(serve(platform.getPlatformRate, { ...RATE, history_is_cut: true }));
    openApp('/platform/rate');
    const said = 'Показаны последние 2 изменений, с 01.01.2026, 12:00: за семь дней их было больше.';
    expect(await screen.findByText(said)).toBeVisible();
  });

  test.for([
    ['Принять', actions.acceptRate],
    ['Отклонить', actions.declineRate],
  ] as const)('its proposal: %s', async ([name, action]) => {
    offer(action);
    const { user } = open();
    await user.click(await screen.findByRole('button', { name }));
    expect(await becomes()).toBeVisible();
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(calls.map(([, body]) => body)).toEqual([{ proposal: '7' }, { proposal: '7', version: 'v1' }]);
  });

  test('is set by hand, with a warning of a jump before', async () => {
    server.use(
      serveNoting(calls, actions.setRate.preview, () =>
        calls.length === 1
          ? problem(409, 'Это дальше 5 % от курса 92.0000', 'rate_jump')
          : HttpResponse.json({ ...outcome, version: 'v1' }),
      ),
      serveNoting(calls, actions.setRate.carryOut, () => HttpResponse.json({ ...outcome, secrets: {} })),
    );
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Задать курс' }));
    await user.type(await screen.findByLabelText('Курс, ₽ за 1 USDT'), '120,5');
    await user.click(screen.getByRole('button', { name: 'Что изменится' }));
    await waitFor(() => expect(screen.getByText('Это дальше 5 % от курса 92.0000')).toBeVisible());
    await user.click(screen.getByLabelText(/даже если это дальше 5/));
    await user.click(screen.getByRole('button', { name: 'Что изменится' }));
    expect(await becomes()).toBeVisible();
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Задать курс' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(calls.map(([, body]) => body)).toEqual([
      { rate: '120.5', is_forced: false },
      { rate: '120.5', is_forced: true },
      { rate: '120.5', is_forced: true, version: 'v1' },
    ]);
  });

  test('is only read by a support person', async () => {
    server.use(asUser(support));
    open();
    await loadedTable('За семь дней');
    expect(screen.queryByRole('button', { name: /Принять|Отклонить|Задать/ })).toBeNull();
  });

  test('is a line in steps: each held until the next', () => {
    expect(stepsOf(HISTORY, Date.parse('2026-01-01T15:00:00Z'))).toBe('M0 40.00H50.00V0.00H100');
    expect(stepsOf([], 0)).toBe('');
  });
});
