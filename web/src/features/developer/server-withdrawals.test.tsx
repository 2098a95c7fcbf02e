import { getServerWithdrawals, setServerWithdrawals } from '@kantor/contract/plain/account-routes.ts';
import { rightsOf } from '@kantor/contract/plain/rights.ts';
import * as routes from '@kantor/contract/plain/routes.ts';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse } from 'msw';
import { beforeEach, expect, test } from 'vitest';
import type { ApiKey } from '@/api/api-keys';
import { merchant } from '@/test/fixtures';
import { apiKey } from '@/test/fixtures-webhooks';
import { answerQuestion } from '@/test/question';
import { openApp } from '@/test/render-app';
import { isSeen } from '@/test/screen-reading';
import { asMerchant, asUser, problem, serve, server } from '@/test/server';

const REVOKED = { revoked_at: '2026-01-01T22:00:00.000Z' };
const WITHDRAWS: Partial<ApiKey> = { scopes: ['withdrawals'] };

let isOn: boolean;
let keys: ApiKey[];

beforeEach(() => {
  isOn = false;
  keys = [apiKey(3, { ...WITHDRAWS, ...REVOKED }), apiKey(2, WITHDRAWS), apiKey(1)];
  server.use(
    asMerchant(),
    serve(routes.listApiKeys, () => HttpResponse.json({ count: keys.length, results: keys })),
    serve(getServerWithdrawals, () => HttpResponse.json({ is_on: isOn })),
    serve(setServerWithdrawals, async ({ request }) => {
      const body = (await request.json()) as { is_on: boolean };
      isOn = body.is_on;
      return HttpResponse.json(body);
    }),
  );
});

const section = async () => within(await screen.findByRole('region', { name: 'Вывод по API' }));

test('is off, and the owner who switches it on is told which keys will withdraw', async () => {
  const { user } = openApp('/developer/keys');
  const shown = await section();
  expect(shown.getByText(/^Выключен: USDT выводят только в кабинете/)).toBeVisible();
  await screen.findByText('Касса 2');
  await user.click(shown.getByRole('button', { name: 'Включить' }));
  const question = within(screen.getByRole('dialog', { name: 'Включить вывод по API?' }));
  expect(question.getByText(/смогут ключи «Касса 2» и новые/)).toBeVisible();
  await user.click(question.getByRole('button', { name: 'Включить' }));
  await isSeen('Вывод по API включён');
  expect(await (await section()).findByText(/^Включён: ключи с правом «Выводы»/)).toBeVisible();
  await user.click((await section()).getByRole('button', { name: 'Выключить' }));
  await answerQuestion(user, 'Выключить');
  await isSeen('Вывод по API выключен');
  expect(isOn).toBe(false);
});

test('says that no key would, and why it could not be changed', async () => {
  keys = [apiKey(1)];
  server.use(serve(setServerWithdrawals, () => problem(503, 'Сервис временно недоступен')));
  const { user } = openApp('/developer/keys');
  await screen.findByText('Касса 1');
  await user.click((await section()).getByRole('button', { name: 'Включить' }));
  expect(screen.getByText(/Сейчас таких ключей нет/)).toBeVisible();
  await answerQuestion(user, 'Включить');
  await isSeen('Не удалось изменить вывод по API');
  expect((await section()).getByText(/^Выключен/)).toBeVisible();
});

test('a developer sees it, and neither changes it nor makes keys that withdraw', async () => {
  server.use(asUser({ ...merchant, rights: rightsOf({ role: 'merchant', memberRole: 'developer' }) }));
  const { user } = openApp('/developer/keys');
  expect((await section()).queryByRole('button')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Создать ключ' }));
  expect(screen.getByRole('checkbox', { name: 'Выплаты' })).toBeVisible();
  expect(screen.queryByRole('checkbox', { name: 'Выводы' })).toBeNull();
});

test('a test key is offered no withdrawals, and is not sent with them', async () => {
  let made: unknown;
  server.use(
    serve(routes.createApiKey, async ({ request }) => {
      made = await request.json();
      return HttpResponse.json({ ...apiKey(4), key: 'kantor_test_x' }, { status: 201 });
    }),
  );
  const { user } = openApp('/developer/keys', { user: userEvent.setup() });
  await section();
  await user.click(screen.getByRole('button', { name: 'Создать ключ' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Создать ключ' }));
  await user.type(dialog.getByRole('textbox', { name: 'Название' }), 'Проба');
  await user.click(dialog.getByRole('checkbox', { name: 'Выводы' }));
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Для чего' }), 'Тестовый: деньги не движутся');
  expect(dialog.queryByRole('checkbox', { name: 'Выводы' })).toBeNull();
  await user.click(dialog.getByRole('button', { name: 'Создать ключ' }));
  await screen.findByRole('dialog', { name: /^Ключ «/ });
  expect(made).toMatchObject({ is_test: true, scopes: ['orders', 'payouts', 'read'] });
});
