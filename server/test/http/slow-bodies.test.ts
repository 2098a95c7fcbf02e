import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { answerError } from '../../src/http/problem.ts';
import { answerBadRequest } from '../../src/http/refused-early.ts';
import { logRequests } from '../../src/http/request-log.ts';
import { endSlowBodies, LEAST_BYTES_PER_SECOND, LOOK_MS } from '../../src/http/slow-bodies.ts';
import { SECOND } from '../../src/kernel/clock.ts';
import { unauthorized } from '../../src/kernel/errors.ts';
import { silentLog } from '../../src/kernel/log.ts';

// The clock of the looks is the test's, the connections are real.

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] }));
afterEach(() => void vi.useRealTimers());

/** Lets time pass, look by look. */
const pass = (milliseconds: number) => vi.advanceTimersByTime(milliseconds);

const until = async (isIt: () => boolean) => {
  while (!isIt()) await turn();
};

/** A server whose only call hands its request to the test, and answers what that makes of it. */
async function serve(answer: (request: IncomingMessage) => Promise<unknown>): Promise<FastifyInstance> {
  const app = Fastify({ clientErrorHandler: answerBadRequest });
  logRequests(app, silentLog);
  endSlowBodies(app);
  app.setErrorHandler(answerError);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_, body, done) => done(null, body));
  app.post('/', ({ raw }) => answer(raw));
  await app.listen({ port: 0, host: '127.0.0.1' });
  onTestFinished(async () => {
    app.server.closeAllConnections();
    await app.close();
  });
  return app;
}

interface Sender {
  socket: Socket;
  heard: () => string;
  isEnded: () => boolean;
}

/** Opens a connection, and sends the head of a request with so many bytes. */
async function begin(app: FastifyInstance, bytes: number): Promise<Sender> {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  let heard = '';
  let isEnded = false;
  socket.on('data', (chunk: Buffer) => (heard += chunk.toString()));
  socket.on('error', () => undefined);
  socket.on('close', () => (isEnded = true));
  await once(socket, 'connect');
  socket.write(`POST / HTTP/1.1\r\nHost: a\r\nContent-Type: x/y\r\nContent-Length: ${bytes}\r\n\r\n`);
  return { socket, heard: () => heard, isEnded: () => isEnded };
}

function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
}

/** Reads a body as it comes, and counts it. */
function createReading() {
  let received = 0;
  let isBegun = false;
  return {
    isBegun: () => isBegun,
    received: () => received,
    read: async (request: IncomingMessage) => {
      isBegun = true;
      for await (const piece of request as AsyncIterable<Buffer>) received += piece.length;
      return { received };
    },
  };
}

test('who sends a byte now and then is told that it took too long, and cut off', async () => {
  const reading = createReading();
  const app = await serve(reading.read);
  const sender = await begin(app, 1000);
  await until(reading.isBegun);
  for (let byte = 1; byte <= 5; byte += 1) {
    sender.socket.write('x');
    await until(() => reading.received() === byte);
    pass(LOOK_MS);
    expect(sender.heard()).toBe('');
  }
  pass(LOOK_MS);
  await until(sender.isEnded);
  expect(sender.heard()).toMatch(/^HTTP\/1\.1 408 .*"code":"timeout"/s);
});

test('a long body may take its time at a modest pace, and no longer', async () => {
  const reading = createReading();
  const app = await serve(reading.read);
  const sender = await begin(app, 10_000_000);
  const halfMinute = Buffer.alloc(30 * LEAST_BYTES_PER_SECOND);
  for (let part = 1; part <= 3; part += 1) {
    sender.socket.write(halfMinute);
    await until(() => reading.received() === part * halfMinute.length);
    pass(30 * SECOND);
    expect(sender.heard()).toBe('');
  }
  pass(8 * SECOND);
  await turn();
  expect(sender.isEnded()).toBe(false);
  pass(4 * SECOND);
  await until(sender.isEnded);
  expect(sender.heard()).toMatch(/^HTTP\/1\.1 408 /);
});

test('time in which nobody takes what was sent is not the sender’s', async () => {
  const { promise: isTheirTurn, resolve: letThemIn } = Promise.withResolvers<void>();
  const reading = createReading();
  let waiting: IncomingMessage | undefined;
  const app = await serve(async (request) => {
    waiting = request;
    await isTheirTurn;
    return reading.read(request);
  });
  const sender = await begin(app, 10_000_000);
  sender.socket.write(Buffer.alloc(10_000_000));
  await until(() => waiting !== undefined && waiting.readableLength >= waiting.readableHighWaterMark);
  pass(600 * SECOND);
  letThemIn();
  await until(() => sender.heard().endsWith('}'));
  expect(sender.heard()).toMatch(/^HTTP\/1\.1 200 .*"received":10000000/s);
});

test('a body that goes on after its request was refused is cut off without another word', async () => {
  const app = await serve(() => Promise.reject(unauthorized()));
  const sender = await begin(app, 1_000_000);
  await until(() => sender.heard().includes('"code":"unauthorized"'));
  pass(12 * SECOND);
  await until(sender.isEnded);
  expect(sender.heard()).not.toContain('408');
});

test('a request with a body is let go once it is answered, also while its connection stays', async () => {
  let first: WeakRef<IncomingMessage> | undefined;
  const reading = createReading();
  const app = await serve((request) => {
    first ??= new WeakRef(request);
    return reading.read(request);
  });
  const { socket } = await begin(app, 1);
  socket.write('x');
  await once(socket, 'data');
  // Node itself keeps a connection's last request.
  socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  await once(socket, 'data');
  // What was just held weakly lives until then.
  await turn();
  collectGarbage();
  expect(first?.deref()).toBeUndefined();
});
