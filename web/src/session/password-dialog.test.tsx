import { STEP_UP_HEADER } from '@kantor/contract/plain/step-up.ts';
import * as fundsRoutes from '@kantor/contract/plain/funds-routes.ts';
import * as routes from '@kantor/contract/plain/routes.ts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse } from 'msw';
import { beforeEach, describe, expect, test } from 'vitest';
import { takeToken } from '@/api/step-up';
import { WALLET } from '@/test/fixtures-exchange';
import { openApp } from '@/test/render-app';
import { asMerchant, problem, serve, server } from '@/test/server';
import { isSeen } from '@/test/screen-reading';

const TITLE = 'Введите пароль';

/** The tokens that the server takes. */
let good: Set<string>;
/** What came to it: the password of a step-up, the token of an added wallet. */
let given: string[];
let added: (string | null)[];

beforeEach(() => {
  [good, given, added] = [new Set(), [], []];
  // What a tab was given stays with its session.
  takeToken({ purpose: 'wallets' });
  server.use(
    asMerchant(),
    serve(fundsRoutes.listWallets, () => HttpResponse.json({ count: 0, results: [] })),
    serve(fundsRoutes.createWallet, ({ request }) => {
      const token = request.headers.get(STEP_UP_HEADER);
      added.push(token);
      if (token !== null && good.has(token)) return HttpResponse.json({ id: 'w1' }, { status: 201 });
      return HttpResponse.json(
        {
          type: 'about:blank',
          title: 'Forbidden',
          status: 403,
          detail: 'Введите пароль ещё раз, чтобы продолжить',
          code: 'password_required',
          purpose: 'wallets',
          methods: ['password'],
        },
        { status: 403 },
      );
    }),
    serve(routes.stepUp, async ({ request }) => {
      const { purpose, password } = (await request.json()) as { purpose: string; password: string };
      given.push(`${purpose}: ${password}`);
      if (password !== 'right') return problem(403, 'Неверный пароль', 'wrong_password');
      const token = `token-${given.length}`;
      good.add(token);
      return HttpResponse.json({ token, expires_in: 300 });
    }),
  );
});

/** Opens the form of a wallet, fills it in and saves. */
async function addWallet() {
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Добавить кошелёк' }));
  const form = await screen.findByRole('dialog', { name: 'Добавить кошелёк' });
  await user.type(within(form).getByRole('textbox'), WALLET);
  await user.click(within(form).getByRole('button', { name: 'Сохранить' }));
  return user;
}

const question = () => screen.findByRole('dialog', { name: TITLE });
const passwordIn = (dialog: HTMLElement) => within(dialog).getByLabelText('Пароль');
const isGone = (name: string) => waitFor(() => expect(screen.queryByRole('dialog', { name })).not.toBeInTheDocument());

describe('The password that a call needs', () => {
  test('is asked for by the keyboard; with it the call goes out once more, and the form ends', async () => {
    openApp('/wallets');
    const user = await addWallet();
    const dialog = await question();
    await waitFor(() => expect(passwordIn(dialog)).toHaveFocus());
    expect(dialog).toHaveTextContent('Подтвердите, что добавляете его вы');
    await user.keyboard('right{Enter}');
    await isGone(TITLE);
    await isGone('Добавить кошелёк');
    expect(given).toEqual(['wallets: right']);
    expect(added).toEqual([null, 'token-1']);
  });

  test('is asked for anew when it is wrong, with the server’s sentence at the field', async () => {
    openApp('/wallets');
    const user = await addWallet();
    const dialog = await question();
    await waitFor(() => expect(passwordIn(dialog)).toHaveFocus());
    await user.keyboard('{Enter}');
    expect(given).toEqual([]);
    await user.keyboard('wrong{Enter}');
    expect(await within(dialog).findByText('Неверный пароль')).toBeVisible();
    await waitFor(() => expect(passwordIn(dialog)).toHaveAttribute('aria-invalid', 'true'));
    // What was typed is selected: the next one takes its place.
    await user.keyboard('right{Enter}');
    await isGone(TITLE);
    expect(given).toEqual(['wallets: wrong', 'wallets: right']);
    // Only then is the token kept, and so for `beforeEach` to take.
    await isGone('Добавить кошелёк');
    expect(added).toEqual([null, 'token-2']);
  });

  test('is not asked for again while the server takes what was given, and is when it does not', async () => {
    openApp('/wallets');
    let user = await addWallet();
    await user.type(passwordIn(await question()), 'right{Enter}');
    await isGone('Добавить кошелёк');
    await addWallet();
    await isGone('Добавить кошелёк');
    expect(given).toHaveLength(1);
    good.clear();
    user = await addWallet();
    await user.type(passwordIn(await question()), 'right{Enter}');
    await isGone('Добавить кошелёк');
    expect(given).toHaveLength(2);
    expect(added).toEqual([null, 'token-1', null, 'token-1', null, 'token-1', 'token-2']);
  });

  test('need not be given: the form stays as it is, and says why', async () => {
    openApp('/wallets');
    const user = await addWallet();
    await waitFor(async () => expect(passwordIn(await question())).toHaveFocus());
    await user.keyboard('{Escape}');
    await isGone(TITLE);
    const form = await screen.findByRole('dialog', { name: 'Добавить кошелёк' });
    expect(within(form).getByRole('textbox')).toHaveValue(WALLET);
    await isSeen('Введите пароль ещё раз, чтобы продолжить');
    expect(added).toEqual([null]);
  });
});
