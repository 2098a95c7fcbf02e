import * as calls from '@kantor/contract/wire/auth.ts';
import type { Bind } from '../../http/endpoint.ts';
import { logOf } from '../../http/request-log.ts';
import { findInvitation } from '../people/index.ts';
import { readBrowserCookie, setBrowserCookie } from './cookie.ts';
import type { Auth } from './service/auth.ts';
import { acceptInvitation, joinAccount } from './service/invitations.ts';
import { logout, moveToAccount, refresh } from './service/sessions.ts';
import { login } from './service/signing-in.ts';
import { stepUp } from './service/step-up.ts';
import { seenOf } from './seen.ts';

interface Owner {
  /** Where people reach the operator; undefined: the owner has not said. */
  supportContact?: string | undefined;
  /** People come over TLS. */
  secure: boolean;
}

export function authRoutes(bind: Bind, auth: Auth, { supportContact, secure }: Owner): void {
  bind(calls.login, async ({ body, request, reply }) => {
    const from = { ...seenOf(request), mark: readBrowserCookie(request), log: logOf(request) };
    const { pair, mark } = await login(auth, { ...body, ...from });
    setBrowserCookie(reply, mark, { secure });
    return pair;
  });
  bind(calls.refresh, ({ body, request }) => refresh(auth, body.refresh, { ...seenOf(request), log: logOf(request) }));
  bind(calls.logout, async ({ body }) => {
    await logout(auth, body.refresh);
    return null;
  });
  bind(calls.switchAccount, ({ caller, body, request }) =>
    moveToAccount(
      auth,
      caller,
      { ...seenOf(request), refresh: body.refresh, log: logOf(request) },
      async () => body.account,
    ),
  );
  bind(calls.readInvitation, async ({ body }) => {
    const { name, accountRole, role, expiresAt } = await findInvitation(auth.db, body.token, auth.clock());
    return { account: { name, role: accountRole }, role, expires_at: expiresAt };
  });
  bind(calls.acceptInvitation, ({ body, request }) =>
    acceptInvitation(auth, { ...body, ...seenOf(request), log: logOf(request) }),
  );
  bind(calls.joinAccount, ({ caller, body, request }) =>
    joinAccount(auth, caller, { ...body, ...seenOf(request), log: logOf(request) }),
  );
  bind(calls.stepUp, async ({ caller, body, request }) => {
    const { token, expiresIn } = await stepUp(auth, caller, { ...body, address: request.ip, log: logOf(request) });
    return { token, expires_in: expiresIn };
  });
  bind(calls.getSupport, async () => ({ contact: supportContact ?? null }));
}
