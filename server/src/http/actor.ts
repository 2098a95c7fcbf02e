import type { FastifyRequest } from 'fastify';
import type { Origin, PersonActor } from '../kernel/actor.ts';
import { forbidden } from '../kernel/errors.ts';
import { type Owner, ownerOf } from '../kernel/owner.ts';
import type { Caller } from './endpoint.ts';

const MAX_BROWSER_LENGTH = 300;

/** From where a request comes, for the audit. */
export const originOf = ({ ip, headers }: FastifyRequest): Origin => ({
  address: ip,
  browser: (headers['user-agent'] ?? '').replaceAll(/\p{Cc}/gu, ' ').slice(0, MAX_BROWSER_LENGTH),
});

/** The person behind a call, for the audit. @throws ApiError 403 for a merchant's server, which is nobody. */
export function actorOf({ id, person }: Caller, request: FastifyRequest): PersonActor {
  if (person === undefined) throw forbidden();
  return { personId: person.id, name: person.username, accountId: id, ...originOf(request) };
}

/** The caller as an owner at work. */
export const ownerAtWork = (caller: Caller, request: FastifyRequest): Owner => ({
  ...ownerOf(caller),
  actor: actorOf(caller, request),
});
