import { FORWARDER_PATHS } from '@kantor/contract/plain/forwarders.ts';
import type { FastifyInstance } from 'fastify';
import { ApiError } from '../../kernel/errors.ts';
import { admitAgain, type DeviceCall, noteRefusedPost, noteTemplate, receivePing } from '../devices/index.ts';
import { redactText } from '../bank-messages/index.ts';
import { receiveMessage } from '../matching/index.ts';

import type { DeviceApiDeps } from './batch.ts';
import type { Forwarded, ReadPost } from './forwarded.ts';
import type { DeviceLimits } from './limits.ts';
import { rawBody, rawText, unprovedText } from './raw-body.ts';
import { isFresh } from './rules.ts';
import { ID, unsigned } from './signature.ts';
import { readSmsForwarder } from './sms-forwarder.ts';
import { readSmsGateway } from './sms-gateway.ts';

const MAX_BODY_BYTES = 64 * 1024;

/** Takes the posts of others' applications, each at an address of its own. */
export function forwarderRoutes(app: FastifyInstance, deps: DeviceApiDeps, limits: DeviceLimits): void {
  const bindForwarder = (kind: keyof typeof FORWARDER_PATHS, read: ReadPost) =>
    app.route<{ Params: { device: string } }>({
      method: 'POST',
      url: FORWARDER_PATHS[kind],
      bodyLimit: MAX_BODY_BYTES,
      onRequest: async (request) => {
        if (!ID.test(request.params.device)) {
          limits.takeTry(request.ip);
          throw unsigned();
        }
        limits.ask(request.params.device);
      },
      handler: async (request) => {
        const { device: id } = request.params;
        const body = rawBody(request);
        const now = deps.clock();
        const posted = { headers: request.headers, body, text: unprovedText(body), now };
        let forwarded: Forwarded | undefined;
        for (const key of deps.keys.keysOf(id)) forwarded ??= read({ ...posted, key });
        if (forwarded === undefined) {
          limits.takeTry(request.ip);
          throw unsigned();
        }
        limits.take(id);
        if (!isFresh(now, forwarded.sentAt)) throw staleClock();
        await take(deps, { id, kind, counter: forwarded.sentAt.getTime() }, forwarded, rawText(request));
        return { status: 'ok' };
      },
    });
  bindForwarder('sms_gateway', readSmsGateway);
  bindForwarder('sms_forwarder', readSmsForwarder);
}

const staleClock = () =>
  new ApiError(
    403,
    'stale',
    'Время на телефоне расходится с сервером больше чем на 5 минут: включите в телефоне точное время',
  );

const unsafe = () =>
  new ApiError(
    400,
    'malformed',
    'Сообщение написано не по шаблону: отправитель мог подделать его. Обновите шаблон на телефоне, как сказано в кабинете',
  );

/** The counter of these applications is the time at which they sign. Messages may come twice, or after later ones. */
async function take(deps: DeviceApiDeps, call: DeviceCall, forwarded: Forwarded, plainRequest: string): Promise<void> {
  const { content, isOldTemplate = false } = forwarded;
  if (content.kind === 'ping') {
    return receivePing(deps, call, { text: redactText(content.text), hasOldTemplate: isOldTemplate });
  }
  const cabinet = await admitAgain(deps, call);
  if (content.kind === 'unsafe') {
    await noteRefusedPost(deps, cabinet);
    throw unsafe();
  }
  await noteTemplate(deps, cabinet, isOldTemplate);
  if (content.kind === 'message') await receiveMessage(deps, cabinet, { ...content.message, plainRequest });
}
