import { API_BASE, type Route } from '@kantor/contract/plain/routes.ts';
import { http, HttpResponse, type DefaultBodyType } from 'msw';
import { setupServer } from 'msw/node';
import type { User } from '@/api/user';
import { merchant, merchantDashboard, orderDetail, orderRow, trader, traderDashboard } from './fixtures';

export const url = (path: string): string => `http://kantor.test${API_BASE}/${path}`;

/** Where a route is served; `:id` stands for any id. */
export const address = ({ path }: Route): string => url(path.slice(1));

/** A problem document, as the server answers failures. */
export const problem = (status: number, detail: string, code = 'failed') =>
  HttpResponse.json({ type: 'about:blank', title: code, status, detail, code }, { status });

/** A problem document that says what is wrong with each field. */
export const fieldProblem = (errors: Record<string, string[]>) =>
  HttpResponse.json(
    { type: 'about:blank', title: 'invalid', status: 400, detail: 'Проверьте поля', code: 'invalid', errors },
    { status: 400 },
  );

export const get = (path: string, body: DefaultBodyType) => http.get(url(path), () => HttpResponse.json(body));

/** Answers a route with this. */
export const serve = (route: Route, body: DefaultBodyType) =>
  http[METHODS[route.method]](address(route), () => HttpResponse.json(body));

const METHODS = { GET: 'get', POST: 'post', PATCH: 'patch' } as const;

export const asUser = (user: User) => get('users/me/', user);
export const asMerchant = () => asUser(merchant);

/** A trader signed in, with two orders; tests replace what they are about. */
export const server = setupServer(
  http.post(url('auth/refresh/'), () => HttpResponse.json({ access: 'access-1', refresh: 'refresh-1' })),
  http.post(url('auth/logout/'), () => new HttpResponse(null, { status: 204 })),
  asUser(trader),
  get('info/rates/', { rate: '92.5000', updated_at: new Date().toISOString(), is_stale: false }),
  get('trader/dashboard/', traderDashboard),
  get('merchant/dashboard/', merchantDashboard),
  // Screens ask by themselves unless a test tells them of changes.
  http.get(url('events/'), () => new HttpResponse(null, { status: 404 })),
  get('accountwallettransactions/pending/', { count: 0, results: [] }),
  get('orders/', { count: 2, results: [orderRow(1), orderRow(2)] }),
  http.get(url('orders/:id/'), ({ params }) => HttpResponse.json(orderDetail(Number(String(params['id']).slice(-12))))),
);
