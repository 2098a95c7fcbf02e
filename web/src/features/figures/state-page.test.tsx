import * as routes from '@kantor/contract/plain/platform-routes.ts';
import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { api } from '@/api/api';
import type { State } from '@/api/platform-figures';
import type { User } from '@/api/user';
import { openApp } from '@/test/render-app';
import { factsShown, isSeen, rowsOf } from '@/test/screen-reading';
import { asUser, type Call, problem, serve, serveNoting, server } from '@/test/server';

const operator: User = {
  username: 'anna',
  role: 'operator',
  wallet: '',
  payout_enable: false,
  rights: ['platform.decide'],
} as const;
const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
const verified = {
  asked_at: '2026-11-23T01:00:00.000Z',
  ended_at: '2026-11-23T01:02:00.000Z',
  since: null,
  whole_at: '2026-11-23T01:02:00.000Z',
  violations: 0,
  found: [],
};

const state: State = {
  at: '2026-11-23T09:00:00.000Z',
  version: '0.1.0',
  database: { version: '18.4', size: 37.2 * 1024 ** 2, schema: 89 },
  backup: { at: ago(300), note: 'second machine' },
  disk: { free: 10 * 1024 ** 3, total: 100 * 1024 ** 3 },
  queues: [
    { name: 'outbox_lists', count: 3, since: '2026-11-23T08:59:00.000Z' },
    { name: 'of_tomorrow', count: 0, since: null },
  ],
  replica: null,
  drill: { at: ago(120), backup_at: '2026-11-22T03:00:00.000Z', violations: 0, bad_files: 0 },
  jobs: [
    { name: 'expire_orders', succeeded_at: '2026-11-23T08:59:00.000Z' },
    { name: 'forget_texts', succeeded_at: '2026-11-23T08:51:00.000Z' },
  ],
  forgotten: [{ what: 'texts', n: 12_000 }],
  chain: { block: 71234567, block_at: ago(0.5) },
  phones: { online: 4, active: 5 },
  verification: verified,
  errors: [{ kind: 'job_failed expire_orders', n: 12 }],
};

describe("the platform's state", () => {
  beforeEach(() => server.use(asUser(operator), serve(routes.getState, state)));

  test('shows the machine, queues, jobs and errors', async () => {
    openApp('/platform/state');
    await waitFor(() =>
      expect(factsShown()).toEqual({
        Версия: '0.1.0',
        База: 'PostgreSQL 18.4, 37,2 МБ, схема 89',
        'Последняя копия': '5 ч назад · second machine',
        'Проба копии': '2 ч назад · копия 22.11.2026, 06:00 годится',
        'Диск с файлами': 'свободно 10 ГБ из 100 ГБ',
        'Узел сети': 'блок 71 234 567 · 1 мин назад',
        'Телефоны на связи': '4 из 5',
      }),
    );
    expect(rowsOf(screen.getByRole('table', { name: 'Очереди' }))).toEqual([
      ['События для списков и сводки', '3', '23.11.2026, 11:59'],
      ['of_tomorrow', '0', '—'],
    ]);
    expect(rowsOf(screen.getByRole('table', { name: 'Ошибки за сутки' }))).toEqual([
      ['job_failed expire_orders', '12'],
    ]);
    expect(rowsOf(screen.getByRole('table', { name: 'Работы' }))[0]).toEqual(['expire_orders', '23.11.2026, 11:59']);
    const kept = rowsOf(screen.getByRole('table', { name: 'Сроки хранения' }));
    expect([kept.length, kept[0], kept[1]]).toEqual([
      6,
      ['Тексты сообщений банков', '12 000', '23.11.2026, 11:51'],
      ['Журнал вебхуков', '0', '—'],
    ]);
    await isSeen('Всё сходится на 23.11.2026, 04:02');
  });

  test('says of what use the last backup that was tried is', async () => {
    const drill = { at: ago(3), backup_at: '2026-11-22T03:00:00.000Z', violations: 2, bad_files: 1 };
    server.use(serve(routes.getState, { ...state, drill }));
    openApp('/platform/state');
    await isSeen('3 мин назад · копия 22.11.2026, 06:00 не годится: нарушений 2, файлов 1');
  });

  test.each([
    [{ age_seconds: 1, is_read: true }, 'отстаёт не больше чем на 1 с'],
    [{ age_seconds: 1240, is_read: false }, 'не читается: отстаёт на 1 240 с, всё читается из базы'],
    [{ age_seconds: null, is_read: false }, 'не читается: не отвечает, всё читается из базы'],
  ])('says how the replica is that much is read from: %o', async (replica, text) => {
    server.use(serve(routes.getState, { ...state, replica }));
    openApp('/platform/state');
    await isSeen(text);
  });

  test('says that no restore was ever tried', async () => {
    server.use(serve(routes.getState, { ...state, drill: null }));
    openApp('/platform/state');
    await isSeen('восстановить ещё не пробовали');
  });

  test('asks for a check, once, and shows what it found', async () => {
    let answer = state;
    const calls: Call[] = [];
    server.use(
      serve(routes.getState, () => Response.json(answer)),
      serveNoting(calls, routes.askVerification, () => {
        answer = {
          ...state,
          verification: { ...verified, asked_at: state.at, ended_at: null, violations: null },
        };
        return new Response(null, { status: 204 });
      }),
    );
    const { user, store } = openApp('/platform/state');
    await user.click(await screen.findByRole('button', { name: 'Проверить сейчас' }));
    await isSeen('Запрошена 23.11.2026, 12:00, идёт или ждёт работника');
    expect(screen.getByRole('button', { name: 'Проверить сейчас' })).toHaveAttribute('aria-disabled', 'true');
    expect(calls).toHaveLength(1);
    const found = [{ invariant: 'Every list is numbered densely', row: 'list_sequence 1', problem: 'has a hole' }];
    answer = {
      ...state,
      verification: { ...verified, asked_at: state.at, ended_at: state.at, violations: 1, found },
    };
    act(() => void store.dispatch(api.util.invalidateTags(['Platform'])));
    await isSeen('Нарушений: 1 на 23.11.2026, 12:00');
    await isSeen('list_sequence 1: has a hole. Every list is numbered densely.');
  });

  test('says of a check of what is new when everything was checked last', async () => {
    const since = '2026-11-20T01:00:00.000Z';
    const verification = { ...verified, since, whole_at: '2026-11-18T01:40:00.000Z' };
    server.use(serve(routes.getState, { ...state, verification }));
    openApp('/platform/state');
    await isSeen('Всё сходится на 23.11.2026, 04:02');
    await isSeen('Проверено созданное с 20.11.2026, 04:00, целиком — 18.11.2026, 04:40');
  });

  test('lets those who only read ask for no check', async () => {
    server.use(asUser({ ...operator, rights: ['platform.read'] }));
    openApp('/platform/state');
    await isSeen('Всё сходится на 23.11.2026, 04:02');
    expect(screen.queryByRole('button', { name: 'Проверить сейчас' })).toBeNull();
  });

  test('of a new product has nothing yet', async () => {
    server.use(serve(routes.getState, { ...state, backup: null, chain: null, verification: null, errors: [] }));
    openApp('/platform/state');
    await isSeen('о копиях никто не сообщал');
    await isSeen('не читается');
    await isSeen('Ещё не было');
    await isSeen('Ошибок не было');
  });

  test('that cannot be told says so', async () => {
    server.use(serve(routes.getState, () => problem(500, 'Ошибка')));
    openApp('/platform/state');
    await isSeen('Не удалось узнать состояние');
  });
});
