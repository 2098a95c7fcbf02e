import * as calls from '@kantor/contract/wire/alerts.ts';
import type { FastifyRequest } from 'fastify';
import { actorOf } from '../../http/actor.ts';
import type { Bind, Caller } from '../../http/endpoint.ts';
import { unauthorized } from '../../kernel/errors.ts';
import { nameBrowser } from '../auth/index.ts';
import * as service from './service.ts';
import { quietOf, toSettings } from './wire.ts';

/** @throws ApiError 401 for whoever is no person with a session. */
function selfOf(caller: Caller, request: FastifyRequest): service.Self {
  const { role, memberRole, session } = caller;
  if (session === undefined || memberRole === undefined) throw unauthorized();
  return { actor: actorOf(caller, request), role, memberRole, sessionId: session.id };
}

export function alertRoutes(bind: Bind, deps: service.Deps): void {
  bind(calls.getAlerts, async ({ caller, request }) => {
    const self = selfOf(caller, request);
    return toSettings(await service.readSettings(deps, self), { sessionId: self.sessionId, nameBrowser });
  });
  bind(calls.chooseAlerts, async ({ caller, request, body }) => {
    const { kinds, quiet_hours: quiet, report_hour: hour, report_language: language } = body;
    const choices = kinds.map(({ kind, is_on: isOn, sounds, channels }) => ({
      kind,
      // What goes nowhere is off.
      isOn: isOn && channels?.length !== 0,
      sounds,
      channels,
    }));
    await service.choose(deps, selfOf(caller, request), { quiet: quietOf(quiet), choices }, { hour, language });
    return null;
  });
  bind(calls.addPushBrowser, async ({ caller, request, body: { endpoint, p256dh, auth } }) => {
    const bytes = (text: string) => Buffer.from(text, 'base64url');
    const browser = { endpoint, p256dh: bytes(p256dh), auth: bytes(auth) };
    return { id: await service.addBrowser(deps, selfOf(caller, request), browser) };
  });
  bind(calls.startTelegram, async ({ caller, request }) => {
    const { url, expiresAt } = await service.startTelegram(deps, selfOf(caller, request));
    return { url, expires_at: expiresAt };
  });
  bind(calls.removeAlertChannel, async ({ caller, request, params }) => {
    await service.endChannel(deps, selfOf(caller, request), params.id);
    return null;
  });
  bind(calls.testAlerts, async ({ caller, request }) => ({
    sent: await service.sendTest(deps, selfOf(caller, request)),
  }));
}
