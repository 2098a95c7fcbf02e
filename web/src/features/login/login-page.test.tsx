import * as routes from '@kantor/contract/plain/routes.ts';
import { screen } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { openApp } from '@/test/render-app';
import { problem, serve, server } from '@/test/server';

let sent: unknown[] = [];

const answerLogin = (answer: () => Response) =>
  server.use(
    serve(routes.login, async ({ request }) => {
      sent.push(await request.json());
      return answer();
    }),
  );

const open = async (path = '/login') => {
  const app = openApp(path, { signedIn: false });
  return { ...app, name: await screen.findByLabelText('Имя пользователя'), password: screen.getByLabelText('Пароль') };
};

beforeEach(() => {
  sent = [];
});

describe('the login', () => {
  test('is sent by Enter and leads to the balance', async () => {
    answerLogin(() => HttpResponse.json({ access: 'access-1', refresh: 'refresh-1' }));
    const { user, name, password, address } = await open();
    await user.type(name, 'ivan');
    await user.type(password, 'secret{Enter}');
    await screen.findByRole('heading', { level: 1, name: 'Баланс' });
    expect(sent).toEqual([{ username: 'ivan', password: 'secret' }]);
    expect(address()).toBe('/balance');
  });

  test('leads back to where one was going', async () => {
    answerLogin(() => HttpResponse.json({ access: 'access-1', refresh: 'refresh-1' }));
    const { user, address } = await open('/orders?page=2');
    await user.click(screen.getByRole('button', { name: 'Войти' }));
    await screen.findByRole('heading', { level: 1, name: 'Заказы' });
    expect(address()).toMatch(/^\/orders/);
  });

  test('shows and hides the password', async () => {
    const { user, password } = await open();
    expect(password).toHaveAttribute('type', 'password');
    await user.click(screen.getByRole('button', { name: 'Показать пароль' }));
    expect(password).toHaveAttribute('type', 'text');
    await user.click(screen.getByRole('button', { name: 'Скрыть пароль' }));
    expect(password).toHaveAttribute('type', 'password');
  });

  test('that is refused says so, keeps what was typed, and logs the failure', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    answerLogin(() => problem(401, 'Неверное имя или пароль'));
    const { user, name, password } = await open();
    await user.type(name, 'ivan');
    await user.type(password, 'wrong{Enter}');
    expect(await screen.findByRole('alert')).toHaveTextContent(/^Произошла ошибка при входе$/);
    expect(name).toHaveValue('ivan');
    expect(log).toHaveBeenCalled();
  });

  test('that is limited says by what', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    answerLogin(() => problem(429, 'Слишком много попыток. Повторите через 5 минут'));
    const { user } = await open();
    await user.click(screen.getByRole('button', { name: 'Войти' }));
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('Произошла ошибка при входе');
    expect(alert).toHaveTextContent('Слишком много попыток. Повторите через 5 минут');
  });

  test('is not for the signed-in', async () => {
    const { address } = openApp('/login');
    await screen.findByRole('heading', { level: 1, name: 'Баланс' });
    expect(address()).toBe('/balance');
  });
});
