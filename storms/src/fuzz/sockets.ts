import { connect } from 'node:net';
import { pick, type Random } from '@kantor/demo/random.ts';
import type { RawAnswer } from '../harness/raw.ts';

// What no HTTP client would send.

const ANSWER_LIMIT_MS = 15_000;

const MESSAGES: readonly (() => string | Buffer)[] = [
  () => 'GET / HTTP/1.1\r\n\r\n',
  () => 'GET  /  HTTP/1.1\r\nHost: a\r\n\r\n',
  () => 'GET / HTTP/9.9\r\nHost: a\r\n\r\n',
  () => 'get / http/1.1\r\nhost: a\r\n\r\n',
  () => 'BREW /coffee HTTP/1.1\r\nHost: a\r\n\r\n',
  () => `GET /${'a'.repeat(20_000)} HTTP/1.1\r\nHost: a\r\n\r\n`,
  () => `GET / HTTP/1.1\r\nHost: a\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`,
  () => `GET / HTTP/1.1\r\nHost: a\r\n${'X: 1\r\n'.repeat(3000)}\r\n`,
  () => 'GET /\u0001 HTTP/1.1\r\nHost: a\r\n\r\n',
  () => 'GET /%zz/%00 HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n',
  () => 'GET /api/v1/orders/%zz/ HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n',
  () => 'GET http://[broken HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n',
  () => 'POST /api/v1/auth/login/ HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n',
  () => 'POST /api/v1/auth/login/ HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}',
  () =>
    'POST /api/v1/auth/login/ HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
  () => 'POST /api/v1/auth/login/ HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
  () => 'GET / HTTP/1.1\r\nHost: a\r\nBad Header: 1\r\n\r\n',
  () => 'GET / HTTP/1.1\r\nHost: a\r\n folded: 1\r\n\r\n',
  () => '\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001',
  () => Buffer.from([0, 1, 2, 3, 255, 254, 13, 10, 13, 10]),
  () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
];

/** The answer, as far as it came; undefined when the connection was closed without one, as some deserve. */
export async function sendGarbage(
  server: string,
  random: Random,
): Promise<{ sent: string; answer: RawAnswer | undefined }> {
  const message = pick(random, MESSAGES)();
  const { hostname, port } = new URL(server);
  const since = performance.now();
  const socket = connect(Number(port), hostname);
  let text = '';
  socket.setTimeout(ANSWER_LIMIT_MS, () => socket.destroy());
  socket.on('error', () => undefined);
  socket.on('data', (chunk: Buffer) => (text += chunk.toString('latin1')));
  socket.end(message);
  // Of a connection that is broken off, too.
  await new Promise((resolve) => socket.once('close', resolve));
  const sent = JSON.stringify(message.toString('latin1').slice(0, 80));
  const [head = '', ...body] = text.split('\r\n\r\n');
  if (head === '') return { sent, answer: undefined };
  const [first = '', ...lines] = head.split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 2)]),
  );
  const status = Number(first.split(' ')[1]);
  return {
    sent,
    answer: { status, headers, text: body.join('\r\n\r\n'), bytes: Buffer.alloc(0), ms: performance.now() - since },
  };
}
