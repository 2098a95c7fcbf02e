import * as routes from '@kantor/contract/plain/routes.ts';
import * as endpointRoutes from '@kantor/contract/plain/webhook-routes.ts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { delay, HttpResponse } from 'msw';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { ApiKey } from '@/api/api-keys';
import { apiKey, endpoint } from '@/test/fixtures-webhooks';
import { lendNavigator } from '@/test/navigator';
import { answerByKeyboard, answerQuestion, focusIsOn } from '@/test/question';
import { serverNow } from '@/shared/lib/server-clock';
import { openApp } from '@/test/render-app';
import { headsOf, isSeen, loadedTable, rowsOf } from '@/test/screen-reading';
import { asMerchant, fieldProblem, problem, serve, server } from '@/test/server';

const KEY = 'kantor_abcdefghijklmnopqrstuvwxyz0123456789ABCDEFG';
const SCOPES = 'заказы, выплаты, чтение';
const REVOKED = { revoked_at: '2026-01-01T22:00:00.000Z' };

let keys: ApiKey[];
let made: unknown[];
let revoked: string[];

beforeEach(() => {
  keys = [apiKey(2), apiKey(1)];
  made = [];
  revoked = [];
  server.use(
    asMerchant(),
    serve(endpointRoutes.listWebhookEndpoints, [endpoint()]),
    serve(endpointRoutes.listWebhooks, { count: 0, results: [] }),
    serve(routes.listApiKeys, () => HttpResponse.json({ count: keys.length, results: keys })),
    serve(routes.createApiKey, async ({ request }) => {
      const body = (await request.json()) as { name: string };
      made.push(body);
      const key = apiKey(keys.length + 1, body);
      keys = [key, ...keys];
      return HttpResponse.json({ ...key, key: KEY }, { status: 201 });
    }),
    serve(routes.revokeApiKey, ({ params }) => {
      revoked.push(String(params['id']));
      keys = keys.map((key) => (key.id === params['id'] ? { ...key, ...REVOKED } : key));
      return HttpResponse.json(keys.find(({ id }) => id === params['id']));
    }),
  );
});

const table = () => loadedTable('Ключи API');

describe('the list of API keys', () => {
  test('while loading holds the place of its rows', async () => {
    server.use(serve(routes.listApiKeys, () => delay('infinite')));
    openApp('/developer/keys');
    expect(await screen.findByRole('table', { name: 'Ключи API' })).toHaveAttribute('aria-busy', 'true');
  });

  test('shows those in force; those that are revoked when they are asked for', async () => {
    keys = [apiKey(3), apiKey(2, REVOKED), apiKey(1)];
    const { user } = openApp('/developer/keys');
    expect(headsOf(await table())).toEqual([
      'Название',
      'Права',
      'Откуда',
      'Создан',
      'Использован',
      'Состояние',
      'Действие',
    ]);
    const inForce = (name: string) => [
      name,
      SCOPES,
      'Откуда угодно',
      '02.01.2026, 00:30',
      'Ни разу',
      'Действует',
      'Отозвать',
    ];
    expect(rowsOf(await table())).toEqual([inForce('Касса 3'), inForce('Касса 1')]);
    await user.click(screen.getByRole('button', { name: 'Показать недействующие: 1' }));
    expect(rowsOf(await table())[1]).toEqual([
      'Касса 2',
      SCOPES,
      'Откуда угодно',
      '02.01.2026, 00:30',
      'Ни разу',
      'Отозван 02.01.2026, 01:00',
      '',
    ]);
    await user.click(screen.getByRole('button', { name: 'Скрыть недействующие' }));
    expect(rowsOf(await table())).toHaveLength(2);
  });

  test('says what has ended a key, unless the merchant revoked it', async () => {
    keys = [
      apiKey(3, { ...REVOKED, end_reason: 'password' }),
      apiKey(2, { ...REVOKED, end_reason: 'blocked' }),
      apiKey(1, { ...REVOKED, end_reason: 'revoked' }),
    ];
    const { user } = openApp('/developer/keys');
    await user.click(await screen.findByRole('button', { name: 'Показать недействующие: 3' }));
    expect(rowsOf(await table()).map((cells) => cells[5])).toEqual([
      'Отозван со сменой пароля 02.01.2026, 01:00',
      'Отозван при блокировке 02.01.2026, 01:00',
      'Отозван 02.01.2026, 01:00',
    ]);
  });

  test('empty and failed say so', async () => {
    server.use(serve(routes.listApiKeys, () => problem(500, 'Ошибка')));
    const { user } = openApp('/developer/keys');
    expect(await screen.findByRole('alert')).toHaveTextContent('Ключи не найдены');
    server.use(serve(routes.listApiKeys, { count: 1, results: [apiKey(1, REVOKED)] }));
    await user.click(screen.getByRole('button', { name: 'Повторить' }));
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
    await isSeen('Ключи не найдены');
    expect(screen.getByRole('button', { name: 'Показать недействующие: 1' })).toBeVisible();
  });
});

describe('creating a key', () => {
  const ask = async () => {
    const opened = openApp('/developer/keys', { user: userEvent.setup() });
    await table();
    await opened.user.click(screen.getByRole('button', { name: 'Создать ключ' }));
    return { ...opened, dialog: within(screen.getByRole('dialog', { name: 'Создать ключ' })) };
  };

  test('needs a name, shows the key once with a warning, and lists it', async () => {
    const writeText = vi.fn<(text: string) => Promise<void>>().mockResolvedValue();
    const { user, dialog } = await ask();
    lendNavigator('clipboard', { writeText });
    const create = dialog.getByRole('button', { name: 'Создать ключ' });
    expect(create).toBeDisabled();
    expect(create).toHaveAccessibleDescription(/^Назовите ключ/);
    // What is chosen is filled, in a colour that there is.
    const chosen = dialog.getByRole('checkbox', { name: 'Выплаты' });
    expect(chosen).toBeChecked();
    const box = chosen.closest<HTMLElement>('[style*="--checkbox-color"]');
    expect(box?.style.getPropertyValue('--checkbox-color')).toBe('var(--accent)');
    await user.type(dialog.getByRole('textbox', { name: 'Название' }), ' Сайт {Enter}');
    const shown = within(await screen.findByRole('dialog', { name: 'Ключ «Сайт» создан' }));
    expect(made).toEqual([
      { name: 'Сайт', scopes: ['orders', 'payouts', 'read'], addresses: [], expires_at: null, is_test: false },
    ]);
    expect(shown.getByText(KEY)).toBeVisible();
    expect(shown.getByText(/показывается один раз/)).toBeVisible();
    // Escape would take it away for ever.
    await user.keyboard('{Escape}');
    expect(shown.getByText(KEY)).toBeVisible();
    await user.click(shown.getByRole('button', { name: 'Скопировать ключ' }));
    expect(writeText).toHaveBeenCalledWith(KEY);
    await user.click(shown.getByRole('button', { name: 'Готово' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.queryByText(KEY)).toBeNull();
    await waitFor(async () =>
      expect(rowsOf(await table()).map(([name]) => name)).toEqual(['Сайт', 'Касса 2', 'Касса 1']),
    );
  });

  test('chooses scopes, addresses and an end; without a scope there is nothing to create', async () => {
    const { user, dialog } = await ask();
    await user.type(dialog.getByRole('textbox', { name: 'Название' }), 'Учёт');
    for (const scope of ['Заказы и апелляции', 'Выплаты', 'Чтение всего'])
      await user.click(dialog.getByRole('checkbox', { name: scope }));
    const create = dialog.getByRole('button', { name: 'Создать ключ' });
    expect(create).toBeDisabled();
    expect(create).toHaveAccessibleDescription(/^Выберите хотя бы одно право/);
    await user.click(dialog.getByRole('checkbox', { name: 'Чтение всего' }));
    expect(create).toBeEnabled();
    expect(create).not.toHaveAccessibleDescription();
    await user.type(dialog.getByRole('textbox', { name: 'Разрешённые адреса' }), '203.0.113.7{Enter}10.0.0.0/8, ');
    await user.selectOptions(dialog.getByRole('combobox', { name: 'Срок действия' }), '30 дней');
    await user.selectOptions(dialog.getByRole('combobox', { name: 'Для чего' }), 'Тестовый: деньги не движутся');
    await user.click(dialog.getByRole('button', { name: 'Создать ключ' }));
    await screen.findByRole('dialog', { name: 'Ключ «Учёт» создан' });
    const expected = { name: 'Учёт', scopes: ['read'], addresses: ['203.0.113.7', '10.0.0.0/8'] };
    expect(made).toEqual([{ ...expected, expires_at: expect.any(String), is_test: true }]);
    const [{ expires_at: end }] = made as [{ expires_at: string }];
    expect(Math.round((Date.parse(end) - serverNow()) / 3_600_000)).toBe(30 * 24);
  });

  test('shows a test key, its networks, its last use and its end', async () => {
    keys = [
      apiKey(3, { is_test: true, last_used_at: '2026-01-01T22:00:00.000Z' }),
      apiKey(2, {
        addresses: ['203.0.113.7/32', '10.0.0.0/8', '2001:db8::1/128'],
        expires_at: '2126-01-01T22:00:00.000Z',
      }),
      apiKey(1, { expires_at: '2026-01-01T22:00:00.000Z' }),
    ];
    const { user } = openApp('/developer/keys');
    await user.click(await screen.findByRole('button', { name: 'Показать недействующие: 1' }));
    expect(rowsOf(await table()).map(([name, , from, , used, state]) => [name, from, used, state])).toEqual([
      ['Касса 3Тестовый', 'Откуда угодно', '02.01.2026, 01:00', 'Действует'],
      ['Касса 2', '203.0.113.7, 10.0.0.0/8, 2001:db8::1', 'Ни разу', 'Действует до 02.01.2126, 01:00'],
      ['Касса 1', 'Откуда угодно', 'Ни разу', 'Истёк 02.01.2026, 01:00'],
    ]);
  });

  test('that is refused says why and keeps the name', async () => {
    const { user, dialog } = await ask();
    server.use(serve(routes.createApiKey, () => problem(409, 'Действующих ключей не может быть больше 20')));
    await user.type(dialog.getByRole('textbox', { name: 'Название' }), 'Сайт{Enter}');
    expect(await dialog.findByText('Не удалось создать ключ')).toBeVisible();
    expect(dialog.getByText('Действующих ключей не может быть больше 20')).toBeVisible();
    server.use(serve(routes.createApiKey, () => fieldProblem({ name: ['Недопустимый символ'] })));
    await user.keyboard('{Enter}');
    expect(await dialog.findByText('Недопустимый символ')).toBeVisible();
    expect(dialog.getByRole('textbox', { name: 'Название' })).toHaveValue('Сайт');
  });
});

describe('revoking a key', () => {
  const revokeOf = (name: string) => screen.getByRole('button', { name: `Отозвать ключ «${name}»` });

  test('asks first, naming the key, and acts once', async () => {
    const { user } = openApp('/developer/keys');
    await table();
    await user.click(revokeOf('Касса 2'));
    const question = within(screen.getByRole('dialog', { name: 'Отозвать ключ «Касса 2»?' }));
    expect(question.getByRole('button', { name: 'Отозвать' })).toHaveFocus();
    await user.click(question.getByRole('button', { name: 'Отмена' }));
    expect([revoked, screen.queryByRole('dialog')]).toEqual([[], null]);
    await user.click(revokeOf('Касса 2'));
    await user.dblClick(within(screen.getByRole('dialog')).getByRole('button', { name: 'Отозвать' }));
    await isSeen('Ключ отозван!');
    expect(revoked).toEqual([apiKey(2).id]);
    await waitFor(async () => expect(rowsOf(await table()).map(([name]) => name)).toEqual(['Касса 1']));
  });

  test('goes on to the next key, by keyboard, also when the row has gone', async () => {
    const { user } = openApp('/developer/keys');
    const [first] = rowsOf(await table()).map(([name]) => name ?? '');
    await answerByKeyboard(user, revokeOf(first ?? ''), `Отозвать ключ «${first}»?`);
    const [other] = ['Касса 1', 'Касса 2'].filter((name) => name !== first);
    await waitFor(async () => expect(rowsOf(await table())).toHaveLength(1));
    await focusIsOn(() => revokeOf(other ?? ''));
    await answerByKeyboard(user, revokeOf(other ?? ''), `Отозвать ключ «${other}»?`);
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Отозвать ключ/ })).toBeNull());
    await focusIsOn(() => screen.getByRole('heading', { name: 'Ключи API' }));
  });

  test('that fails says so and leaves the key', async () => {
    server.use(serve(routes.revokeApiKey, () => problem(503, 'Сервис временно недоступен')));
    const { user } = openApp('/developer/keys');
    await table();
    await user.click(revokeOf('Касса 1'));
    await answerQuestion(user, 'Отозвать');
    await isSeen('Не удалось отозвать ключ');
    await focusIsOn(() => revokeOf('Касса 1'));
    expect(rowsOf(await table())).toHaveLength(2);
  });
});
