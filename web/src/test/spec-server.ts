import { http, HttpResponse, type DefaultBodyType, type HttpHandler, type JsonBodyType } from 'msw';
import * as data from './spec-data';

interface Options {
  role: 'trader' | 'merchant';
  /** The base address of the calls. */
  base?: string;
}

const REQUISITE_BODY = [
  'name',
  'fio',
  'is_sbp',
  'is_c2c',
  'interval',
  'min_amount',
  'max_amount',
  'max_deals',
  'max_current_deals',
  'work_on_time',
  'time_up',
  'time_down',
  'bank_account',
  'bank_type',
  'last_4_digits_card',
  'phone',
];

/** A server that another team wrote from the specification alone: every call of section 7, and nothing that is not in it. */
export function specHandlers({ role, base = 'http://kantor.test/api/v1/' }: Options): HttpHandler[] {
  const get = (path: string, body: DefaultBodyType) =>
    http.get(base + path, () => HttpResponse.json(body as JsonBodyType));
  /** Pages of the query that section 3 names; another one is a mistake of the client. */
  const list = (path: string, rows: readonly object[], filters: readonly string[] = []) =>
    http.get(base + path, ({ request }) => {
      const known = ['page', 'page_size', ...filters];
      const names = [...new URL(request.url).searchParams.keys()];
      if (names.some((name) => !known.includes(name))) return new HttpResponse(null, { status: 400 });
      return HttpResponse.json({ count: rows.length, results: rows });
    });
  const one = (path: string, rows: readonly { id: string }[]) =>
    http.get(`${base}${path}:id/`, ({ params }) => {
      const found = rows.find(({ id }) => id === params['id']);
      return found ? HttpResponse.json(found) : new HttpResponse(null, { status: 404 });
    });
  /** Takes a body of exactly these fields. What a change answers is not shown, so it answers nothing. */
  const post = (path: string, fields: readonly string[] = []) =>
    http.post(base + path, async ({ request }) => {
      const text = await request.text();
      const sent = text === '' ? [] : Object.keys(JSON.parse(text) as object);
      const isExact = sent.length === fields.length && fields.every((field) => sent.includes(field));
      const isTyped = text === '' || request.headers.get('content-type')?.startsWith('application/json');
      return isExact && isTyped ? HttpResponse.json({}) : new HttpResponse(null, { status: 400 });
    });
  const tokens = () => HttpResponse.json({ access: 'access-1', refresh: 'refresh-1' });
  // A merchant has no part in what a trader alone may do with a payout.
  const payouts =
    role === 'trader'
      ? data.payouts
      : data.payouts.map((payout) => ({ ...payout, can_free: false, can_interact: false, can_be_done: false }));
  const appeals =
    role === 'trader' ? data.appeals : data.appeals.map((appeal) => ({ ...appeal, file: data.appealFile }));

  return [
    // The calls that the specification does not name: without them the screens ask by themselves, the sign-in is a line shorter and a
    // requisite has no history.
    ...['events/', 'info/support/', 'bank_details/:id/history/'].map((path) =>
      http.get(base + path, () => new HttpResponse(null, { status: 404 })),
    ),
    http.post(`${base}auth/login/`, tokens),
    http.post(`${base}auth/refresh/`, tokens),
    get('users/me/', { username: 'ivan', role, wallet: '', payout_enable: true }),
    get('info/rates/', { rate: 92.5 }),
    get('info/bank_types/', data.banks),
    get('merchant/dashboard/', data.balanceSummary),
    get('trader/dashboard/', data.balanceInfo),
    post('accounts/toggle/', ['is_active']),
    post('accounts/transfer/'),
    list('appeals/', appeals, ['order_id']),
    one('appeals/', appeals),
    post('appeals/:id/confirm/'),
    post('appeals/:id/decline/'),
    list('orders/', data.orders, ['id', 'status']),
    one('orders/', data.orders),
    post('orders/:id/confirm/'),
    post('orders/:id/confirm-expired/'),
    list('merchantbalancehistories/', data.operations),
    list('merchantwithdraworders/', data.withdrawals),
    one('merchantwithdraworders/', data.withdrawals),
    post('merchantwithdraworders/', ['amount_in_usdt', 'wallet_id']),
    list('withdraworders/', payouts),
    one('withdraworders/', payouts),
    post('withdraworders/', ['amount', 'fio', 'phone', 'bank_account', 'is_sbp']),
    ...['cancel', 'confirm', 'free', 'take_on_work'].map((action) => post(`withdraworders/:id/${action}/`)),
    http.patch(`${base}withdraworders/:id/`, () => HttpResponse.json({})),
    get('merchantwithdrawwallets/', data.wallets),
    post('merchantwithdrawwallets/', ['wallet_to_withdraw']),
    list('cabinets/', data.cabinets),
    one('cabinets/', data.cabinets),
    http.get(`${base}cabinets/:id/get_qr/`, () =>
      HttpResponse.arrayBuffer(new Uint8Array([137, 80, 78, 71]).buffer, { headers: { 'content-type': 'image/png' } }),
    ),
    post('cabinets/', ['device_name', 'phone', 'bank_detail']),
    post('cabinets/:id/', ['device_name', 'phone', 'bank_detail']),
    post('cabinets/:id/toggle/', ['is_active']),
    ...['block_forever', 'reset_deals', 'reset_sum_deals'].map((action) => post(`cabinets/:id/${action}/`)),
    get('cabinets/:id/get_bank_details/', data.requisites),
    list('bank_details/', data.requisites),
    one('bank_details/', data.requisites),
    post('bank_details/', REQUISITE_BODY),
    post('bank_details/:id/', REQUISITE_BODY),
    post('bank_details/:id/toggle/', ['is_active']),
    ...['archive', 'reset_deals'].map((action) => post(`bank_details/:id/${action}/`)),
    list('accountwallettransactions/', data.deposits),
    one('accountwallettransactions/', data.deposits),
    list('devicenotificationpings/', data.pings),
    list('devicenotifications/', data.notifications),
    one('devicenotifications/', data.notifications),
  ];
}
