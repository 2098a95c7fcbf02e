import * as actions from '@kantor/contract/plain/platform-actions.ts';
import * as platform from '@kantor/contract/plain/platform-routes.ts';
import { type MemberRole, rightsOf } from '@kantor/contract/plain/rights.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { beforeEach, describe, expect, test } from 'vitest';
import type { AccountPage } from '@/api/platform-accounts';
import { besideAccount, openAccount } from '@/test/account-page';
import { operator } from '@/test/fixtures';
import { fullPage, later, merchantPage } from '@/test/fixtures-platform';
import { openApp } from '@/test/render-app';
import { loadedTable } from '@/test/screen-reading';
import { asUser, type Call, pathOf, serve, server, serveNoting } from '@/test/server';

const PERSON = '01939c2f-7b1e-7000-c000-000000000001';
const trader = fullPage;
const merchant = merchantPage(7);

beforeEach(() => server.use(asUser(operator), ...besideAccount()));

interface Offered {
  button: string;
  of: AccountPage;
  action: actions.ActionRoutes;
  /** Of the object; the account's unless given. */
  id?: string;
  typed?: Record<string, string>;
  chosen?: Record<string, string>;
  /** What is sent besides the version. */
  body?: object;
  confirm?: string;
}

const OFFERED: Offered[] = [
  {
    button: 'Изменить вознаграждение',
    of: trader,
    action: actions.setFees,
    typed: { 'Вознаграждение с заказа, %': '4,5' },
    body: { basis_points: 450 },
    confirm: 'Изменить',
  },
  {
    button: 'Изменить комиссию',
    of: merchant,
    action: actions.setFees,
    typed: { 'Комиссия с заказа, %': '0' },
    body: { basis_points: 0 },
    confirm: 'Изменить',
  },
  {
    button: 'Изменить пределы',
    of: merchant,
    action: actions.setLimits,
    typed: { 'Активных заказов': '7', 'Сумма активных, ₽': '1 500,50', 'Запросов в секунду': '' },
    body: { active_orders: 7, active_sum: '1500.50', unpaid_hour: 0, requests_second: 0 },
    confirm: 'Изменить',
  },
  {
    button: 'Заблокировать',
    of: trader,
    action: actions.blockAccount,
    typed: { Причина: 'Проверка' },
    body: { reason: 'Проверка' },
  },
  {
    button: 'Разблокировать',
    of: { ...trader, blocked_at: later },
    action: actions.unblockAccount,
    typed: { Причина: 'Проверено' },
    body: { reason: 'Проверено' },
  },
  {
    button: 'Пополнить',
    of: trader,
    action: actions.depositByHand,
    typed: { 'Сумма, USDT': '1 000,5', 'По чему известно': 'хеш' },
    body: { amount: '1000.5', reference: 'хеш' },
  },
  {
    button: 'Поправка',
    of: trader,
    action: actions.adjustAccount,
    chosen: { 'Часть счёта': 'Заработано', 'Против чего': 'USDT в сети' },
    typed: { 'Сумма со знаком, USDT': '−12,50', Причина: 'Ошибка' },
    body: { account: 'earned', against: 'custody', amount_usdt: '-12.50', reason: 'Ошибка' },
    confirm: 'Предложить',
  },
  {
    button: 'Разрешить счёт',
    of: trader,
    action: actions.allowAccount,
    chosen: { 'Банк телефона': 'Сбер' },
    typed: { 'Телефон СБП': '+79991112233' },
    body: { phone: '+79991112233', bank_id: 12 },
  },
  {
    button: 'Отозвать разрешение: ••••1234',
    of: trader,
    action: actions.disallowAccount,
    body: { permit: 'p1' },
    confirm: 'Отозвать',
  },
  {
    button: 'Разрешить кошелёк TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t?',
    of: trader,
    action: actions.allowWallet,
    id: 'w1',
    confirm: 'Разрешить сразу',
  },
  {
    button: 'Пригласить',
    of: trader,
    action: actions.inviteMember,
    chosen: { Роль: 'смена' },
    body: { role: 'shift' },
  },
  { button: 'Отозвать: смена', of: trader, action: actions.revokeInvitation, id: 'i1', confirm: 'Отозвать' },
  {
    button: 'Добавить',
    of: trader,
    action: actions.addMember,
    typed: { 'Имя для входа': 'masha' },
    chosen: { Роль: 'смена' },
    body: { username: 'masha', role: 'shift' },
  },
  {
    button: 'Сменить роль: ivan.petrov',
    of: trader,
    action: actions.setMemberRole,
    chosen: { Роль: 'смена' },
    body: { person: PERSON, role: 'shift' },
    confirm: 'Изменить',
  },
  {
    button: 'Убрать: ivan.petrov',
    of: trader,
    action: actions.removeMember,
    body: { person: PERSON },
    confirm: 'Убрать',
  },
  { button: 'Новый пароль: ivan.petrov', of: trader, action: actions.setPassword, id: PERSON, confirm: 'Новый пароль' },
  {
    button: 'Заблокировать ivan.petrov',
    of: trader,
    action: actions.blockPerson,
    id: PERSON,
    typed: { Причина: 'Проверка' },
    body: { reason: 'Проверка' },
    confirm: 'Заблокировать',
  },
  {
    button: 'Разблокировать ivan.petrov',
    of: { ...trader, members: trader.members.map((member) => ({ ...member, blocked_at: later })) },
    action: actions.unblockPerson,
    id: PERSON,
    typed: { Причина: 'Проверено' },
    body: { reason: 'Проверено' },
    confirm: 'Разблокировать',
  },
  {
    button: 'Снять второй фактор: ivan.petrov',
    of: trader,
    action: actions.restoreSecondFactor,
    id: PERSON,
    typed: { Причина: 'По телефону' },
    body: { reason: 'По телефону' },
    confirm: 'Предложить',
  },
];

const outcome = {
  changes: [
    {
      object: { kind: 'thing', id: '7', name: '7' },
      is_new: false,
      facts: [{ name: 'blocked_at', of: null, before: null, after: later, on_acceptance: false }],
    },
  ],
  notes: [{ code: 'merchants_pay_less', values: { count: 1, names: 'cheap.shop (1 %)' } }],
  is_proposal: false,
};

const named = OFFERED.map((offered) => [`${offered.action.carryOut.path} ${offered.button}`, offered] as const);

test.for(named)('%s: asks with what becomes of it, and sends that version', async ([, offered]) => {
  const { button, of, action, id = of.id, typed = {}, chosen = {}, body = {}, confirm = button } = offered;
  const calls: Call[] = [];
  server.use(
    serveNoting(calls, action.preview, () => HttpResponse.json({ ...outcome, version: 'v1' })),
    serveNoting(calls, action.carryOut, () => HttpResponse.json({ ...outcome, secrets: {} })),
  );
  const { user } = openAccount(of);
  await user.click(await screen.findByRole('button', { name: button }));
  const dialog = await screen.findByRole('dialog');
  for (const [label, value] of Object.entries(chosen)) {
    const field = await within(dialog).findByLabelText(label);
    await within(field).findByRole('option', { name: value });
    await user.selectOptions(field, value);
  }
  for (const [label, value] of Object.entries(typed)) {
    const field = await within(dialog).findByLabelText(label);
    await user.clear(field);
    if (value !== '') await user.type(field, value);
  }
  const isAsked = Object.keys(typed).length + Object.keys(chosen).length > 0;
  if (isAsked) await user.click(within(dialog).getByRole('button', { name: 'Что изменится' }));
  expect(await screen.findByRole('row', { name: 'Заблокирован — 03.01.2026, 00:30' })).toBeVisible();
  expect(screen.getByText(/не больше их комиссии \(1\): cheap\.shop \(1 %\)/)).toBeVisible();
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: confirm }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(calls).toEqual([
    [pathOf(action.preview, id), body],
    [pathOf(action.carryOut, id), { ...body, version: 'v1' }],
  ]);
});

test('every action about an account, its members and its wallets is offered here, or on the list', () => {
  const about = Object.entries(actions).filter(([, { carryOut }]) =>
    /^\/platform\/(?:accounts|people|invitations|wallets)\//.test(carryOut.path),
  );
  const offered = new Set(OFFERED.map(({ action }) => action));
  expect(about.filter(([, action]) => !offered.has(action)).map(([name]) => name)).toEqual([
    'createAccount',
    // On the radar, the former here as well.
    'stopTraffic',
    'allowTraffic',
  ]);
});

test.for(['support', 'accountant'] satisfies MemberRole[])('%s is offered none of it', async (memberRole) => {
  server.use(asUser({ ...operator, rights: rightsOf({ role: 'operator', memberRole }) }));
  openAccount(trader);
  await screen.findByRole('heading', { name: 'Участники' });
  await loadedTable('Движение денег');
  await loadedTable('Журнал');
  for (const { button } of OFFERED) expect(screen.queryByRole('button', { name: button })).toBeNull();
});

describe('a new account', () => {
  const list = () => server.use(serve(platform.listPlatformAccounts, { count: 0, results: [] }));

  test('is made from the list, and its secrets are shown once', async () => {
    const calls: Call[] = [];
    list();
    server.use(
      serveNoting(calls, actions.createAccount.preview, () => HttpResponse.json({ ...outcome, version: 'v1' })),
      serveNoting(calls, actions.createAccount.carryOut, () =>
        HttpResponse.json({ ...outcome, secrets: { password: 'pass-1', api_key: 'key-1', invitation: 'token-1' } }),
      ),
    );
    const { user } = openApp('/platform/accounts');
    await user.click(await screen.findByRole('button', { name: 'Создать' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.selectOptions(await dialog.findByLabelText('Кто это'), 'мерчант');
    await user.type(dialog.getByLabelText('Имя для входа'), 'new.shop');
    await user.type(dialog.getByLabelText('Комиссия с заказа, %'), '12,5');
    await user.click(dialog.getByRole('button', { name: 'Что изменится' }));
    await screen.findByRole('row', { name: 'Заблокирован — 03.01.2026, 00:30' });
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Создать' }));
    expect(await screen.findByText('pass-1')).toBeVisible();
    expect(screen.getByText('key-1')).toBeVisible();
    expect(screen.getByText(/\/invite\/token-1$/)).toBeVisible();
    const body = { role: 'merchant', username: 'new.shop', payout_enable: false, basis_points: 1250 };
    expect(calls.map(([, sent]) => sent)).toEqual([body, { ...body, version: 'v1' }]);
  });

  test('is not offered to a support person', async () => {
    list();
    server.use(asUser({ ...operator, rights: rightsOf({ role: 'operator', memberRole: 'support' }) }));
    openApp('/platform/accounts');
    await screen.findByText('Счета не найдены');
    expect(screen.queryByRole('button', { name: 'Создать' })).toBeNull();
  });
});
