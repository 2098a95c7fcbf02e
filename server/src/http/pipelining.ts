import type { RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { SECOND } from '../kernel/clock.ts';
import { RateLimited } from '../kernel/errors.ts';

/** Browsers and balancers send one after the other. */
const MAX_UNANSWERED = 2;

/** Connections that have sent one request too many, and end with its refusal. */
const refused = new WeakSet<Socket>();
/** Those of them that were told so: nothing is answered after that. */
const told = new WeakSet<Socket>();

/**
 * Bounds the requests on one connection whose answers are not sent yet: whoever writes many and reads nothing would have all
 * the answers kept in memory. The one too many, and what is not begun of those before it, is answered 429 `rate_limited`, which
 * ends the connection.
 */
export function boundPipelining(app: FastifyInstance): void {
  const unanswered = new WeakMap<Socket, number>();
  const add = (socket: Socket, count: number) => {
    const total = (unanswered.get(socket) ?? 0) + count;
    unanswered.set(socket, total);
    return total;
  };
  app.addHook('onRequest', async ({ raw: { socket } }, reply) => {
    if (add(socket, 1) > MAX_UNANSWERED) refused.add(socket);
    // What came in one piece is let in by Node in one go: it is counted before anything of it is worked on.
    await Promise.resolve();
    if (!refused.has(socket)) return;
    if (told.has(socket)) {
      reply.hijack();
      return;
    }
    told.add(socket);
    void reply.header('connection', 'close');
    throw new RateLimited('Слишком много запросов в одном соединении. Дождитесь ответов на прежние', SECOND);
  });
  // Of an answer that was broken off nothing is counted: its connection is gone.
  app.addHook('onResponse', async ({ raw: { socket } }) => void add(socket, -1));
}

/**
 * Passes over what comes on a connection after the one too many: nothing is answered after a refusal that ends it (RFC 9112, 9.6).
 * Node reads all that a connection has sent before it lets in the next one. A thousand requests, each refused by itself, would
 * keep all who knock meanwhile waiting.
 */
export const passOverRefused =
  (listener: RequestListener): RequestListener =>
  (request, response) => {
    if (!refused.has(request.socket)) listener(request, response);
  };
