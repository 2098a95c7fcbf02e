import * as routes from '@kantor/contract/plain/routes.ts';
import * as accountRoutes from '@kantor/contract/plain/account-routes.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { missingFactor } from '@/api/missing-factor';
import type { Security } from '@/api/security';
import { inUserMenu, openApp } from '@/test/render-app';
import { asUser, type Call, fieldProblem, pathOf, problem, serve, serveNoting, server } from '@/test/server';
import { operator } from '@/test/fixtures';

const CODES = Array.from({ length: 10 }, (_, n) => `aaaa-bbbb-ccc${n}`);
const SIGN_INS = [
  {
    id: '01939c2f-7b1e-7000-8000-000000000001',
    started_at: '2026-01-01T21:30:00.000Z',
    last_seen_at: '2026-01-01T21:40:00.000Z',
    address: '192.0.2.1',
    browser: 'Firefox, Windows',
    is_current: true,
  },
  {
    id: '01939c2f-7b1e-7000-8000-000000000002',
    started_at: '2026-01-01T20:30:00.000Z',
    last_seen_at: '2026-01-01T20:40:00.000Z',
    address: null,
    browser: null,
    is_current: false,
  },
];

let security: Security;
let calls: Call[];

beforeEach(() => {
  missingFactor.set(false);
  calls = [];
  security = {
    password_changed_at: null,
    totp: null,
    passkeys: [],
    passkeys_offered: true,
    recovery_codes_left: 0,
    second_factor_required: false,
    notices: [],
  };
  server.use(
    serve(accountRoutes.getSecurity, () => HttpResponse.json(security)),
    serve(accountRoutes.listSignIns, { results: SIGN_INS }),
    serveNoting(calls, accountRoutes.startTotp, () =>
      HttpResponse.json({ secret: 'JBSWY3DPEHPK3PXP', qr: 'data:image/png;base64,AAAA', setup: 'sealed' }),
    ),
  );
});

const card = async (name: string) => within(await screen.findByRole('region', { name }));
const noDialog = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

test('The screen is in the menu of the user', async () => {
  const { user, address } = openApp('/orders');
  await user.click(await inUserMenu('Безопасность', 'link'));
  await screen.findByRole('heading', { level: 1, name: 'Безопасность' });
  expect(address()).toBe('/security');
});

describe('The app with codes', () => {
  test('is on with its first code, and the recovery codes are shown once', async () => {
    server.use(
      serveNoting(calls, accountRoutes.confirmTotp, () => {
        security = { ...security, totp: { since: '2026-01-01T21:30:00.000Z' }, recovery_codes_left: 10 };
        return HttpResponse.json({ recovery_codes: CODES });
      }),
    );
    const { user } = openApp('/security');
    await user.click((await card('Приложение с кодами')).getByRole('button', { name: 'Настроить приложение' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Настроить приложение' }));
    expect(dialog.getByText('JBSWY3DPEHPK3PXP')).toBeVisible();
    expect(dialog.getByRole('img', { name: 'QR-код для приложения' })).toHaveAttribute(
      'src',
      'data:image/png;base64,AAAA',
    );
    await user.type(dialog.getByRole('textbox', { name: 'Код из приложения' }), '123456{Enter}');
    const shown = within(await screen.findByRole('dialog', { name: 'Запасные коды' }));
    for (const code of CODES) expect(shown.getByText(code)).toBeVisible();
    await user.keyboard('{Escape}');
    expect(shown.getByText(CODES[0] ?? '')).toBeVisible();
    await user.click(shown.getByRole('button', { name: 'Готово' }));
    await noDialog();
    expect(screen.queryByText(CODES[0] ?? '')).toBeNull();
    expect(await (await card('Запасные коды')).findByText('Осталось: 10 из 10')).toBeVisible();
    expect(calls.at(-1)).toEqual([pathOf(accountRoutes.confirmTotp), { setup: 'sealed', code: '123456' }]);
  });

  test('says at the field that a code is wrong', async () => {
    server.use(
      serve(accountRoutes.confirmTotp, () => fieldProblem({ code: ['Код не подошёл. Проверьте время на телефоне'] })),
    );
    const { user } = openApp('/security');
    await user.click((await card('Приложение с кодами')).getByRole('button', { name: 'Настроить приложение' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.type(dialog.getByRole('textbox', { name: 'Код из приложения' }), '000000{Enter}');
    expect(await dialog.findByText('Код не подошёл. Проверьте время на телефоне')).toBeVisible();
  });
});

test('A new password is typed twice, and refused by the server’s sentence', async () => {
  server.use(
    serveNoting(calls, accountRoutes.changePassword, () =>
      fieldProblem({ password: ['Этот пароль есть в списках утёкших. Придумайте другой'] }),
    ),
  );
  const { user } = openApp('/security');
  await user.click((await card('Пароль')).getByRole('button', { name: 'Изменить пароль' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Изменить пароль' }));
  await user.type(dialog.getByLabelText('Новый пароль'), 'password123');
  await user.type(dialog.getByLabelText('Ещё раз'), 'другой');
  expect(await dialog.findByText('Пароли не совпадают')).toBeVisible();
  expect(dialog.getByRole('button', { name: 'Изменить пароль' })).toBeDisabled();
  await user.clear(dialog.getByLabelText('Ещё раз'));
  await user.type(dialog.getByLabelText('Ещё раз'), 'password123{Enter}');
  expect(await dialog.findByText('Этот пароль есть в списках утёкших. Придумайте другой')).toBeVisible();
  expect(calls).toEqual([[pathOf(accountRoutes.changePassword), { password: 'password123' }]]);
});

describe('The sign-ins', () => {
  test('name the browser and the present one; another one is ended', async () => {
    server.use(serveNoting(calls, accountRoutes.endSignIn, () => new HttpResponse(null, { status: 204 })));
    const { user } = openApp('/security');
    const list = await card('Входы');
    expect(await list.findByText('Этот вход')).toBeVisible();
    expect(list.getByText('192.0.2.1 · Вход 02.01.2026, 00:30 · Активность 02.01.2026, 00:40')).toBeVisible();
    await user.click(list.getByRole('button', { name: 'Завершить вход: Неизвестный браузер, 01.01.2026, 23:30' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Завершить' }));
    await noDialog();
    expect(calls).toEqual([[pathOf(accountRoutes.endSignIn, SIGN_INS[1]?.id), null]]);
  });

  test('end all but this one', async () => {
    server.use(serveNoting(calls, accountRoutes.endOtherSignIns, () => HttpResponse.json({ ended: 1 })));
    const { user } = openApp('/security');
    const list = await card('Входы');
    await user.click(await list.findByRole('button', { name: 'Завершить остальные' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Завершить остальные' }));
    await noDialog();
    expect(calls).toEqual([[pathOf(accountRoutes.endOtherSignIns), null]]);
  });
});

test('Whoever must have a second factor is led to its set-up, from any screen', async () => {
  security = { ...security, second_factor_required: true };
  const refusal = () => problem(403, 'Настройте второй фактор в разделе «Безопасность»', 'second_factor_missing');
  server.use(asUser(operator), serve(routes.getMerchantDashboard, refusal), serve(accountRoutes.listSignIns, refusal));
  const { address } = openApp('/balance');
  await waitFor(() => expect(screen.getByText(/^Чтобы продолжить работу, настройте второй фактор/)).toBeVisible());
  expect(address()).toBe('/security');
  expect(screen.queryByRole('region', { name: 'Входы' })).toBeNull();
});

describe('At the sign-in', () => {
  const open = async (...answers: Response[]) => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    server.use(serveNoting(calls, routes.login, () => answers.shift() ?? new HttpResponse(null, { status: 500 })));
    const { user, address } = openApp('/login', { signedIn: false });
    await user.type(await screen.findByLabelText('Имя пользователя'), 'ivan');
    await user.type(screen.getByLabelText('Пароль'), 'secret{Enter}');
    return { user, address };
  };
  const asked = (methods: string[]) =>
    HttpResponse.json(
      { type: 'about:blank', title: 'Forbidden', status: 403, detail: 'x', code: 'second_factor_required', methods },
      { status: 403 },
    );
  const tokens = () => HttpResponse.json({ access: 'access-1', refresh: 'refresh-1' });
  const sent = () => calls.map(([, body]) => body);

  test('a code is asked for on the same page, anew when it is wrong', async () => {
    const { user, address } = await open(
      asked(['code', 'recovery_code']),
      problem(403, 'Неверный код', 'wrong_code'),
      tokens(),
    );
    const code = await screen.findByRole('textbox', { name: 'Код из приложения' });
    await waitFor(() => expect(code).toHaveFocus());
    await user.type(code, '000000{Enter}');
    expect(await screen.findByRole('alert')).toHaveTextContent('Неверный код');
    await user.clear(code);
    await user.type(code, '123456{Enter}');
    await waitFor(() => expect(address()).toBe('/balance'));
    const credentials = { username: 'ivan', password: 'secret' };
    expect(sent()).toEqual([credentials, { ...credentials, code: '000000' }, { ...credentials, code: '123456' }]);
  });

  test('a recovery code takes its place', async () => {
    const { user } = await open(asked(['code', 'recovery_code']), tokens());
    await user.click(await screen.findByRole('button', { name: 'Ввести запасной код' }));
    await user.type(screen.getByRole('textbox', { name: 'Запасной код' }), 'aaaa-bbbb-cccc{Enter}');
    await waitFor(() => expect(sent()).toHaveLength(2));
    expect(sent()[1]).toEqual({ username: 'ivan', password: 'secret', recovery_code: 'aaaa-bbbb-cccc' });
  });

  test('another name can be given', async () => {
    const { user } = await open(asked(['code']));
    await screen.findByRole('textbox', { name: 'Код из приложения' });
    expect(screen.getByLabelText('Имя пользователя')).toHaveAttribute('readonly');
    await user.click(screen.getByRole('button', { name: 'Изменить имя или пароль' }));
    await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Код из приложения' })).toBeNull());
    expect(screen.getByLabelText('Имя пользователя')).not.toHaveAttribute('readonly');
  });
});

test('A step-up of whoever has a second factor asks for a code', async () => {
  security = { ...security, totp: { since: '2026-01-01T21:30:00.000Z' }, recovery_codes_left: 3 };
  let isProven = false;
  server.use(
    serve(accountRoutes.removeTotp, () => {
      if (isProven) return new HttpResponse(null, { status: 204 });
      const more = { code: 'password_required', purpose: 'password', methods: ['code', 'recovery_code'] };
      return HttpResponse.json({ type: 'about:blank', title: 'x', status: 403, detail: 'x', ...more }, { status: 403 });
    }),
    serveNoting(calls, routes.stepUp, () => {
      isProven = true;
      return HttpResponse.json({ token: 'token', expires_in: 600 });
    }),
  );
  const { user } = openApp('/security');
  await user.click((await card('Приложение с кодами')).getByRole('button', { name: 'Отключить' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Отключить' }));
  const question = within(await screen.findByRole('dialog', { name: 'Подтвердите, что это вы' }));
  const code = question.getByRole('textbox', { name: 'Код из приложения' });
  await waitFor(() => expect(code).toHaveFocus());
  await user.type(code, '123456{Enter}');
  await noDialog();
  expect(calls).toEqual([[pathOf(routes.stepUp), { purpose: 'password', code: '123456' }]]);
});
