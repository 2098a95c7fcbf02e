import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { SECOND } from '../kernel/clock.ts';
import { RateLimited } from '../kernel/errors.ts';

/** Browsers and balancers send one after the other. */
const MAX_UNANSWERED = 2;

/**
 * Bounds the requests on one connection whose answers are not sent yet: whoever writes many and reads nothing would have all
 * the answers kept in memory. The one too many is answered 429 `rate_limited`, and ends the connection.
 */
export function boundPipelining(app: FastifyInstance): void {
  const unanswered = new WeakMap<Socket, number>();
  const add = (socket: Socket, count: number) => {
    const total = (unanswered.get(socket) ?? 0) + count;
    unanswered.set(socket, total);
    return total;
  };
  app.addHook('onRequest', async ({ raw: { socket } }, reply) => {
    if (add(socket, 1) <= MAX_UNANSWERED) return;
    void reply.header('connection', 'close');
    throw new RateLimited('Слишком много запросов в одном соединении. Дождитесь ответов на прежние', SECOND);
  });
  // Of an answer that was broken off nothing is counted: its connection is gone.
  app.addHook('onResponse', async ({ raw: { socket } }) => void add(socket, -1));
}
