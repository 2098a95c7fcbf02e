import type { DeviceCall } from '@kantor/contract/wire/device-api.ts';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { parse } from '../../http/endpoint.ts';
import { readJson } from '../../http/json.ts';
import { logOf } from '../../http/request-log.ts';
import type { Log } from '../../kernel/log.ts';
import type { DeviceCall as Caller, DeviceDeps } from '../devices/index.ts';

import type { DeviceLimits } from './limits.ts';
import { rawBody, rawText } from './raw-body.ts';
import { isSigned, readClaim, unsigned } from './signature.ts';

interface Input<C extends DeviceCall> {
  body: z.output<C['body']>;
  /** The phone has proved to hold its key; whether it may call is not decided yet. */
  caller: Caller;
  log: Log;
}

interface Options<C extends DeviceCall> {
  /** Bytes. */
  bodyLimit: number;
  /** The points of the phone's limit that a call takes; 1 when absent. */
  cost?: (body: z.output<C['body']>) => number;
}

/**
 * Makes the function that binds a phone's signed calls. The checks of a call come in the order of what they cost us: its
 * headers before its body is read, its signature before its body is parsed, its limit before the database.
 */
export function signedCalls(app: FastifyInstance, deps: DeviceDeps, limits: DeviceLimits) {
  return function bindSigned<C extends DeviceCall>(
    call: C,
    { bodyLimit, cost = () => 1 }: Options<C>,
    handler: (input: Input<C>) => Promise<z.output<C['response']>>,
  ): void {
    app.route({
      method: call.method,
      url: call.path,
      bodyLimit,
      onRequest: async (request) => {
        limits.ask(readClaimOf(request).deviceId);
      },
      handler: async (request, reply) => {
        const claim = readClaimOf(request);
        const bytes = rawBody(request);
        const [path = ''] = request.url.split('?', 1);
        const signed = { method: request.method, path, body: bytes };
        if (!deps.keys.keysOf(claim.deviceId).some((key) => isSigned(key, claim, signed))) {
          limits.takeTry(request.ip);
          throw unsigned();
        }
        parse(z.strictObject({}), request.query, 'query');
        const body = parse(call.body, readJson(rawText(request)), 'body') as z.output<C['body']>;
        limits.take(claim.deviceId, cost(body));
        const caller: Caller = { id: claim.deviceId, kind: 'phone', counter: claim.counter };
        const answer = z.encode(call.response, await handler({ body, caller, log: logOf(request) }));
        return reply.code(call.ok).type('application/json').send(JSON.stringify(answer));
      },
    });
  };

  function readClaimOf(request: Parameters<typeof readClaim>[0] & { ip: string }) {
    try {
      return readClaim(request);
    } catch (error) {
      limits.takeTry(request.ip);
      throw error;
    }
  }
}
