import { SCOPE_MISSING } from '../plain/api-keys.ts';
import type { Call } from './call.ts';

/** Refusals that any call of a merchant's server may meet: of the connection, of its key, and of the server as a whole. */
const EVERYWHERE: Readonly<Record<string, number>> = {
  malformed: 400,
  invalid: 400,
  bad_api_key: 401,
  api_key_expired: 401,
  address_refused: 403,
  timeout: 408,
  rate_limited: 429,
  headers_too_large: 431,
  internal: 500,
  unavailable: 503,
};

/** Of what is sent in a body, and once under its key. */
const OF_WRITES: Readonly<Record<string, number>> = {
  too_large: 413,
  media_type: 415,
  idempotency_running: 409,
  idempotency_mismatch: 422,
};

/** Every refusal that a call of a merchant's server may meet, by its `code`, with its HTTP status: the description says no others, and the server answers no others. */
export const refusalsOf = ({ method, path, scope, upload, refusals = {} }: Call): Readonly<Record<string, number>> => ({
  ...EVERYWHERE,
  ...(method !== 'GET' && OF_WRITES),
  ...(scope !== 'any' && { [SCOPE_MISSING]: 403 }),
  ...(path.includes(':') && { not_found: 404 }),
  ...(upload !== undefined && { busy: 503 }),
  ...refusals,
});
