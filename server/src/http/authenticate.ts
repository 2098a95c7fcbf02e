import { unauthorized } from '../kernel/errors.ts';
import { type Deps, identify } from '../modules/auth/index.ts';
import type { Authenticate } from './endpoint.ts';

/** Authentication of the product's own calls: an access token as a bearer token. */
export function bearerAuthentication(deps: Deps): Authenticate {
  return async ({ headers }) => {
    const token = /^Bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1];
    if (token === undefined) throw unauthorized();
    return identify(deps, token);
  };
}
