import { openAppealByClaim } from '@kantor/contract/plain/match-routes.ts';
import * as routes from '@kantor/contract/plain/routes.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { beforeEach, describe, expect, test } from 'vitest';
import { merchant, orderDetail, orderId } from '@/test/fixtures';
import { openApp } from '@/test/render-app';
import { asUser, pathOf, problem, serve, server, serveNoting } from '@/test/server';
import { isSeen } from '@/test/screen-reading';

const made_at = '2026-01-01T21:31:00Z';
const claim = {
  made_at,
  sender_name: 'Иван',
  last_four: '1234',
  comment: 'Перевёл из Сбера',
  receipts: [] as object[],
};
const receipts = [
  { name: 'чек.png', url: 'https://files.example/1' },
  { name: 'второй.pdf', url: 'https://files.example/2' },
];
const calls: [string, unknown][] = [];

beforeEach(() => {
  calls.length = 0;
  const order = orderDetail(1, {
    status: 'EXPIRED',
    human_status: 'Истёк',
    external_id: 'SHOP-1',
    fee_in_usdt: '668.417731',
    claim: { made_at, sender_name: 'Иван' },
  });
  server.use(
    asUser({ ...merchant, rights: ['orders.list', 'orders.read', 'appeals.open', 'appeals.read'] }),
    serve(routes.getOrder, order),
    serve(routes.getPayerClaim, { claim: { ...claim, receipts } }),
    serveNoting(calls, openAppealByClaim, () => HttpResponse.json({ id: 'a1' })),
  );
});

async function openForm() {
  const app = openApp(`/orders/${orderId(1)}`);
  await app.user.click(await screen.findByRole('button', { name: 'Открыть апелляцию' }));
  const dialog = await screen.findByRole('dialog', { name: 'Апелляция по заказу 00000001' });
  return { ...app, dialog: within(dialog) };
}

describe("a merchant's appeal", () => {
  test('has the payer’s claim as its draft: the sum, their words, and their receipts without an upload', async () => {
    const { user, dialog, address } = await openForm();
    expect(dialog.getByRole('textbox', { name: 'Сколько заплатил плательщик' })).toHaveValue('1234567.50');
    expect(dialog.getByRole('textbox', { name: 'Что говорит плательщик' })).toHaveValue('Перевёл из Сбера');
    expect(dialog.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['чек.png', 'второй.pdf']);
    expect(dialog.queryByText('Квитанция')).toBeNull();
    await user.click(dialog.getByRole('button', { name: 'Открыть апелляцию' }));
    await isSeen('Апелляция открыта');
    const body = { amount: '1234567.50', comment: 'Перевёл из Сбера' };
    expect(calls).toEqual([[pathOf(openAppealByClaim, orderId(1)), body]]);
    await waitFor(() => expect(address()).toBe('/appeals/a1'));
  });

  test('of a claim without receipts asks for one, and keeps the payer’s words', async () => {
    server.use(serve(routes.getPayerClaim, { claim }));
    const { dialog } = await openForm();
    expect(dialog.getByRole('textbox', { name: 'Что говорит плательщик' })).toHaveValue('Перевёл из Сбера');
    expect(dialog.getByText('Квитанция')).toBeVisible();
    expect(dialog.getByRole('button', { name: 'Открыть апелляцию' })).toBeDisabled();
  });

  test('that is refused says why and stays', async () => {
    server.use(serve(openAppealByClaim, () => problem(409, 'Срок апелляции вышел', 'appeal_late')));
    const { user, dialog } = await openForm();
    await user.click(dialog.getByRole('button', { name: 'Открыть апелляцию' }));
    await isSeen('Срок апелляции вышел');
    expect(dialog.getByRole('button', { name: 'Открыть апелляцию' })).toBeEnabled();
  });
});

test('a merchant sees their own number of an order and its fee', async () => {
  openApp(`/orders/${orderId(1)}`);
  await isSeen('Номер магазина');
  expect(screen.getByText('Номер магазина').nextElementSibling).toHaveTextContent('SHOP-1');
  expect(screen.getByText('Комиссия').nextElementSibling).toHaveTextContent('668,417731 USDT');
});
