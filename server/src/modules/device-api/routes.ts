import { pairDevice, sendNotifications, sendPing } from '@kantor/contract/wire/device-api.ts';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { originOf } from '../../http/actor.ts';
import { parse } from '../../http/endpoint.ts';
import { readJson } from '../../http/json.ts';
import { logOf } from '../../http/request-log.ts';
import { notFound } from '../../kernel/errors.ts';
import { securityEvent } from '../../kernel/security-event.ts';
import { redactText } from '../bank-messages/index.ts';
import { admit, type DeviceDeps, pairPhone, receivePing } from '../devices/index.ts';
import { anyAppRoutes } from './any-app.ts';
import { type DeviceApiDeps, readBatch, receiveEach } from './batch.ts';

import { forwarderRoutes } from './forwarders.ts';
import { createDeviceLimits, type DeviceLimits } from './limits.ts';
import { keepRawBodies, rawText } from './raw-body.ts';
import { signedCalls } from './signed-calls.ts';
import { toPaired } from './wire.ts';

const MAX_BODY_BYTES = 4 * 1024;
/** A hundred messages of the usual length, in Cyrillic. */
const MAX_BATCH_BYTES = 256 * 1024;

/** The API for phones, at a base of its own. */
export function deviceApiRoutes(app: FastifyInstance, deps: DeviceApiDeps & { production: boolean }): void {
  app.setNotFoundHandler(() => {
    throw notFound();
  });
  keepRawBodies(app);
  const limits = createDeviceLimits(deps.clock);
  pairingRoute(app, deps, limits);
  const bindSigned = signedCalls(app, deps, limits);
  bindSigned(sendPing, { bodyLimit: MAX_BODY_BYTES }, async ({ body, caller }) => {
    await receivePing(deps, caller, { text: redactText(body.text), battery: body.battery });
    return { server_time: deps.clock() };
  });
  bindSigned(
    sendNotifications,
    { bodyLimit: MAX_BATCH_BYTES, cost: ({ notifications }) => notifications.length },
    async ({ body, caller, log }) => {
      const cabinet = await admit(deps, caller);
      const { messages, rejected } = readBatch(body, deps.clock());
      const accepted = await receiveEach(deps, cabinet, messages, log);
      return { accepted, rejected, server_time: deps.clock() };
    },
  );
  forwarderRoutes(app, deps, limits);
  anyAppRoutes(app, deps, { limits, isHttpsOnly: deps.production });
}

/** The one call that has no key yet. A try counts until it proves to be right, which stops guessing. */
function pairingRoute(app: FastifyInstance, deps: DeviceDeps, limits: DeviceLimits): void {
  app.route({
    method: pairDevice.method,
    url: pairDevice.path,
    bodyLimit: MAX_BODY_BYTES,
    onRequest: async (request) => limits.takeTry(request.ip),
    handler: async (request, reply) => {
      const { token } = parse(pairDevice.body, readJson(rawText(request)), 'body') as z.output<typeof pairDevice.body>;
      const paired = await pairPhone(deps, token, originOf(request));
      limits.giveTry(request.ip);
      securityEvent(logOf(request), 'phone_paired', {
        cabinet_id: paired.cabinet.id,
        device_id: paired.deviceId,
        address: request.ip,
      });
      return reply
        .code(pairDevice.ok)
        .type('application/json')
        .send(JSON.stringify(z.encode(pairDevice.response, toPaired(paired))));
    },
  });
}
