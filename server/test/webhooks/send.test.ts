import net from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, vi, test as base } from 'vitest';
import { askNameServers } from '../../src/modules/webhooks/index.ts';
import { startNameServer } from '../support/stubs/name-server.ts';
import { writeEndlessly } from '../support/stubs/endless.ts';
import { closeReceivers, listen, NOW, ok, PRIVATE, PUBLIC, sending, serve } from '../support/stubs/receivers.ts';
import { SOON } from './shop.ts';

// One attempt, and what comes of it.

const test = base
  .extend('names', { scope: 'file' }, () =>
    startNameServer({
      'shop.example': () => [PUBLIC],
      'empty.example': () => [],
      'silent.example': () => 'silence',
      'later.example': () => 'silence',
    }),
  )
  .extend('send', { scope: 'file' }, ({ names }) => sending(names.server))
  /** Gives up after 300 ms. */
  .extend(
    'soon',
    { scope: 'file' },
    ({ send }) =>
      (url: string) =>
        send(url, { timeoutMs: 300 }),
  );
test.afterEach(closeReceivers);
test.afterAll(({ names }) => names.close());

test('posts the body to the letter, with our headers, to the path and query of the address', async ({ send }) => {
  const heard: unknown[] = [];
  const { port, seen } = await serve(async (request, response) => {
    heard.push([request.method, request.url, request.headers, await text(request)]);
    response.writeHead(204).end();
  });
  const outcome = await send(`http://shop.example:${port}/a/b?c=%20#d`);
  expect(outcome).toEqual({
    startedAt: NOW,
    duration: expect.any(Number),
    status: 204,
    answer: '',
    error: '',
    retryAfter: undefined,
  });
  expect(heard).toEqual([
    [
      'POST',
      '/a/b?c=%20',
      {
        host: `shop.example:${port}`,
        'user-agent': 'Kantor',
        'content-type': 'application/json',
        'content-length': '10',
        'accept-encoding': 'identity',
        'webhook-id': 'id-1',
        connection: 'close',
      },
      '{"a":"б"}',
    ],
  ]);
  expect(seen.connections).toBe(1);
});

describe('an answer', () => {
  test.for([
    [200, ''],
    [299, ''],
    [404, 'Сервер ответил 404'],
    [500, 'Сервер ответил 500'],
    [410, 'Сервер ответил 410: больше не присылать'],
  ] as const)('of %i says: "%s"', async ([status, error], { send }) => {
    const { port } = await serve((_request, response) => response.writeHead(status).end('вот'));
    expect(await send(`http://shop.example:${port}/`)).toMatchObject({ status, error, answer: 'вот' });
  });

  test.for([301, 302, 303, 307, 308])('of %i leads nowhere', async (status, { send }) => {
    const { port, seen } = await serve((_request, response) =>
      response.writeHead(status, { location: `http://${PUBLIC}:${port}/other` }).end(),
    );
    const outcome = await send(`http://shop.example:${port}/`);
    expect(outcome).toMatchObject({ status, error: expect.stringContaining('перенаправляет') });
    expect(seen.connections).toBe(1);
  });

  test.for([
    [429, '7', 7000],
    [503, '120', 120_000],
    [503, 'Fri, 20 Nov 2026 09:00:30 GMT', 30_000],
    [503, 'Fri, 20 Nov 2026 08:00:00 GMT', 0],
    [503, 'soon', undefined],
    [503, '-1', undefined],
    [500, '7', undefined],
  ] as const)('of %i with Retry-After %s asks for %s ms', async ([status, header, retryAfter], { send }) => {
    const { port } = await serve((_request, response) => response.writeHead(status, { 'retry-after': header }).end());
    expect((await send(`http://shop.example:${port}/`)).retryAfter).toBe(retryAfter);
  });

  test('is kept as far as a database can: its beginning, well-formed, without NUL', async ({ send }) => {
    const { port } = await serve((_request, response) => response.end(`a\u0000б${'😀'.repeat(1000)}`));
    const { answer } = await send(`http://shop.example:${port}/`);
    expect(answer.slice(0, 5)).toBe('a\ufffdб😀');
    expect([answer.length, answer.isWellFormed()]).toEqual([1000, true]);
  });

  test('is read as far as 64 kB: then it counts, without its end; before that its end is waited for', async ({
    send,
  }) => {
    const answer = (size: number) =>
      serve((_request, response) => void response.writeHead(200).write(Buffer.alloc(size, 'x')));
    const long = await answer(64 * 1024);
    expect(await send(`http://shop.example:${long.port}/`)).toMatchObject({ status: 200, error: '' });
    const short = await answer(64 * 1024 - 1);
    expect(await send(`http://shop.example:${short.port}/`, { timeoutMs: 300 })).toMatchObject({ status: null });
  });

  test('without an end is cut off, and counts', async ({ send }) => {
    const cut = Promise.withResolvers<undefined>();
    let sent = () => 0;
    const { port } = await serve((_request, response) => {
      response.on('close', () => cut.resolve(undefined));
      sent = writeEndlessly(response, Buffer.alloc(16 * 1024, 'x'));
    });
    expect(await send(`http://shop.example:${port}/`)).toMatchObject({ status: 200, error: '' });
    await cut.promise;
    // The bytes in the buffers of both sides were sent in vain.
    expect(sent()).toBeLessThan(16 * 1024 * 1024);
  });
});

describe('time is up', () => {
  const LATE = { status: null, answer: '', error: 'Сервер не ответил за 0.3 с' };

  test('for a name server that is silent', async ({ names, soon }) => {
    expect(await soon('http://silent.example/')).toMatchObject(LATE);
    // Nor is it asked a second time: a later question that does not give up comes first.
    const asking = new AbortController();
    const asked = askNameServers([names.server])('later.example', asking.signal).catch(() => undefined);
    await vi.waitUntil(() => names.packets('later.example') > 1, SOON);
    asking.abort();
    await asked;
    expect(names.packets('silent.example')).toBe(1);
  });
  test('after five seconds, if nothing else is said', async ({ send }) => {
    const { port } = await serve(() => undefined);
    expect(await send(`http://shop.example:${port}/`)).toMatchObject({
      status: null,
      error: 'Сервер не ответил за 5 с',
    });
  });
  test('for a server that takes the connection and says nothing', async ({ soon }) => {
    const { port } = await serve(() => undefined);
    expect(await soon(`http://shop.example:${port}/`)).toMatchObject(LATE);
  });
  test('for a server that says its headers letter by letter', async ({ soon }) => {
    const server = net.createServer((socket) => {
      const timer = setInterval(() => socket.write('x-header: x\r\n'), 20);
      socket.write('HTTP/1.1 200 OK\r\n');
      socket.on('close', () => clearInterval(timer)).on('error', () => undefined);
    });
    const port = await listen(server);
    expect(await soon(`http://shop.example:${port}/`)).toMatchObject(LATE);
  });
  test('for a body that drips', async ({ soon }) => {
    const { port } = await serve((_request, response) => {
      const timer = setInterval(() => response.write('x'), 20);
      response.on('close', () => clearInterval(timer));
    });
    expect(await soon(`http://shop.example:${port}/`)).toMatchObject(LATE);
  });
  test('for a server that does not read', async ({ send }) => {
    const server = net.createServer((socket) => socket.pause().on('error', () => undefined));
    const port = await listen(server);
    const outcome = await send(`http://shop.example:${port}/`, { timeoutMs: 300, body: 'x'.repeat(30_000_000) });
    expect(outcome).toMatchObject(LATE);
  });
});

describe('a failure is a sentence', () => {
  test('no such name', async ({ send }) => {
    for (const name of ['nothing.example', 'empty.example'])
      expect((await send(`http://${name}/`)).error).toBe('Имя сервера не найдено');
  });
  test('nobody listens', async ({ send }) => {
    const { port } = await serve(ok, { host: PRIVATE });
    expect((await send(`http://shop.example:${port}/`)).error).toBe('Сервер не принимает соединения');
  });
  test('hung up before an answer, and in the midst of one', async ({ send }) => {
    const { port } = await serve((request, response) => {
      if (request.url === '/before') return request.socket.destroy();
      response.writeHead(200, { 'content-length': '100' }).write('half');
      return setTimeout(() => request.socket.destroy(), 20);
    });
    for (const path of ['before', 'midst'])
      expect((await send(`http://shop.example:${port}/${path}`)).error).toBe('Сервер оборвал соединение');
  });
  test('no HTTP', async ({ send }) => {
    const server = net.createServer((socket) => socket.end('220 mail.example ESMTP\r\n').on('error', () => undefined));
    const port = await listen(server);
    expect((await send(`http://shop.example:${port}/`)).error).toBe('Сервер отвечает не по протоколу HTTP');
  });
  test('another protocol offered', async ({ send }) => {
    const { port } = await serve((request) => {
      request.socket.write('HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n');
    });
    expect((await send(`http://shop.example:${port}/`, { timeoutMs: 20_000 })).error).toBe('Отправить не удалось');
  });
});
