import type { FastifyInstance } from 'fastify';
import type { Clock } from '../kernel/clock.ts';

/** Sends the time by which deadlines are judged with every answer: pages count down to them by it. */
export function sendDate(app: FastifyInstance, clock: Clock): void {
  app.addHook('onRequest', (_request, reply, done) => {
    void reply.header('date', clock().toUTCString());
    done();
  });
}
