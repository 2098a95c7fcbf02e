import { rightsOf } from '@kantor/contract/plain/rights.ts';
import * as routes from '@kantor/contract/plain/routes.ts';
import * as accountRoutes from '@kantor/contract/plain/account-routes.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { beforeEach, describe, expect, test } from 'vitest';
import { merchant, operator, trader } from '@/test/fixtures';
import { inUserMenu, openApp } from '@/test/render-app';
import { loadedTable, rowsOf } from '@/test/screen-reading';
import { asUser, serve, server } from '@/test/server';

const ID = '01980000-0000-7000-8000-00000000000';
const since = '2026-01-01T21:30:00.000Z';
const shop = { id: `${ID}1`, name: 'shop' };
const owner = {
  ...merchant,
  member_role: 'owner' as const,
  account: shop,
  accounts: [{ ...shop, role: 'merchant' as const, member_role: 'owner' as const }],
  rights: rightsOf({ role: 'merchant', memberRole: 'owner' }),
};
const person = { created_at: since, has_second_factor: false, blocked_at: null };
const members = [
  { ...person, id: `${ID}2`, username: 'shop', role: 'owner' },
  { ...person, id: `${ID}3`, username: 'masha', role: 'developer' },
];

beforeEach(() => {
  server.use(
    asUser(owner),
    serve(accountRoutes.listMembers, { count: 2, results: members }),
    serve(accountRoutes.listInvitations, { count: 0, results: [] }),
  );
});

describe('the members of an account', () => {
  test('are listed; the owner changes others, not themselves', async () => {
    openApp('/members');
    expect(rowsOf(await loadedTable('Участники')).map(([name]) => name)).toEqual(['shop', 'masha']);
    expect(screen.getByRole('combobox', { name: 'Роль: masha' })).toHaveValue('developer');
    expect(screen.queryByRole('combobox', { name: 'Роль: shop' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Убрать: shop' })).toBeNull();
  });

  test('are only looked at by who may not change them', async () => {
    server.use(asUser({ ...owner, rights: ['members.read'] }));
    openApp('/members');
    await loadedTable('Участники');
    expect(screen.queryByRole('button', { name: 'Пригласить' })).toBeNull();
    expect(screen.queryByRole('combobox', { name: /^Роль/ })).toBeNull();
  });

  test('another role is sent', async () => {
    const sent: unknown[] = [];
    server.use(
      serve(accountRoutes.setMemberRole, async ({ request, params }) => {
        sent.push([params['id'], await request.json()]);
        return HttpResponse.json({ ...members[1], role: 'viewer' });
      }),
    );
    const { user } = openApp('/members');
    await loadedTable('Участники');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Роль: masha' }), 'viewer');
    await waitFor(() => expect(sent).toEqual([[`${ID}3`, { role: 'viewer' }]]));
  });

  test('an invitation shows its link once', async () => {
    const made = { id: `${ID}4`, role: 'support', invited_by: 'shop', created_at: since, expires_at: since };
    server.use(
      serve(accountRoutes.createInvitation, () => HttpResponse.json({ ...made, token: 'secret' }, { status: 201 })),
    );
    const { user } = openApp('/members');
    await user.click(await screen.findByRole('button', { name: 'Пригласить' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Пригласить' }));
    await user.selectOptions(dialog.getByRole('combobox', { name: 'Роль' }), 'support');
    await user.click(dialog.getByRole('button', { name: 'Пригласить' }));
    const shown = within(await screen.findByRole('dialog', { name: 'Приглашение создано' }));
    expect(shown.getByText(/\/invite\/secret$/)).toBeVisible();
    await user.click(shown.getByRole('button', { name: 'Готово' }));
    await waitFor(() => expect(screen.queryByText(/\/invite\/secret$/)).toBeNull());
  });
});

test('the platform’s people: an owner is offered what is done about those who are none, an operator a lost factor alone', async () => {
  const staff = [
    { ...person, id: `${ID}2`, username: 'boss', role: 'owner', has_second_factor: true },
    { ...person, id: `${ID}3`, username: 'anna', role: 'operator', has_second_factor: true },
    { ...person, id: `${ID}5`, username: 'petr', role: 'support', blocked_at: since },
  ];
  const account = { id: `${ID}7`, name: 'Площадка' };
  const as = (username: string, memberRole: 'owner' | 'operator') =>
    asUser({
      ...operator,
      username,
      member_role: memberRole,
      account,
      rights: rightsOf({ role: 'operator', memberRole }),
    });
  server.use(as('boss', 'owner'), serve(accountRoutes.listMembers, { count: 3, results: staff }));
  const offered = async () => {
    const table = await loadedTable('Участники');
    await within(table).findAllByRole('button', { name: /^Снять второй фактор/ });
    return within(table)
      .getAllByRole('button')
      .map((button) => button.getAttribute('aria-label'));
  };
  const { unmount } = openApp('/members');
  expect(await offered()).toEqual([
    'Новый пароль: anna',
    'Заблокировать anna',
    'Снять второй фактор: anna',
    'Убрать: anna',
    'Новый пароль: petr',
    'Разблокировать petr',
    'Убрать: petr',
  ]);
  expect(screen.getByText('Заблокирован')).toBeVisible();
  unmount();
  server.use(as('other', 'operator'));
  openApp('/members');
  expect(await offered()).toEqual(['Снять второй фактор: boss', 'Снять второй фактор: anna']);
});

describe('a trader’s shift', () => {
  test('begins with the orders, and sees neither balance nor wallet nor money', async () => {
    const rights = rightsOf({ role: 'trader', memberRole: 'shift' });
    server.use(asUser({ ...trader, member_role: 'shift', rights, wallet: '' }));
    const { address } = openApp('/');
    await waitFor(() => expect(address()).toBe('/orders'));
    const links = (await screen.findAllByRole('link')).map((link) => link.getAttribute('href'));
    for (const hidden of ['/transactions', '/usdt-withdrawals', '/members']) expect(links).not.toContain(hidden);
    expect(links).toEqual(expect.arrayContaining(['/orders', '/appeals', '/requisites', '/cabinets']));
    expect(screen.queryByRole('button', { name: /кошелек/i })).toBeNull();
  });
});

test('a person in two accounts goes on in the other', async () => {
  const sent: unknown[] = [];
  const other = { id: `${ID}9`, name: 'ivan', role: 'trader' as const, member_role: 'shift' as const };
  server.use(
    asUser({ ...owner, accounts: [...owner.accounts, other] }),
    serve(routes.switchAccount, async ({ request }) => {
      sent.push(await request.json());
      server.use(asUser({ ...trader, account: other, accounts: [] }));
      return HttpResponse.json({ access: 'access-other', refresh: 'refresh-other' });
    }),
  );
  const { user } = openApp('/members');
  await loadedTable('Участники');
  await user.click(await inUserMenu('ivan'));
  await waitFor(() => expect(sent).toEqual([{ account: other.id, refresh: expect.any(String) }]));
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Участники' })).toBeNull());
});
