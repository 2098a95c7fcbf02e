import type { FastifyRequest } from 'fastify';
import type { Seen } from './store/sessions.ts';

const MAX_LENGTH = 300;

/** Where a request comes from, for the list of sign-ins. */
export function seenOf({ ip, headers }: Pick<FastifyRequest, 'ip' | 'headers'>): Seen {
  const said = headers['user-agent']?.replaceAll(/\p{Cc}/gu, ' ').slice(0, MAX_LENGTH);
  return { address: ip, userAgent: said };
}
