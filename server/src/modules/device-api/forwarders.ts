import { FORWARDER_PATHS } from '@kantor/contract/plain/forwarders.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { conflict, ApiError } from '../../kernel/errors.ts';
import type { PhonesCabinet } from '../cabinets/index.ts';
import { readPlainRequest } from '../devices/index.ts';
import { type HeardMessage, receiveMessages } from '../matching/index.ts';
import type { DeviceLimits } from './limits.ts';
import { type Deps, enter, hear, ping, readLive } from './phone.ts';
import { rawBody, textOf } from './raw-body.ts';
import { isFresh } from './rules.ts';
import { ID, unsigned } from './signature.ts';
import { readSmsForwarder } from './sms-forwarder.ts';
import { readSmsGateway } from './sms-gateway.ts';

/** What an application says, in our words. */
export interface Forwarded {
  /** By the phone's clock; what makes the signature one of this moment. */
  sentAt: Date;
  said:
    | { kind: 'ping'; text: string }
    | { kind: 'message'; message: Omit<HeardMessage, 'plainRequest'> }
    | { kind: 'other' };
}

interface Posted {
  headers: FastifyRequest['headers'];
  body: Buffer;
  text: string;
  key: string;
  now: Date;
}

/** Reads a post of an application. @returns undefined when it was not made with the key. @throws ApiError 400. */
export type ReadPost = (posted: Posted) => Forwarded | undefined;

const BODY_LIMIT = 64 * 1024;

/** Takes what applications of others post, each at an address of its own. */
export function forwarderRoutes(app: FastifyInstance, deps: Deps, limits: DeviceLimits): void {
  const bindForwarder = (kind: keyof typeof FORWARDER_PATHS, read: ReadPost) =>
    app.route<{ Params: { device: string } }>({
      method: 'POST',
      url: FORWARDER_PATHS[kind],
      bodyLimit: BODY_LIMIT,
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
        const posted = { headers: request.headers, body, text: textOf(body), key: deps.keys.keyOf(id), now };
        const forwarded = read(posted);
        if (forwarded === undefined) {
          limits.takeTry(request.ip);
          throw unsigned();
        }
        limits.take(id);
        if (!isFresh(now, forwarded.sentAt)) throw staleClock();
        await take(deps, { id, kind, counter: forwarded.sentAt.getTime() }, forwarded, posted.text);
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

/** The counter of these applications is the time at which they sign. */
type Caller = Parameters<typeof enter>[1];

async function take(deps: Deps, caller: Caller, { said }: Forwarded, plainRequest: string): Promise<void> {
  if (said.kind === 'ping') return ping(deps, await enter(deps, caller), said.text);
  const cabinet = await enterOnceMore(deps, caller);
  if (said.kind === 'other') return;
  await receiveMessages(deps, cabinet, [{ ...said.message, plainRequest }]);
  if (caller.kind !== 'sms_forwarder') return;
  // Its sign is of a moment: one moment is one message.
  const kept = await readPlainRequest(deps.db, cabinet.id, said.message.messageId);
  if (kept !== undefined && kept !== plainRequest) {
    throw conflict('replayed', 'С этой подписью уже пришло другое сообщение: отправьте его ещё раз');
  }
}

/**
 * The cabinet of an application that sends a message. Messages may come twice, or after later ones; what is not newer than
 * all before says nothing about whether the phone is there now.
 */
async function enterOnceMore(deps: Deps, caller: Caller): Promise<PhonesCabinet> {
  try {
    const cabinet = await enter(deps, caller);
    await hear(deps, cabinet);
    return cabinet;
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'replayed')) throw error;
    return (await readLive(deps, caller)).cabinet;
  }
}
