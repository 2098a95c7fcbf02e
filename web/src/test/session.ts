import * as routes from '@kantor/contract/plain/routes.ts';
import { screen } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { SESSION_KEY, parseSession } from '@/api/stored-session';
import { problem, serve, server } from './server';

/** Serves tokens by turns, and knows only the latest access token. @returns the refresh tokens that were sent, so far. */
export function rotate(answer: (count: number) => Response | undefined = () => undefined): string[] {
  const refreshes: string[] = [];
  server.use(
    serve(routes.refresh, async ({ request }) => {
      const { refresh } = (await request.json()) as { refresh: string };
      refreshes.push(refresh);
      const count = refreshes.length;
      return answer(count) ?? HttpResponse.json({ access: `access-${count}`, refresh: `refresh-${count}` });
    }),
  );
  return refreshes;
}

/** `orders/` answers 401 to any token but this one. @returns the tokens that were sent, so far. */
export function acceptOnly(accepted: () => string): string[] {
  const seen: string[] = [];
  server.use(
    serve(routes.listOrders, ({ request }) => {
      const token = request.headers.get('authorization') ?? '';
      seen.push(token);
      return token === `Bearer ${accepted()}` ? HttpResponse.json({ count: 0, results: [] }) : problem(401, 'Войдите');
    }),
  );
  return seen;
}

export const stored = () => parseSession(localStorage.getItem(SESSION_KEY));
export const loginForm = () => screen.findByRole('button', { name: 'Войти' });
export const signedIn = () => screen.findByRole('link', { name: 'Заказы' });
