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

  test('of a blocked person says what the server says', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    answerLogin(() => problem(403, 'Аккаунт заблокирован. Обратитесь к оператору', 'blocked'));
    const { user } = await open();
    await user.click(screen.getByRole('button', { name: 'Войти' }));
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('Произошла ошибка при входе');
    expect(alert).toHaveTextContent('Аккаунт заблокирован. Обратитесь к оператору');
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

describe('who changes passwords', () => {
  const openWith = async (contact: unknown) => {
    server.use(serve(routes.getSupport, { contact }));
    await open();
    return screen.findByText(/^Пароль меняет оператор/);
  };

  test.each([
    ['https://kantor.example/help?a=1&b=2', 'https://kantor.example/help?a=1&b=2'],
    ['@kantor_operator', 'https://t.me/kantor_operator'],
    ['t.me/kantor_operator', 'https://t.me/kantor_operator'],
    ['operator@kantor.example', 'mailto:operator@kantor.example'],
    ['+7 (900) 123-45-67', 'tel:+79001234567'],
  ])('is reached at %s', async (contact, href) => {
    expect(await openWith(contact)).toHaveTextContent(`Пароль меняет оператор: ${contact}`);
    expect(screen.getByRole('link', { name: contact })).toHaveAttribute('href', href);
  });

  test.each(['дежурный в чате', '<img src=x onerror=alert(1)>', 'javascript:alert(1)', 'https://a b', '@a'])(
    'is shown as the text %s',
    async (contact) => {
      expect(await openWith(contact)).toHaveTextContent(`Пароль меняет оператор: ${contact}`);
      expect(screen.queryByRole('link')).toBeNull();
      expect(screen.queryByRole('img')).toBeNull();
    },
  );

  test.each([null, '', { name: 'odd' }])('is the operator where the owner says no more: %j', async (contact) => {
    expect(await openWith(contact)).toHaveTextContent(/^Пароль меняет оператор$/);
  });

  test('is not said where the server does not know the call', async () => {
    server.use(serve(routes.getSupport, () => problem(404, 'Не найдено')));
    const { user } = await open();
    await user.click(screen.getByRole('button', { name: 'Показать пароль' }));
    expect(screen.queryByText(/Пароль меняет/)).toBeNull();
  });
});
