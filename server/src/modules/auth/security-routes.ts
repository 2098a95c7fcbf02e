import * as calls from '@kantor/contract/wire/security.ts';
import type { FastifyRequest } from 'fastify';
import { actorOf } from '../../http/actor.ts';
import type { Bind, Caller } from '../../http/endpoint.ts';
import { logOf } from '../../http/request-log.ts';
import { unauthorized } from '../../kernel/errors.ts';
import { nameBrowser } from './browser-name.ts';
import { setBrowserCookie } from './cookie.ts';
import type { Auth } from './service/auth.ts';
import * as security from './service/security.ts';
import * as signIns from './service/sign-ins.ts';
import type { PasskeyRequest } from '../second-factor/index.ts';

/** The library's options as JSON has them: without what is undefined. */
const requestOf = ({ challenge, options }: PasskeyRequest) => ({
  challenge,
  options: JSON.parse(JSON.stringify(options)) as Record<string, never>,
});

/** @throws ApiError 401 for whoever is no person with a session. */
function selfOf(caller: Caller, request: FastifyRequest): security.Self {
  if (caller.session === undefined) throw unauthorized();
  return { ...actorOf(caller, request), sessionId: caller.session.id, log: logOf(request) };
}

/** Calls of a person on their own security. */
export function securityRoutes(bind: Bind, auth: Auth, { secure }: { secure: boolean }): void {
  bind(calls.getSecurity, async ({ caller, request }) => {
    const { personId } = selfOf(caller, request);
    const read = await security.readSecurity(auth, personId);
    return {
      password_changed_at: read.passwordChangedAt,
      totp: read.totpSince && { since: read.totpSince },
      passkeys: read.keys.map(({ id, name, createdAt, lastUsedAt }) => ({
        id,
        name,
        created_at: createdAt,
        last_used_at: lastUsedAt,
      })),
      passkeys_offered: read.passkeysOffered,
      recovery_codes_left: read.recoveryCodes,
      second_factor_required: caller.lacksFactor ?? false,
      notices: await security.readNotices(auth, caller.id),
    };
  });
  bind(calls.changePassword, async ({ caller, body, request, reply }) => {
    const self = selfOf(caller, request);
    const passwordHash = await security.changeOwnPassword(auth, self, body.password);
    // The marks of other browsers ended with the former password.
    setBrowserCookie(reply, auth.marks.make({ id: self.personId, passwordHash }, auth.clock()), { secure });
    return null;
  });
  bind(calls.startTotp, ({ caller, request }) => security.startOwnTotp(auth, selfOf(caller, request)));
  bind(calls.confirmTotp, async ({ caller, body, request }) => {
    const codes = await security.confirmOwnTotp(auth, selfOf(caller, request), body);
    return { recovery_codes: codes ?? null };
  });
  bind(calls.removeTotp, async ({ caller, request }) => {
    await security.removeOwnTotp(auth, selfOf(caller, request));
    return null;
  });
  bind(calls.startPasskey, async ({ caller, request }) =>
    requestOf(await security.startOwnPasskey(auth, selfOf(caller, request))),
  );
  bind(calls.addPasskey, async ({ caller, body, request }) => {
    const { id, codes } = await security.addOwnPasskey(auth, selfOf(caller, request), body);
    return { id, recovery_codes: codes ?? null };
  });
  bind(calls.removePasskey, async ({ caller, params, request }) => {
    await security.removeOwnPasskey(auth, selfOf(caller, request), params.id);
    return null;
  });
  bind(calls.challengePasskey, async ({ caller, request }) =>
    requestOf(await security.askOwnPasskey(auth, selfOf(caller, request))),
  );
  bind(calls.replaceRecoveryCodes, async ({ caller, request }) => ({
    recovery_codes: await security.replaceOwnCodes(auth, selfOf(caller, request)),
  }));
  bind(calls.listSignIns, async ({ caller, request }) => {
    const { personId, sessionId } = selfOf(caller, request);
    const read = await signIns.listSignIns(auth, personId);
    return {
      results: read.map(({ id, startedAt, seenAt, address, userAgent }) => ({
        id,
        started_at: startedAt,
        last_seen_at: seenAt ?? startedAt,
        address,
        browser: nameBrowser(userAgent),
        is_current: id === sessionId,
      })),
    };
  });
  bind(calls.endSignIn, async ({ caller, params, request }) => {
    await signIns.endSignIn(auth, selfOf(caller, request), params.id);
    return null;
  });
  bind(calls.endOtherSignIns, async ({ caller, request }) => ({
    ended: await signIns.endOtherSignIns(auth, selfOf(caller, request)),
  }));
}
