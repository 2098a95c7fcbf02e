import * as fundsRoutes from '@kantor/contract/plain/funds-routes.ts';
import * as routes from '@kantor/contract/plain/routes.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { beforeEach, describe, expect, test } from 'vitest';
import { trader, traderDashboard } from '@/test/fixtures';
import { WALLET, withdrawal, withdrawalId } from '@/test/fixtures-exchange';
import { answerByKeyboard, focusIsOn } from '@/test/question';
import { openApp } from '@/test/render-app';
import { isSeen, loadedTable, rowsOf } from '@/test/screen-reading';
import { asMerchant, asUser, problem, serve, server } from '@/test/server';

// A trader's withdrawals, with their wallets on the same page.

const wallet = { id: 'w1', wallet_to_withdraw: WALLET, is_valid: true, usable_at: null };

beforeEach(() =>
  server.use(
    asUser(trader),
    serve(routes.getTraderDashboard, { ...traderDashboard, balance: '89.500001' }),
    serve(fundsRoutes.listTraderWithdrawals, { count: 1, results: [withdrawal(1)] }),
    serve(fundsRoutes.listTraderWallets, { count: 1, results: [wallet] }),
  ),
);

describe('the page of USDT withdrawals', () => {
  test('shows the wallets above them, and adds one', async () => {
    let wallets: object[] = [wallet];
    server.use(
      serve(fundsRoutes.listTraderWallets, () => HttpResponse.json({ count: wallets.length, results: wallets })),
      serve(fundsRoutes.createTraderWallet, async ({ request }) => {
        const body = (await request.json()) as object;
        wallets = [{ ...wallet, ...body, id: 'w2', usable_at: '2026-01-02T21:00:00Z' }, ...wallets];
        return HttpResponse.json(wallets[0] ?? {}, { status: 201 });
      }),
    );
    const { user } = openApp('/usdt-withdrawals');
    expect(rowsOf(await loadedTable('Вывод USDT'))).toHaveLength(1);
    expect(rowsOf(await loadedTable('Кошельки'))).toEqual([[`${WALLET}Копировать`, 'Удалить']]);
    // Of a wallet that can be used there is nothing to say.
    expect(screen.queryByRole('columnheader', { name: 'Проверка' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Добавить кошелёк' }));
    await user.type(screen.getByLabelText('Номер кошелька'), 'TRhVWK5XEDkQBDevcdCWW7RW51aRncty4W{Enter}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(async () => expect(rowsOf(await loadedTable('Кошельки'))).toHaveLength(2));
    expect(screen.getByText('Доступен с 03.01.2026, 00:00')).toBeVisible();
    expect(screen.getByRole('columnheader', { name: 'Проверка' })).toBeVisible();
  });

  test('without wallets says so, and what to do', async () => {
    server.use(serve(fundsRoutes.listTraderWallets, { count: 0, results: [] }));
    openApp('/usdt-withdrawals');
    await isSeen('Добавьте адрес TRON, на который выводить USDT');
  });

  test('whose wallets cannot be had shows the withdrawals all the same', async () => {
    server.use(serve(fundsRoutes.listTraderWallets, () => problem(500, 'Ошибка')));
    openApp('/usdt-withdrawals');
    await isSeen('Не удалось загрузить кошельки');
    expect(rowsOf(await loadedTable('Вывод USDT'))).toHaveLength(1);
  });

  test.each(['/usdt-withdrawals', '/usdt-withdrawals/new', '/usdt-withdrawals/1'])(
    'is empty for a merchant at %s',
    async (path) => {
      server.use(asMerchant());
      openApp(path);
      await screen.findByRole('link', { name: 'Кошельки' });
      expect(screen.getByRole('main')).toBeEmptyDOMElement();
    },
  );
});

describe('a new USDT withdrawal', () => {
  const amount = () => screen.findByLabelText('Сумма в USDT');
  const choose = async () => {
    const select = await screen.findByLabelText('Кошелёк');
    await waitFor(() => expect(select).toBeEnabled());
    return select;
  };

  test('takes parts, asks, and is sent as a decimal', async () => {
    const sent: unknown[] = [];
    server.use(
      serve(fundsRoutes.createTraderWithdrawal, async ({ request }) => {
        sent.push(await request.json());
        return HttpResponse.json(withdrawal(2), { status: 201 });
      }),
    );
    const { user, address } = openApp('/usdt-withdrawals/new');
    await user.type(await amount(), '10,000001');
    await user.selectOptions(await choose(), 'w1');
    await user.click(screen.getByRole('button', { name: 'Сохранить' }));
    const dialog = within(await screen.findByRole('dialog', { name: /^Вывести 10,000001.USDT\?$/ }));
    expect(dialog.getByText('79,50 USDT')).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Вывести' }));
    await waitFor(() => expect(address()).toBe('/usdt-withdrawals'));
    expect(sent).toEqual([{ amount_in_usdt: '10.000001', wallet_id: 'w1' }]);
  });

  test.each(['1,0000001', '-5', '1e3', '1,5,5', '0', 'десять'])('of %s is not saved', async (typed) => {
    const { user } = openApp('/usdt-withdrawals/new');
    await user.type(await amount(), typed);
    await user.selectOptions(await choose(), 'w1');
    expect(await amount()).toHaveValue(typed);
    expect(screen.getByRole('button', { name: 'Сохранить' })).toBeDisabled();
  });

  test('takes all that is available', async () => {
    const { user } = openApp('/usdt-withdrawals/new');
    await user.click(await screen.findByRole('button', { name: 'Всё' }));
    expect(await amount()).toHaveValue('89,500001');
  });
});

describe('the page of a USDT withdrawal', () => {
  test('cancels it after a question', async () => {
    let item = withdrawal(1, { can_cancel: true });
    let cancelled = 0;
    server.use(
      serve(fundsRoutes.getTraderWithdrawal, () => HttpResponse.json(item)),
      serve(fundsRoutes.cancelTraderWithdrawal, () => {
        cancelled += 1;
        item = withdrawal(1, { status: 'CLOSED', outcome: 'CANCELLED', can_cancel: false });
        return HttpResponse.json(item);
      }),
    );
    const { user } = openApp(`/usdt-withdrawals/${withdrawalId(1)}`);
    await user.click(await screen.findByRole('button', { name: 'Отменить вывод' }));
    const dialog = within(await screen.findByRole('dialog', { name: /^Отменить вывод 1.500,00.USDT\?$/ }));
    await user.click(dialog.getByRole('button', { name: 'Отменить вывод' }));
    await isSeen('Отменён вами');
    expect(screen.getByText('1 500,00 USDT снова доступны на балансе.')).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Отменить вывод' })).toBeNull());
    expect(cancelled).toBe(1);
  });

  test('cancels it by keyboard alone, which goes on at the head of the page', async () => {
    let item = withdrawal(1, { can_cancel: true });
    let cancelled = 0;
    server.use(
      serve(fundsRoutes.getTraderWithdrawal, () => HttpResponse.json(item)),
      serve(fundsRoutes.cancelTraderWithdrawal, () => {
        cancelled += 1;
        item = withdrawal(1, { status: 'CLOSED', outcome: 'CANCELLED', can_cancel: false });
        return HttpResponse.json(item);
      }),
    );
    const { user } = openApp(`/usdt-withdrawals/${withdrawalId(1)}`);
    const cancel = await screen.findByRole('button', { name: 'Отменить вывод' });
    await answerByKeyboard(user, cancel, /^Отменить вывод 1.500,00.USDT\?$/);
    await isSeen('Отменён вами');
    await waitFor(() => expect(cancel).not.toBeInTheDocument());
    await focusIsOn(() => screen.getByRole('heading', { level: 1 }));
    expect(cancelled).toBe(1);
  });

  test('says why it cannot be cancelled any more', async () => {
    let item = withdrawal(1, { can_cancel: true });
    server.use(
      serve(fundsRoutes.getTraderWithdrawal, () => HttpResponse.json(item)),
      serve(fundsRoutes.cancelTraderWithdrawal, () => {
        item = withdrawal(1, { can_cancel: false, sending_at: '2026-01-01T22:00:00Z' });
        return problem(409, 'Оператор уже отправляет этот вывод, отменить его нельзя');
      }),
    );
    const { user } = openApp(`/usdt-withdrawals/${withdrawalId(1)}`);
    await user.click(await screen.findByRole('button', { name: 'Отменить вывод' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'Отменить вывод' }));
    await isSeen('Оператор уже отправляет этот вывод, отменить его нельзя');
    expect((await screen.findAllByText('Отправляется'))[0]).toBeVisible();
  });
});
