import * as routes from '@kantor/contract/plain/routes.ts';
import * as payoutRoutes from '@kantor/contract/plain/payout-routes.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { beforeEach, describe, expect, test } from 'vitest';
import { merchantDashboard } from '@/test/fixtures';
import { payout } from '@/test/fixtures-exchange';
import { answerQuestion } from '@/test/question';
import { isSeen, isWithoutDialog } from '@/test/screen-reading';
import { openApp } from '@/test/render-app';
import { asMerchant, problem, serve, server } from '@/test/server';

let sent: { key: string | null; body: unknown }[] = [];

const create = (respond: () => Response | Promise<Response>) =>
  serve(payoutRoutes.createPayout, async ({ request }) => {
    sent.push({ key: request.headers.get('idempotency-key'), body: await request.json() });
    return respond();
  });

beforeEach(() => {
  sent = [];
  server.use(
    asMerchant(),
    serve(payoutRoutes.listPayouts, { count: 1, results: [payout(1)] }),
    create(() => HttpResponse.json(payout(1), { status: 201 })),
  );
});

const save = () => screen.findByRole('button', { name: 'Сохранить' });
const input = (label: string) => screen.getByLabelText(label);
const fill = async (user: ReturnType<typeof openApp>['user']) => {
  await save();
  for (const [label, text] of [
    ['Сумма', '12500'],
    ['ФИО', ' Иванов Пётр '],
    ['Телефон', '+7 900 123-45-67'],
  ] as const) {
    await user.click(input(label));
    await user.paste(text);
  }
};

const confirm = (user: ReturnType<typeof openApp>['user']) => answerQuestion(user, 'Создать выплату');
const send = async (user: ReturnType<typeof openApp>['user']) => {
  // A failure is told while its question is still there.
  await isWithoutDialog();
  await user.click(await save());
  await confirm(user);
};

describe('a new payout', () => {
  test('cannot be saved before it is whole, and says what is missing', async () => {
    const { user } = openApp('/payments/new');
    expect(await save()).toBeDisabled();
    expect(screen.getByText('Укажите сумму: целое число больше нуля')).toBeVisible();
    await user.type(input('Сумма'), '0');
    expect(screen.getByText('Укажите сумму: целое число больше нуля')).toBeVisible();
    await user.clear(input('Сумма'));
    await user.type(input('Сумма'), '12500');
    expect(input('Сумма')).toHaveValue('12\u00a0500');
    expect(screen.getByText('Укажите ФИО')).toBeVisible();
    await user.type(input('ФИО'), '  ');
    expect(screen.getByText('Укажите ФИО')).toBeVisible();
    await user.type(input('ФИО'), 'Иванов Пётр');
    expect(screen.getByText('Укажите телефон или номер счёта')).toBeVisible();
    expect(await save()).toBeDisabled();
    await user.type(input('Номер счёта'), '40817');
    expect(await save()).toBeEnabled();
    await user.clear(input('Номер счёта'));
    expect(await save()).toBeDisabled();
    fireEvent.submit(input('Сумма'));
    await user.type(input('Телефон'), '+7900');
    expect(await save()).toBeEnabled();
    expect(sent).toEqual([]);
  });

  test('says beside each field which kind of transfer it is for', async () => {
    const { user } = openApp('/payments/new');
    await save();
    const sbp = screen.getByRole('switch', { name: 'СБП' });
    expect(sbp).toHaveAccessibleDescription(/перевод на карту или счёт/);
    expect(input('Телефон')).toHaveAccessibleDescription('Перевод по телефону — только с СБП');
    expect(input('Номер счёта')).toHaveAccessibleDescription(/Сюда пойдёт перевод/);
    await user.click(sbp);
    expect(sbp).toHaveAccessibleDescription('Перевод по номеру телефона');
    expect(input('Телефон')).toHaveAccessibleDescription(/По нему пойдёт перевод/);
    expect(input('Номер счёта')).toHaveAccessibleDescription('Для перевода по СБП не нужен');
  });

  test('is sent once with a whole amount and a key, and leads to the list', async () => {
    const { user, address } = openApp('/payments/new');
    await fill(user);
    await user.click(screen.getByRole('switch', { name: 'СБП' }));
    await user.dblClick(await save());
    await confirm(user);
    await waitFor(() => expect(address()).toBe('/payments'));
    expect(sent).toEqual([
      {
        key: expect.stringMatching(/^[0-9a-f]{32}$/),
        body: { amount: 12500, fio: 'Иванов Пётр', phone: '+7 900 123-45-67', bank_account: '', is_sbp: true },
      },
    ]);
  });

  test.each(['1500,50', '10.5', '-5', '1e3', '1 500,50'])('of %s is none: it says so and is not sent', async (sum) => {
    const { user } = openApp('/payments/new');
    await fill(user);
    await user.clear(input('Сумма'));
    await user.paste(sum);
    expect(input('Сумма')).toHaveValue(sum);
    expect(input('Сумма')).toHaveAccessibleDescription('Только целые рубли');
    expect(await save()).toBeDisabled();
    await user.keyboard('{Enter}');
    expect(sent).toEqual([]);
  });

  test('of 1500,00 is one of 1500', async () => {
    const { user, address } = openApp('/payments/new');
    await fill(user);
    await user.clear(input('Сумма'));
    await user.type(input('Сумма'), '1500,00{Enter}');
    await confirm(user);
    await waitFor(() => expect(address()).toBe('/payments'));
    expect(sent).toMatchObject([{ body: { amount: 1500 } }]);
  });

  test('by СБП takes the bank of the recipient, found by typing', async () => {
    const { user, address } = openApp('/payments/new');
    await fill(user);
    expect(screen.queryByRole('combobox', { name: 'Банк получателя' })).toBeNull();
    await user.click(screen.getByRole('switch', { name: 'СБП' }));
    await user.type(screen.getByRole('combobox', { name: 'Банк получателя' }), 'т-ба');
    await user.click(await screen.findByRole('option', { name: 'Т-Банк' }));
    await send(user);
    await waitFor(() => expect(address()).toBe('/payments'));
    expect(sent[0]?.body).toMatchObject({ is_sbp: true, recipient_bank: '100000000004' });
  });

  test('asks first: the sum, who gets it, what is held at the rate now shown and what is left', async () => {
    server.use(
      serve(routes.getMerchantDashboard, { ...merchantDashboard, balance: '1000.000000', fee_bp: 250 }),
      serve(routes.getRate, { rate: '92.0000', updated_at: new Date().toISOString(), is_stale: false }),
    );
    const { user, address } = openApp('/payments/new');
    await fill(user);
    await user.click(await save());
    const question = await screen.findByRole('dialog', { name: 'Создать выплату на 12\u00a0500,00\u00a0₽?' });
    expect(within(question).getByText('Иванов Пётр, +7 900 123-45-67')).toBeVisible();
    // 12 500 / 92 = 135.869565, and 2.5 per cent of it.
    expect(await within(question).findByText('139,266304 USDT, из них комиссия 3,396739 USDT')).toBeVisible();
    expect(within(question).getByText('860,733696 USDT')).toBeVisible();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent).toEqual([]);
    expect(address()).toBe('/payments/new');
    expect(input('Сумма')).toHaveValue('12\u00a0500');
  });

  test('says when the balance is not enough', async () => {
    server.use(serve(routes.getMerchantDashboard, { ...merchantDashboard, balance: '1.000000' }));
    const { user } = openApp('/payments/new');
    await fill(user);
    await user.click(await save());
    await isSeen('На балансе не хватает USDT');
  });

  test.each([
    ['fee', () => serve(routes.getMerchantDashboard, { ...merchantDashboard, fee_bp: undefined })],
    ['rate', () => serve(routes.getRate, { rate: null })],
  ])('of an unknown %s says nothing of what is held', async (_what, unknown) => {
    server.use(unknown());
    const { user } = openApp('/payments/new');
    await fill(user);
    await user.click(await save());
    await isSeen('Иванов Пётр, +7 900 123-45-67');
    expect(screen.queryByText('Будет удержано')).toBeNull();
  });

  test('is sent by Enter', async () => {
    const { user, address } = openApp('/payments/new');
    await fill(user);
    await user.type(input('Телефон'), '{Enter}');
    await screen.findByRole('dialog');
    await user.keyboard('{Enter}');
    await waitFor(() => expect(address()).toBe('/payments'));
    expect(sent).toHaveLength(1);
  });

  test('that is refused says why beside its fields and can be sent anew, under another key', async () => {
    server.use(
      create(() =>
        HttpResponse.json(
          {
            type: 'about:blank',
            title: 'x',
            status: 400,
            detail: 'Проверьте поля',
            code: 'invalid',
            errors: { fio: ['Слишком длинно'] },
          },
          { status: 400 },
        ),
      ),
    );
    const { user, address } = openApp('/payments/new');
    await fill(user);
    await send(user);
    await isSeen('Не удалось добавить выплату');
    await isSeen('Слишком длинно');
    expect(input('ФИО')).toBeInvalid();
    await waitFor(() => expect(input('ФИО')).toHaveFocus());
    await user.type(input('ФИО'), '!');
    expect(screen.queryByText('Слишком длинно')).toBeNull();
    await send(user);
    await waitFor(() => expect(sent).toHaveLength(2));
    expect(sent[0]?.key).not.toBe(sent[1]?.key);
    expect(address()).toBe('/payments/new');
  });

  test.each([
    ['the answer is lost', () => HttpResponse.error()],
    ['the server breaks', () => problem(500, 'Ошибка')],
    ['the first is still under way', () => problem(409, 'Запрос ещё выполняется')],
  ])('when %s is sent anew under the same key', async (_why, respond) => {
    server.use(create(respond));
    const { user, address } = openApp('/payments/new');
    await fill(user);
    await send(user);
    await isSeen('Не удалось добавить выплату');
    server.use(create(() => HttpResponse.json(payout(1), { status: 201 })));
    await send(user);
    await waitFor(() => expect(address()).toBe('/payments'));
    expect(sent).toHaveLength(2);
    expect(sent[0]?.key).toBe(sent[1]?.key);
  });

  test('asks before it is left half done, and not after it is saved', async () => {
    const { user, address } = openApp('/payments/new');
    await fill(user);
    await user.click(screen.getByRole('link', { name: 'Кошельки' }));
    await waitFor(() => expect(screen.getByRole('dialog', { name: 'Уйти без сохранения?' })).toBeVisible());
    await user.click(screen.getByRole('button', { name: 'Остаться' }));
    expect(address()).toBe('/payments/new');
    await send(user);
    await waitFor(() => expect(address()).toBe('/payments'));
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});
