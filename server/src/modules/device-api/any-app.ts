import { createHash } from 'node:crypto';
import { ANY_APP_SECRET_PATH, FORWARDER_PATHS } from '@kantor/contract/plain/forwarders.ts';
import { SECRET_HEADER } from '@kantor/contract/plain/device-headers.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { logOf } from '../../http/request-log.ts';
import { ApiError, forbidden, unauthorized } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import { securityEvent } from '../../kernel/security-event.ts';
import { admitAgain, type DeviceCall, noteAddress, noteRefusedPost, receivePing } from '../devices/index.ts';
import { receiveMessage } from '../matching/index.ts';
import { type AnyPost, readAnyPost } from './any-post.ts';
import type { DeviceApiDeps } from './batch.ts';
import type { DeviceLimits } from './limits.ts';
import { rawText } from './raw-body.ts';
import { heardAt } from './rules.ts';
import { ID, isSame } from './signature.ts';

// Any application that can post. It proves itself by a secret in its address or in a header, and signs nothing: whoever sees a
// post can write others. So it comes over https alone, less often than others, and the cabinet tells where it comes from.

const MAX_BODY_BYTES = 16 * 1024;

interface Params {
  device: string;
  secret?: string;
}
type Request = FastifyRequest<{ Params: Params }>;

const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest();
const MAX_SECRET_LENGTH = 100;

function shownSecret({ params, headers }: Request): string {
  const shown = params.secret ?? headers[SECRET_HEADER];
  return typeof shown === 'string' ? shown.slice(0, MAX_SECRET_LENGTH) : '';
}

const badSecret = () =>
  unauthorized('Секрет неверен: проверьте адрес или подключите приложение заново', 'bad_signature');

/** @param isHttpsOnly a post over plain http has shown its secret to everybody on its way. */
export function anyAppRoutes(
  app: FastifyInstance,
  deps: DeviceApiDeps,
  { limits, isHttpsOnly }: { limits: DeviceLimits; isHttpsOnly: boolean },
): void {
  const prove = (request: Request) => {
    if (isHttpsOnly && request.protocol !== 'https') {
      limits.takeTry(request.ip);
      throw forbidden(
        'Только по https: секрет этого адреса мог узнать любой, подключите приложение заново',
        'https_only',
      );
    }
    const { device } = request.params;
    // Of hashes, so that the time tells nothing, not even the length.
    const shown = hashOf(shownSecret(request));
    if (!ID.test(device) || !deps.keys.keysOf(device).some((key) => isSame(hashOf(key), shown))) {
      limits.takeTry(request.ip);
      throw badSecret();
    }
    limits.takeUnsigned(device);
  };
  for (const url of [FORWARDER_PATHS.any_app, ANY_APP_SECRET_PATH]) {
    app.route<{ Params: Params }>({
      method: 'POST',
      url,
      bodyLimit: MAX_BODY_BYTES,
      onRequest: async (request) => prove(request),
      handler: async (request) => {
        const text = rawText(request);
        const { url: address } = request.raw;
        const query = (address ?? '').split('?').slice(1).join('?');
        const post = readAnyPost({ query, contentType: request.headers['content-type'], text });
        await take(deps, request, post, text);
        return { status: 'ok' };
      },
    });
  }
}

const unreadable = (why: string) => new ApiError(400, 'malformed', `Сообщение не принято: ${why}`);

async function take(deps: DeviceApiDeps, request: Request, post: AnyPost, plainRequest: string): Promise<void> {
  const now = deps.clock();
  const call: DeviceCall = { id: request.params.device, kind: 'any_app', counter: now.getTime() };
  const cabinet = await admitAgain(deps, call);
  if (await noteAddress(deps, cabinet, request.ip)) {
    const { id: cabinet_id } = cabinet;
    securityEvent(logOf(request), 'phone_address_changed', { cabinet_id, device_id: call.id, address: request.ip });
  }
  if (post.kind === 'refused') {
    await noteRefusedPost(deps, cabinet);
    throw unreadable(post.why);
  }
  // Its counter is above the one that has just let it in.
  if (post.kind === 'ping') {
    return receivePing(deps, { ...call, counter: call.counter + 1 }, { text: 'Приложение на связи' });
  }
  const { sender, isNotification, title, text, time } = post;
  await receiveMessage(deps, cabinet, {
    messageId: `any:${newId(now)}`,
    phone: '',
    application: sender || 'SMS',
    isNotification,
    text: [title, text].filter(Boolean).join('\n'),
    heardAt: time === undefined ? now : heardAt(now, { sentAt: now, time }),
    ...(time === undefined ? { isUndated: true } : { phoneTime: time }),
    plainRequest,
  });
}
