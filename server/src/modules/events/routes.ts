import { streamEvents } from '@kantor/contract/wire/events.ts';
import type { FastifyInstance } from 'fastify';
import type { Bind } from '../../http/endpoint.ts';
import type { Events } from './service.ts';

/** Streams are ended before the server closes: it would wait for them for ever. */
export function eventRoutes(api: FastifyInstance, bind: Bind, events: Events): void {
  api.addHook('preClose', () => events.close());
  bind(streamEvents, ({ caller, request }) => {
    const cursor = request.headers['last-event-id'];
    return events.open(caller, typeof cursor === 'string' ? cursor : undefined);
  });
}
