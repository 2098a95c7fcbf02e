import * as accountRoutes from '@kantor/contract/plain/account-routes.ts';
import * as fundsRoutes from '@kantor/contract/plain/funds-routes.ts';
import { getPlatformOrderTotals } from '@kantor/contract/plain/platform-routes.ts';
import * as routes from '@kantor/contract/plain/routes.ts';
import * as requisiteRoutes from '@kantor/contract/plain/requisite-routes.ts';
import { FetchInterceptor } from '@mswjs/interceptors/fetch';
import { http, HttpResponse, type DefaultBodyType, type HttpResponseResolver } from 'msw';
import { defineNetwork, InterceptorSource } from 'msw/experimental';
import type { User } from '@/api/user';
import { merchant, merchantDashboard, orderDetail, orderRow, trader, traderDashboard, unusedMessage } from './fixtures';
import { NO_LIMITS } from './fixtures-webhooks';

/** The path of a route, with this id; `:id` stands for any. */
export const pathOf = ({ path }: Pick<routes.Route, 'path'>, id = ':id'): string =>
  routes.API_BASE + path.replace(':id', id);

/** Its address at the faked server. */
const address = (...of: Parameters<typeof pathOf>): string => `http://kantor.test${pathOf(...of)}`;

/** A problem document, as the server answers failures. */
export const problem = (status: number, detail: string, code = 'failed') =>
  HttpResponse.json({ type: 'about:blank', title: code, status, detail, code }, { status });

/** A problem document that says what is wrong with each field. */
export const fieldProblem = (errors: Record<string, string[]>) =>
  HttpResponse.json(
    { type: 'about:blank', title: 'invalid', status: 400, detail: 'Проверьте поля', code: 'invalid', errors },
    { status: 400 },
  );

const METHODS = { GET: 'get', POST: 'post', PATCH: 'patch' } as const;

type Answer = DefaultBodyType | HttpResponseResolver;
const isResolver = (answer: Answer): answer is HttpResponseResolver => typeof answer === 'function';

/** Answers a route with this body, or as the function says; with an `id`, that thing's alone. */
export const serve = (route: routes.Route, answer: Answer, id?: string) =>
  http[METHODS[route.method]](address(route, id), isResolver(answer) ? answer : () => HttpResponse.json(answer));

/** A call that a screen made: its path, and the JSON that it sent. */
export type Call = [path: string, body: unknown];

/** Answers a route, and notes each call. */
export const serveNoting = (calls: Call[], route: routes.Route, respond: () => Response | Promise<Response>) =>
  serve(route, async ({ request }) => {
    const text = await request.text();
    calls.push([new URL(request.url).pathname, text === '' ? null : JSON.parse(text)]);
    return respond();
  });

export const asUser = (user: User) => serve(routes.getMe, user);
export const asMerchant = () => asUser(merchant);

/** A trader signed in, with two orders; tests replace what they are about. */
const handlers = [
  serve(routes.refresh, () => HttpResponse.json({ access: 'access-1', refresh: 'refresh-1' })),
  serve(routes.logout, () => new HttpResponse(null, { status: 204 })),
  serve(routes.getSupport, { contact: null }),
  asUser(trader),
  serve(routes.getRate, { rate: '92.5000', updated_at: new Date().toISOString(), is_stale: false }),
  serve(routes.getTraderDashboard, traderDashboard),
  serve(routes.getMerchantDashboard, merchantDashboard),
  serve(accountRoutes.listViews, { results: [] }),
  serve(getPlatformOrderTotals, { is_whole: true, statuses: [] }),
  // Screens ask by themselves unless a test tells them of changes.
  serve(routes.streamEvents, () => new HttpResponse(null, { status: 404 })),
  serve(routes.getMerchantLimits, NO_LIMITS),
  serve(accountRoutes.getServerWithdrawals, { is_on: false }),
  serve(requisiteRoutes.listRequisiteVersions, { count: 0, results: [] }),
  serve(fundsRoutes.listPendingDeposits, { count: 0, results: [] }),
  serve(routes.listOrders, { count: 2, results: [orderRow(1), orderRow(2)] }),
  serve(routes.listOrderMessages, { count: 1, results: [unusedMessage(1)] }),
  serve(routes.getOrder, ({ params }) => HttpResponse.json(orderDetail(Number(String(params['id']).slice(-12))))),
];

export const server = defineNetwork({
  sources: [new InterceptorSource({ interceptors: [new FetchInterceptor()] })],
  handlers,
  onUnhandledFrame: 'error',
  context: { quiet: true },
});
