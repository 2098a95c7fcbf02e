import { streamEvents } from '@kantor/contract/wire/events.ts';
import type { FastifyInstance } from 'fastify';
import type { Bind } from '../../http/endpoint.ts';
import type { Part } from '../../kernel/parts.ts';
import { type Deps, Events } from './service.ts';

/** Streams are ended before the server closes: it would wait for them for ever. @returns their reader. */
export function eventRoutes(api: FastifyInstance, bind: Bind, deps: Deps): Part {
  const events = new Events(deps);
  api.addHook('preClose', () => events.close());
  bind(streamEvents, ({ caller, request }) => {
    const cursor = request.headers['last-event-id'];
    return events.open(caller, typeof cursor === 'string' ? cursor : undefined);
  });
  return events.part;
}
