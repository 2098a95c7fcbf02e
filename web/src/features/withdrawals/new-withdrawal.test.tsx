import * as fundsRoutes from '@kantor/contract/plain/funds-routes.ts';
import * as routes from '@kantor/contract/plain/routes.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { beforeEach, describe, expect, test } from 'vitest';
import { merchantDashboard } from '@/test/fixtures';
import { WALLET, withdrawal } from '@/test/fixtures-exchange';
import { openApp } from '@/test/render-app';
import { asMerchant, problem, serve, server } from '@/test/server';
import { isSeen } from '@/test/screen-reading';

const NOT_TRON = 'Адрес не похож на TRON (TRC-20)';
const wallets = [
  { id: 'w1', wallet_to_withdraw: WALLET, is_valid: true },
  { id: 'w2', wallet_to_withdraw: '0x52908400098527886E0F7030069857D2E4169EE7', is_valid: false },
];

let sent: { key: string | null; body: unknown }[] = [];

const create = (respond: () => Response) =>
  serve(fundsRoutes.createWithdrawal, async ({ request }) => {
    sent.push({ key: request.headers.get('idempotency-key'), body: await request.json() });
    return respond();
  });

beforeEach(() => {
  sent = [];
  server.use(
    asMerchant(),
    serve(fundsRoutes.listWithdrawals, { count: 1, results: [withdrawal(1)] }),
    serve(fundsRoutes.listWallets, { count: 2, results: wallets }),
    create(() => HttpResponse.json(withdrawal(1), { status: 201 })),
  );
});

const open = () => openApp('/withdrawals/new');
const save = () => screen.findByRole('button', { name: 'Сохранить' });
/** Says yes to the question before it is sent. */
const agree = () => screen.findByRole('button', { name: 'Вывести' });
const amount = () => screen.getByLabelText('Сумма в USDT');
const wallet = async () => {
  const select = await screen.findByLabelText('Кошелёк');
  await waitFor(() => expect(select).toBeEnabled());
  return select;
};

describe('a new withdrawal', () => {
  test('cannot be saved without an amount and a wallet, and says what is missing', async () => {
    const { user } = open();
    expect(await save()).toBeDisabled();
    expect(screen.getByText('Укажите сумму: целое число больше нуля')).toBeVisible();
    await user.type(amount(), '0');
    expect(await save()).toBeDisabled();
    await user.clear(amount());
    await user.type(amount(), '1500');
    expect(amount()).toHaveValue('1\u00a0500');
    expect(screen.getByRole('status')).toHaveTextContent('Выберите кошелёк');
    expect(await save()).toBeDisabled();
    await user.selectOptions(await wallet(), 'w1');
    expect(await save()).toBeEnabled();
    await user.clear(amount());
    expect(await save()).toBeDisabled();
  });

  test('is sent once as a whole number with a key, and leads to the list', async () => {
    const { user, address } = open();
    await save();
    await user.type(amount(), '1500');
    await user.selectOptions(await wallet(), 'w1');
    await user.click(await save());
    await user.dblClick(await agree());
    await waitFor(() => expect(address()).toBe('/withdrawals'));
    expect(sent).toEqual([
      { key: expect.stringMatching(/^[0-9a-f]{32}$/), body: { amount_in_usdt: 1500, wallet_id: 'w1' } },
    ]);
  });

  test('takes wallets from a bare list, and sends an id back as it came', async () => {
    server.use(serve(fundsRoutes.listWallets, [{ id: 7, wallet_to_withdraw: WALLET }]));
    const { user, address } = open();
    await save();
    await user.type(amount(), '10{Enter}');
    expect(sent).toEqual([]);
    await user.selectOptions(await wallet(), '7');
    await user.type(amount(), '{Enter}');
    await user.click(await agree());
    await waitFor(() => expect(address()).toBe('/withdrawals'));
    expect(sent[0]?.body).toEqual({ amount_in_usdt: 10, wallet_id: 7 });
  });

  test('goes to no wallet that is no address of TRON or still waits', async () => {
    const waiting = { ...wallets[0], id: 'w3', usable_at: '2026-01-02T21:00:00Z' };
    server.use(serve(fundsRoutes.listWallets, { count: 3, results: [...wallets, waiting] }));
    const { user } = open();
    await save();
    await user.type(amount(), '10');
    const options = within(await wallet()).getAllByRole<HTMLOptionElement>('option');
    expect(options.map((option) => [option.textContent, option.disabled])).toEqual([
      ['TQn9Y2khEs…5KcbLSE', false],
      [`0x52908400…4169EE7 — ${NOT_TRON}`, true],
      ['TQn9Y2khEs…5KcbLSE — Доступен с 03.01.2026, 00:00', true],
    ]);
    for (const id of ['w2', 'w3']) {
      await user.selectOptions(await wallet(), id);
      expect(await save()).toBeDisabled();
    }
  });

  test('says when no wallet can be used', async () => {
    server.use(serve(fundsRoutes.listWallets, { count: 1, results: [wallets[1]] }));
    open();
    const link = await screen.findByRole('link', { name: /^Сейчас ни один кошелёк не подходит/ });
    expect(link).toHaveAttribute('href', '/wallets');
  });

  test('asks first, with the sum, the whole address and what is left; whoever says no sends nothing', async () => {
    server.use(serve(routes.getMerchantDashboard, { ...merchantDashboard, balance: '2000.500000' }));
    const { user, address } = open();
    await save();
    await user.type(amount(), '1500');
    await user.selectOptions(await wallet(), 'w1');
    await user.click(await save());
    const dialog = await screen.findByRole('dialog', { name: /^Вывести 1.500,00.USDT\?$/ });
    expect(dialog).toHaveTextContent(
      `Кошелёк${WALLET}Придёт на кошелёк1 500,00 USDTБудет удержано1 500,00 USDTОстанется доступно500,50 USDT`,
    );
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await save()).toHaveFocus();
    expect(sent).toEqual([]);
    await user.click(await save());
    await user.click(await agree());
    await waitFor(() => expect(address()).toBe('/withdrawals'));
    expect(sent).toHaveLength(1);
  });

  test('takes all that is available as whole USDT', async () => {
    server.use(serve(routes.getMerchantDashboard, { ...merchantDashboard, balance: '2000.999999' }));
    const { user } = open();
    await isSeen('Доступно: 2 000,999999 USDT');
    await user.click(screen.getByRole('button', { name: 'Всё' }));
    expect(amount()).toHaveValue('2\u00a0000');
  });

  test('that is refused says why beside its field', async () => {
    server.use(
      create(() =>
        HttpResponse.json(
          {
            type: 'about:blank',
            title: 'x',
            status: 400,
            detail: 'Проверьте поля',
            code: 'invalid',
            errors: { amount_in_usdt: ['Слишком много'] },
          },
          { status: 400 },
        ),
      ),
    );
    const { user, address } = open();
    await save();
    await user.type(amount(), '1500');
    await user.selectOptions(await wallet(), 'w1');
    await user.click(await save());
    await user.click(await agree());
    await isSeen('Не удалось добавить вывод');
    expect(screen.getByText('Проверьте поля')).toBeVisible();
    await isSeen('Слишком много');
    expect(amount()).toBeInvalid();
    expect(address()).toBe('/withdrawals/new');
  });

  test('without wallets to choose from says so', async () => {
    server.use(serve(fundsRoutes.listWallets, () => problem(500, 'Ошибка')));
    const { user } = open();
    expect(await screen.findByRole('alert')).toHaveTextContent('Не удалось загрузить кошельки');
    server.use(serve(fundsRoutes.listWallets, { count: 0, results: [] }));
    await user.click(screen.getByRole('button', { name: 'Повторить' }));
    expect(await screen.findByRole('link', { name: 'Сначала добавьте кошелёк' })).toHaveAttribute('href', '/wallets');
  });
});
