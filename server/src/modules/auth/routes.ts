import * as calls from '@kantor/contract/wire/auth.ts';
import type { Bind } from '../../http/endpoint.ts';
import { logOf } from '../../http/request-log.ts';
import { type Auth, login, logout, refresh } from './service.ts';

interface Owner {
  /** Where people reach the operator; undefined: the owner has not said. */
  supportContact?: string | undefined;
}

export function authRoutes(bind: Bind, auth: Auth, { supportContact }: Owner): void {
  bind(calls.login, ({ body, request }) => login(auth, { ...body, address: request.ip, log: logOf(request) }));
  bind(calls.refresh, ({ body, request }) => refresh(auth, body.refresh, logOf(request)));
  bind(calls.logout, async ({ body }) => {
    await logout(auth, body.refresh);
    return null;
  });
  bind(calls.getSupport, async () => ({ contact: supportContact ?? null }));
}
