import * as fundsRoutes from '@kantor/contract/plain/funds-routes.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { delay, HttpResponse } from 'msw';
import { beforeEach, describe, expect, test } from 'vitest';
import { WALLET } from '@/test/fixtures-exchange';
import { openApp } from '@/test/render-app';
import { isSeen, loadedTable, rowsOf } from '@/test/screen-reading';
import { asMerchant, problem, serve, server } from '@/test/server';

const NOT_TRON = 'Адрес не похож на TRON (TRC-20)';
const OTHER_CHAIN = '0x52908400098527886E0F7030069857D2E4169EE7';

let wallets: { id: string; wallet_to_withdraw: string; is_valid?: boolean; usable_at?: string | null }[];
let sent: unknown[] = [];

beforeEach(() => {
  sent = [];
  wallets = [{ id: 'w1', wallet_to_withdraw: WALLET, is_valid: true }];
  server.use(
    asMerchant(),
    serve(fundsRoutes.listWallets, () => HttpResponse.json({ count: wallets.length, results: wallets })),
    serve(fundsRoutes.createWallet, async ({ request }) => {
      const body = (await request.json()) as { wallet_to_withdraw: string };
      sent.push(body);
      const wallet = { id: `w${wallets.length + 1}`, ...body, is_valid: false };
      wallets = [wallet, ...wallets];
      return HttpResponse.json(wallet, { status: 201 });
    }),
  );
});

const table = () => loadedTable('Кошельки');
const marks = async () => rowsOf(await table()).map((cells) => cells[1]);

describe('the list of wallets', () => {
  test('while loading holds the place of its rows', async () => {
    server.use(serve(fundsRoutes.listWallets, () => delay('infinite')));
    openApp('/wallets');
    expect(await screen.findByRole('table', { name: 'Кошельки' })).toHaveAttribute('aria-busy', 'true');
  });

  test('marks what the server calls no address of TRON', async () => {
    wallets = [
      { id: 'w1', wallet_to_withdraw: WALLET, is_valid: true },
      { id: 'w2', wallet_to_withdraw: WALLET, is_valid: false },
    ];
    openApp('/wallets');
    expect(await marks()).toEqual(['', NOT_TRON]);
    expect(screen.getByText('Кошельков: 2')).toBeVisible();
  });

  test('marks what has not the shape of one when the server says nothing', async () => {
    const numbers = [WALLET, OTHER_CHAIN, WALLET.slice(1), `${WALLET}x`, WALLET.replace('Q', '0'), 'мой кошелёк'];
    wallets = numbers.map((wallet_to_withdraw, index) => ({ id: `w${index}`, wallet_to_withdraw }));
    openApp('/wallets');
    expect(await marks()).toEqual(['', NOT_TRON, NOT_TRON, NOT_TRON, NOT_TRON, NOT_TRON]);
  });

  test('that comes as a bare list is shown alike', async () => {
    server.use(serve(fundsRoutes.listWallets, wallets));
    openApp('/wallets');
    expect(rowsOf(await table())).toEqual([[`${WALLET}Копировать`]]);
  });

  test('has pages although the server sends it whole', async () => {
    wallets = Array.from({ length: 12 }, (_, index) => ({ id: `w${index}`, wallet_to_withdraw: `номер ${index}` }));
    const { user } = openApp('/wallets');
    expect(rowsOf(await table())).toHaveLength(10);
    await user.click(screen.getByRole('link', { name: 'Страница 2' }));
    await waitFor(async () => expect(rowsOf(await table())).toHaveLength(2));
    expect(screen.getByText('Кошельков: 12')).toBeVisible();
  });
});

describe('adding a wallet', () => {
  const openDialog = async () => {
    const { user } = openApp('/wallets');
    await table();
    await user.click(screen.getByRole('button', { name: 'Добавить кошелёк' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Добавить кошелёк' }));
    return { user, dialog };
  };

  test('takes what is typed, once, and shows it', async () => {
    const { user, dialog } = await openDialog();
    await user.type(dialog.getByLabelText('Номер кошелька'), ` ${OTHER_CHAIN} `);
    await user.dblClick(dialog.getByRole('button', { name: 'Сохранить' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent).toEqual([{ wallet_to_withdraw: OTHER_CHAIN }]);
    await isSeen(OTHER_CHAIN);
  });

  test('is done by Enter too, and may be given up', async () => {
    const { user, dialog } = await openDialog();
    await user.click(dialog.getByRole('button', { name: 'Отмена' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Добавить кошелёк' }));
    await user.type(screen.getByLabelText('Номер кошелька'), `${WALLET}{Enter}`);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent).toEqual([{ wallet_to_withdraw: WALLET }]);
  });

  test('that is refused says why beside the input and keeps what was typed', async () => {
    const refusal = { type: 'about:blank', title: 'x', status: 400, detail: 'Проверьте поля', code: 'invalid' };
    const errors = { wallet_to_withdraw: ['Заполните это поле'] };
    server.use(serve(fundsRoutes.createWallet, () => HttpResponse.json({ ...refusal, errors }, { status: 400 })));
    const { user, dialog } = await openDialog();
    await user.click(dialog.getByRole('button', { name: 'Сохранить' }));
    await isSeen('Не удалось выполнить действие');
    expect(await dialog.findByText('Заполните это поле')).toBeVisible();
    await user.type(dialog.getByLabelText('Номер кошелька'), 'x');
    expect(dialog.queryByText('Заполните это поле')).toBeNull();
    expect(dialog.getByLabelText('Номер кошелька')).toHaveValue('x');
  });
});

describe('a wallet of the list', () => {
  const remove = { name: `Удалить кошелёк ${WALLET}` };
  const ofKantor = { id: 'w1', wallet_to_withdraw: WALLET, is_valid: true, usable_at: null };

  test('is removed after a question', async () => {
    let removed = 0;
    wallets = [ofKantor, { ...ofKantor, id: 'w2', wallet_to_withdraw: OTHER_CHAIN }];
    server.use(
      serve(
        fundsRoutes.removeWallet,
        () => {
          removed += 1;
          wallets = wallets.slice(1);
          return HttpResponse.json(ofKantor);
        },
        'w1',
      ),
    );
    const { user } = openApp('/wallets');
    await user.click(await screen.findByRole('button', remove));
    const dialog = within(await screen.findByRole('dialog', { name: /^Удалить кошелёк T.+\?$/ }));
    expect(dialog.getByText(/В истории выводов он останется/)).toBeVisible();
    expect(removed).toBe(0);
    await user.click(dialog.getByRole('button', { name: 'Удалить' }));
    await isSeen('Кошелёк удалён');
    await isSeen('Кошельков: 1');
    expect(removed).toBe(1);
  });

  test('that a withdrawal goes to stays, and the screen says why', async () => {
    wallets = [ofKantor];
    server.use(serve(fundsRoutes.removeWallet, () => problem(409, 'На этот кошелёк открыт вывод', 'wallet_in_use')));
    const { user } = openApp('/wallets');
    await user.click(await screen.findByRole('button', remove));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Удалить' }));
    await isSeen('На этот кошелёк открыт вывод');
    await waitFor(() => expect(screen.getByRole('button', remove)).toBeVisible());
  });

  test('of a server that cannot remove it has no such button', async () => {
    openApp('/wallets');
    await table();
    expect(screen.queryByRole('button', { name: /^Удалить/ })).toBeNull();
  });
});
