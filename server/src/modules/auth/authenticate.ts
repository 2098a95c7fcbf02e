import type { Authenticate } from '../../http/endpoint.ts';
import { unauthorized } from '../../kernel/errors.ts';
import type { Auth } from './service/auth.ts';

/** Authentication of the product's own calls: an access token as a bearer token. */
export function bearerAuthentication({ identities }: Auth): Authenticate {
  return async ({ headers }) => {
    const token = /^Bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1];
    if (token === undefined) throw unauthorized();
    return identities.identify(token);
  };
}
