import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { API_BASE, getOrder, getRate } from '@kantor/contract/plain/routes.ts';
import { getMe } from '@kantor/contract/wire/auth.ts';
import { listOrders } from '@kantor/contract/wire/orders.ts';
import { getMerchantOrder, MERCHANT_API_BASE } from '@kantor/contract/plain/merchant-routes.ts';
import { sql } from 'kysely';
import { describe, expect, vi } from 'vitest';
import { kantorTest } from '../support/fixtures.ts';
import type { RawAnswer } from '../support/test-client.ts';

// Over a real connection: what is refused before a route is found, and what one connection or one caller may have under way.

const test = kantorTest
  .extend('port', { scope: 'file' }, async ({ kantor }) => {
    await kantor.app.listen({ port: 0, host: '127.0.0.1' });
    return (kantor.app.server.address() as AddressInfo).port;
  })
  .extend('trader', { scope: 'file' }, ({ kantor }) => kantor.createTrader());

interface Answer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** Takes the answers of a connection apart. */
function readAnswers(bytes: Buffer): Answer[] {
  const end = bytes.indexOf('\r\n\r\n');
  if (end === -1) return [];
  const [first = '', ...lines] = bytes.subarray(0, end).toString().split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 2)]),
  );
  const bodyEnd = end + 4 + Number(headers['content-length']);
  const answer = { status: Number(first.split(' ')[1]), headers, body: bytes.subarray(end + 4, bodyEnd).toString() };
  return [answer, ...readAnswers(bytes.subarray(bodyEnd))];
}

/** Writes bytes to the server, and reads until it ends the connection. */
async function exchange(port: number, bytes: string): Promise<Answer[]> {
  const socket = connect(port, '127.0.0.1');
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  socket.write(bytes);
  await once(socket, 'close');
  return readAnswers(Buffer.concat(chunks));
}

const HEAD = 'Host: kantor\r\nConnection: close\r\n';
const get = (path: string) => `GET ${path} HTTP/1.1\r\n${HEAD}\r\n`;

describe('a broken request is answered by a problem document with our heads', () => {
  test.for([
    ['an address that cannot be decoded', get(API_BASE + getOrder.path.replace(':id', '%zz')), 400, 'malformed'],
    ['an address of nothing but percents', get('/%'), 400, 'malformed'],
    ['a NUL in the address', get('/%00'), 404, 'not_found'],
    ['a way out of the folder', get('/assets/../../package.json'), 404, 'not_found'],
    ['an encoded way out of the folder', get('/assets/%2e%2e%2f%2e%2e%2fpackage.json'), 404, 'not_found'],
    ['two slashes', get('//x'), 404, 'not_found'],
    ['a long path', get(`/${'a'.repeat(3000)}`), 404, 'not_found'],
    ['a long id', get(API_BASE + getOrder.path.replace(':id', 'a'.repeat(3000))), 401, 'unauthorized'],
    [
      'a long id of a merchant server',
      get(MERCHANT_API_BASE + getMerchantOrder.path.replace(':id', 'a'.repeat(3000))),
      401,
      'bad_api_key',
    ],
    ['too many heads', `GET / HTTP/1.1\r\n${HEAD}X: ${'a'.repeat(20_000)}\r\n\r\n`, 431, 'headers_too_large'],
    ['what is no HTTP', 'Здравствуйте\r\n\r\n', 400, 'malformed'],
    ['a method that nobody knows', `BREW / HTTP/1.1\r\n${HEAD}\r\n`, 400, 'malformed'],
    ['no host', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n', 400, 'malformed'],
    ['two lengths', `POST / HTTP/1.1\r\n${HEAD}Content-Length: 1\r\nContent-Length: 2\r\n\r\na`, 400, 'malformed'],
  ] as const)('%s', async ([, bytes, status, code], { port }) => {
    const [answer, ...others] = await exchange(port, bytes);
    expect(others).toEqual([]);
    expect([answer?.status, answer?.headers['content-type']]).toEqual([
      status,
      expect.stringMatching(/^application\/problem\+json/),
    ]);
    const problem: unknown = JSON.parse(answer?.body ?? '');
    expect(problem).toMatchObject({ status, code, request_id: answer?.headers['x-request-id'] });
    expect(problem).toHaveProperty('detail', expect.stringMatching(/^[А-Я]/));
    expect(answer?.headers).toMatchObject({
      'cache-control': 'no-store',
      'content-security-policy': expect.stringContaining("default-src 'self'"),
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    });
  });
});

describe('a flood', () => {
  const rates = (token: string) =>
    `GET ${API_BASE}${getRate.path} HTTP/1.1\r\nHost: kantor\r\nAuthorization: Bearer ${token}\r\n\r\n`;

  test('on one connection: two are answered, and end it when they say so', async ({ port }) => {
    const answers = await exchange(port, rates('none') + get('/live'));
    expect(answers.map(({ status }) => status)).toEqual([401, 200]);
  });

  test('on one connection: three at once are refused with one answer, which ends it', async ({ port }) => {
    const answers = await exchange(port, rates('none').repeat(40) + get('/'));
    expect(answers).toMatchObject([{ status: 429, headers: { connection: 'close', 'retry-after': '1' } }]);
    expect(JSON.parse(answers[0]?.body ?? '')).toMatchObject({ code: 'rate_limited' });
  });

  test('of one caller waits for its own turn; others do not wait behind it', async ({ kantor, trader }) => {
    const other = await kantor.createTrader();
    // Orders cannot be read for a while.
    const blocked = await kantor.db.startTransaction().execute();
    await sql`lock table orders in access exclusive mode`.execute(blocked);
    const answers = Array.from({ length: 300 }, () => trader.raw(listOrders));
    const refusals: RawAnswer[] = [];
    for (const answer of answers) void answer.then((each) => each.status === 429 && refusals.push(each));
    try {
      const { body, headers } = await vi.waitUntil(() => refusals[0], { timeout: 15_000, interval: 20 });
      expect([body.code, headers['retry-after']]).toEqual(['rate_limited', '1']);
      expect(await other.call(getMe)).toMatchObject({ role: 'trader' });
    } finally {
      await blocked.rollback().execute();
    }
    const statuses = (await Promise.all(answers)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(8 + 256);
    expect(statuses.filter((status) => status === 429)).toHaveLength(300 - 8 - 256);
    // Nothing is left behind.
    expect((await trader.raw(listOrders)).status).toBe(200);
  });
});
