import * as fundsRoutes from '@kantor/contract/plain/funds-routes.ts';
import * as routes from '@kantor/contract/plain/routes.ts';
import * as payoutRoutes from '@kantor/contract/plain/payout-routes.ts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse } from 'msw';
import { expect, test } from 'vitest';
import { takeToken } from '@/api/step-up';
import { traderDashboard } from './fixtures';
import { payoutDone, payoutId, WALLET } from './fixtures-exchange';
import { answerByKeyboard, focusIsOn } from './question';
import { openApp } from './render-app';
import { isSeen, isWithoutDialog } from './screen-reading';
import { asMerchant, problem, serve, server } from './server';

// What cannot be taken back, with the keyboard alone: Enter asks and does it, Escape leaves, and the focus goes on.

const walletOf = (number: number) => ({
  id: `w${number}`,
  wallet_to_withdraw: `${WALLET.slice(0, -1)}${number}`,
  is_valid: true,
  usable_at: null,
});
const removing = (number: number) => `Удалить кошелёк ${walletOf(number).wallet_to_withdraw}`;

test('earnings are moved: once, and the focus stays on their button', async () => {
  let moves = 0;
  const moved = { ...traderDashboard, earned_balance: '0.000000', can_move_earnings: false };
  // The new balance comes when the question is gone: where it comes sooner, the button cannot take the focus.
  const released = Promise.withResolvers<void>();
  server.use(
    serve(routes.getTraderDashboard, async () => {
      if (moves === 0) return HttpResponse.json(traderDashboard);
      await released.promise;
      return HttpResponse.json(moved);
    }),
    serve(routes.moveEarnings, () => {
      moves += 1;
      return HttpResponse.json(moved);
    }),
  );
  const { user } = openApp('/balance');
  const button = await screen.findByRole('button', { name: 'Перевести на основной' });
  await waitFor(() => expect(button).not.toHaveAttribute('aria-disabled', 'true'));
  await answerByKeyboard(user, button, /^Перевести 55,25.USDT на основной баланс\?$/);
  await focusIsOn(() => button);
  released.resolve();
  await waitFor(() => expect(button).toHaveAttribute('aria-disabled', 'true'));
  await focusIsOn(() => button);
  expect(moves).toBe(1);
});

test.each([
  ['goes on to the button of the next one', 2, () => screen.getByRole('button', { name: removing(3) })],
  // Its row stays, dimmed, for as long as the person is in the table.
  ['stays where it was, when that was the last', 3, () => screen.getByRole('button', { name: removing(3) })],
])('a wallet is removed, and the focus %s', async (_where, number, next) => {
  let wallets = [1, 2, 3].map(walletOf);
  const asked: string[] = [];
  server.use(
    asMerchant(),
    serve(fundsRoutes.listWallets, () => HttpResponse.json({ count: wallets.length, results: wallets })),
    serve(fundsRoutes.removeWallet, ({ params }) => {
      asked.push(String(params['id']));
      wallets = wallets.filter(({ id }) => id !== params['id']);
      return HttpResponse.json(walletOf(number));
    }),
  );
  const { user } = openApp('/wallets');
  const button = await screen.findByRole('button', { name: removing(number) });
  await answerByKeyboard(user, button, /^Удалить кошелёк T.+\?$/);
  await isSeen('Кошельков: 2');
  await focusIsOn(next);
  expect(asked).toEqual([`w${number}`]);
});

test('a payout is contested: Escape leaves it, the button sends it, and the focus stays on the page', async () => {
  const sent: unknown[] = [];
  let payout = payoutDone({ settlement: 'contestable', contest_until: '2026-01-01T22:30:00.000Z', can_contest: true });
  server.use(
    asMerchant(),
    serve(payoutRoutes.getPayout, () => HttpResponse.json(payout)),
    serve(payoutRoutes.contestPayout, async ({ request }) => {
      sent.push(await request.json());
      payout = payoutDone({ settlement: 'contested', contest_reason: 'Денег нет' });
      return HttpResponse.json(payout);
    }),
  );
  const { user } = openApp(`/payments/${payoutId(1)}`);
  const button = await screen.findByRole('button', { name: 'Не пришло' });
  const reason = () => screen.getByLabelText('Что случилось');
  button.focus();
  await user.keyboard('{Enter}');
  await screen.findByRole('dialog', { name: /не пришли\?$/ });
  await focusIsOn(reason);
  await user.keyboard('Денег нет{Escape}');
  await isWithoutDialog();
  await focusIsOn(() => button);
  expect(sent).toEqual([]);
  await user.keyboard('{Enter}');
  await screen.findByRole('dialog', { name: /не пришли\?$/ });
  await focusIsOn(reason);
  expect(reason()).toHaveValue('');
  // Of a text of several lines Enter is a line.
  await user.keyboard('Денег нет{Enter}');
  expect(sent).toEqual([]);
  const send = screen.getByRole('button', { name: 'Отправить' });
  for (let steps = 0; steps < 4 && document.activeElement !== send; steps += 1) await user.tab();
  await user.keyboard('{Enter}');
  await isSeen('Ответ отправлен оператору');
  await isWithoutDialog();
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Не пришло' })).toBeNull());
  await focusIsOn(() => screen.getByRole('heading', { level: 1 }));
  expect(sent).toEqual([{ reason: 'Денег нет' }]);
});

test('the password that a form needs: Escape goes back into the form, Enter goes on, and the focus to what opened it', async () => {
  let token: string | null = null;
  takeToken({ purpose: 'wallets' });
  server.use(
    asMerchant(),
    serve(fundsRoutes.listWallets, { count: 0, results: [] }),
    serve(fundsRoutes.createWallet, () =>
      token === null
        ? HttpResponse.json(
            {
              status: 403,
              detail: 'Введите пароль',
              code: 'password_required',
              purpose: 'wallets',
              methods: ['password'],
            },
            { status: 403 },
          )
        : HttpResponse.json({ id: 'w1' }, { status: 201 }),
    ),
    serve(routes.stepUp, async ({ request }) => {
      const { password } = (await request.json()) as { password: string };
      if (password !== 'right') return problem(403, 'Неверный пароль', 'wrong_password');
      token = 'token';
      return HttpResponse.json({ token, expires_in: 300 });
    }),
  );
  openApp('/wallets');
  const user = userEvent.setup();
  const opener = await screen.findByRole('button', { name: 'Добавить кошелёк' });
  opener.focus();
  await user.keyboard('{Enter}');
  const form = await screen.findByRole('dialog', { name: 'Добавить кошелёк' });
  await focusIsOn(() => within(form).getByRole('textbox'));
  const password = async () =>
    within(await screen.findByRole('dialog', { name: 'Введите пароль' })).getByLabelText('Пароль');
  await user.keyboard(`${WALLET}{Enter}`);
  const asked = await password();
  await focusIsOn(() => asked);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Введите пароль' })).toBeNull());
  await waitFor(() => expect(form).toContainElement(document.activeElement as HTMLElement));
  await focusIsOn(() => within(form).getByRole('textbox'));
  await user.keyboard('{Enter}');
  const again = await password();
  await focusIsOn(() => again);
  await user.keyboard('right{Enter}');
  await isWithoutDialog();
  await focusIsOn(() => opener);
});
