import { expect, test } from 'vitest';
import { type ClientOptions, createClient, pathOf, Refused } from '../src/client.ts';
import { getCabinetQr } from '../src/wire/cabinets.ts';
import { logout } from '../src/wire/auth.ts';
import { confirmOrder, getOrder, listOrders } from '../src/wire/orders.ts';
import { createPayout, uploadPayoutPhoto } from '../src/wire/payouts.ts';

const ID = '01939c2f-0000-7000-8000-000000000000';

/** A client whose requests are kept, and answered with this. */
function clientAnswered(answer: (request: Request) => Response, options: Partial<ClientOptions> = {}) {
  const requests: Request[] = [];
  const fetch = (request: Request) => {
    requests.push(request);
    return Promise.resolve(answer(request));
  };
  return { requests, client: createClient({ base: 'http://kantor.test/api/v1', fetch, ...options }) };
}

const problem = (status: number, body: string) => () =>
  new Response(body, { status, headers: { 'content-type': 'application/problem+json', 'retry-after': '7' } });
const CONFLICT = JSON.stringify({
  type: 'about:blank',
  title: 'Conflict',
  status: 409,
  detail: 'Сейчас заказ в статусе «Закрыт»',
  code: 'order_status',
  last_counter: 5,
});

test("a call goes to its address with its parameters and its caller's token", async () => {
  const { requests, client } = clientAnswered(() => Response.json({ count: 0, results: [] }), {
    token: () => 'secret',
  });
  await client.call(listOrders, {
    query: { page: 2, status: 'CLOSED', id: 'Иван' },
    headers: { 'x-asked-by': 'test' },
  });
  const [request] = requests;
  expect([request?.method, decodeURI(request?.url ?? '')]).toEqual([
    'GET',
    'http://kantor.test/api/v1/orders/?page=2&status=CLOSED&id=Иван',
  ]);
  expect(request?.headers.get('authorization')).toBe('Bearer secret');
  expect(request?.headers.get('x-asked-by')).toBe('test');
});

test('without a token nobody calls', async () => {
  const { requests, client } = clientAnswered(() => Response.json({}));
  await client.call(getOrder, { params: { id: ID } });
  expect(requests[0]?.headers.has('authorization')).toBe(false);
});

test('a body is JSON, an empty one where nothing is sent', async () => {
  const { requests, client } = clientAnswered(({ url }) =>
    Response.json({}, { status: url.endsWith('/confirm/') ? confirmOrder.ok : createPayout.ok }),
  );
  await client.call(createPayout, { body: { amount: '1500', fio: 'Иван', phone: '+79001234567' } });
  await client.call(confirmOrder, { params: { id: ID } });
  expect(await Promise.all(requests.map((request) => request.json()))).toEqual([
    { amount: '1500', fio: 'Иван', phone: '+79001234567' },
    {},
  ]);
  expect(requests.map((request) => request.headers.get('content-type'))).toEqual([
    'application/json',
    'application/json',
  ]);
});

test('a file goes in a form, in the field that the call names', async () => {
  const { requests, client } = clientAnswered(() => Response.json({}));
  const file = new File(['bytes'], 'receipt.png', { type: 'image/png' });
  await client.call(uploadPayoutPhoto, { params: { id: ID }, file });
  const [request] = requests;
  expect(request?.method).toBe('PATCH');
  const sent = (await request?.formData())?.get('photo');
  expect(sent instanceof File && [sent.name, await sent.text()]).toEqual(['receipt.png', 'bytes']);
});

test('an id cannot leave its place in the address', () => {
  expect(pathOf(getOrder.path, { id: '../users/me?x=1' })).toBe('/orders/..%2Fusers%2Fme%3Fx%3D1/');
  expect(() => pathOf(getOrder.path, {})).toThrow('/orders/:id/ needs id');
});

test('what is answered comes as the call says: JSON, bytes, or nothing', async () => {
  const answers = [
    Response.json({ count: 3, results: [] }),
    new Response(new Uint8Array([1, 2])),
    new Response(null, { status: 204 }),
  ];
  const { client } = clientAnswered(() => answers.shift() ?? Response.error());
  expect(await client.call(listOrders)).toEqual({ count: 3, results: [] });
  expect(await client.call(getCabinetQr, { params: { id: ID } })).toEqual(new Uint8Array([1, 2]));
  expect(await client.call(logout, { body: { refresh: 'token' } })).toBeNull();
});

test('a refusal is thrown with its status, its problem with all its fields, and its headers', async () => {
  const { client } = clientAnswered(problem(409, CONFLICT));
  const refused = await client.refusal(confirmOrder, { params: { id: ID } });
  expect(refused).toMatchObject({ status: 409, code: 'order_status', problem: { last_counter: 5 } });
  expect(refused.headers.get('retry-after')).toBe('7');
  await expect(client.call(confirmOrder, { params: { id: ID } })).rejects.toThrow(Refused);
});

test('a refusal by something in between says what it can', async () => {
  const { client } = clientAnswered(problem(502, '<h1>Bad gateway</h1>'));
  expect(await client.refusal(listOrders)).toMatchObject({
    status: 502,
    code: 'unknown',
    problem: { detail: '<h1>Bad gateway</h1>' },
  });
});

test('an expected refusal that does not come is an error, and so is a failure on the way', async () => {
  const { client } = clientAnswered(() => Response.json({ count: 0, results: [] }));
  await expect(client.refusal(listOrders)).rejects.toThrow('GET /orders/ was not refused');
  const broken = createClient({ base: 'http://kantor.test', fetch: () => Promise.reject(new TypeError('reset')) });
  await expect(broken.refusal(listOrders)).rejects.toThrow('reset');
});

/** Never run: that these do not compile is what it shows. */
export function wrongCalls({ call }: ReturnType<typeof createClient>) {
  return [
    // @ts-expect-error the id is missing
    () => call(getOrder),
    // @ts-expect-error a status that is none
    () => call(listOrders, { query: { status: 'PAID' } }),
    // @ts-expect-error the call takes no body
    () => call(confirmOrder, { params: { id: ID }, body: { sure: true } }),
    // @ts-expect-error the file is missing
    () => call(uploadPayoutPhoto, { params: { id: ID } }),
    // @ts-expect-error an answer has the fields of its call
    async () => (await call(listOrders)).rows,
  ];
}
