import { STEP_UP_HEADER, type StepUpPurpose } from '@kantor/contract/plain/step-up.ts';
import * as routes from '@kantor/contract/plain/routes.ts';
import * as payoutRoutes from '@kantor/contract/plain/payout-routes.ts';
import * as requisiteRoutes from '@kantor/contract/plain/requisite-routes.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { beforeEach, expect, test } from 'vitest';
import { takeToken } from '@/api/step-up';
import { payout } from './fixtures-exchange';
import { requisite } from './fixtures-trader';
import { answerQuestion } from './question';
import { openApp } from './render-app';
import { field, openRequisite, serveRequisite } from './requisite-page';
import { asMerchant, serve, server } from './server';

// What a person has to prove anew goes out once more when they have, and nothing that they have typed is lost.

/** What came: the token of the call, and what was given for it. */
let came: (string | null)[];

beforeEach(() => {
  came = [];
  // What a tab was given stays with its session.
  for (const purpose of ['payouts', 'requisites'] as const) takeToken({ purpose });
  server.use(
    serve(routes.stepUp, async ({ request }) => {
      const { purpose, password } = (await request.json()) as { purpose: string; password: string };
      came.push(`${purpose}: ${password}`);
      return HttpResponse.json({ token: 'proven', expires_in: 600 });
    }),
  );
});

/** A call that answers only whoever has proven themselves for its purpose. */
const guarded = (
  route: typeof payoutRoutes.createPayout | typeof requisiteRoutes.updateRequisite,
  purpose: StepUpPurpose,
  answer: () => object,
) =>
  serve(route, ({ request }) => {
    const token = request.headers.get(STEP_UP_HEADER);
    came.push(token);
    if (token === 'proven') return HttpResponse.json(answer());
    const detail = 'Введите пароль ещё раз, чтобы продолжить';
    const refusal = { type: 'about:blank', title: 'Forbidden', status: 403, detail, code: 'password_required' };
    return HttpResponse.json({ ...refusal, purpose, methods: ['password'] }, { status: 403 });
  });

const question = () => screen.findByRole('dialog', { name: 'Введите пароль' });
async function prove(user: ReturnType<typeof openApp>['user']) {
  const password = within(await question()).getByLabelText('Пароль');
  await waitFor(() => expect(password).toHaveFocus());
  await user.keyboard('right{Enter}');
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Введите пароль' })).toBeNull());
}

test('a payout', async () => {
  server.use(
    asMerchant(),
    serve(payoutRoutes.listPayouts, { count: 1, results: [payout(1)] }),
    guarded(payoutRoutes.createPayout, 'payouts', () => payout(1)),
  );
  const { user, address } = openApp('/payments/new');
  const save = await screen.findByRole('button', { name: 'Сохранить' });
  await user.type(screen.getByLabelText('Сумма'), '12500');
  await user.type(screen.getByLabelText('ФИО'), 'Иванов Пётр');
  await user.type(screen.getByLabelText('Телефон'), '+7 900 123-45-67');
  await user.click(save);
  await answerQuestion(user, 'Создать выплату');
  expect(await question()).toHaveTextContent('Деньги уйдут получателям');
  await prove(user);
  await waitFor(() => expect(address()).toBe('/payments'));
  expect(came).toEqual([null, 'payouts: right', 'proven']);
});

test('other bank data of a requisite', async () => {
  const served = serveRequisite();
  server.use(
    guarded(requisiteRoutes.updateRequisite, 'requisites', () => {
      served.stated = requisite(1, { bank_account: '40817810000000001133' });
      return served.stated;
    }),
  );
  const { user } = openRequisite();
  await user.clear(await field('Номер счёта'));
  await user.type(await field('Номер счёта'), '40817810000000001133{Enter}');
  expect(await question()).toHaveTextContent('На эти данные будут платить клиенты');
  await prove(user);
  await waitFor(() => expect(screen.getByText('Данные обновлены!')).toBeVisible());
  expect(came).toEqual([null, 'requisites: right', 'proven']);
  expect(await field('Номер счёта')).toHaveValue('40817810000000001133');
});
