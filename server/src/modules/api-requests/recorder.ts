import { isIP } from 'node:net';
import { MAX_LENGTH } from '@kantor/contract/plain/limits.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { validate as isId } from 'uuid';
import type { Database } from '../../db/pool.ts';
import { singleStatement } from '../../db/tx.ts';
import { failureOf } from '../../http/request-log.ts';
import { type Clock, SECOND } from '../../kernel/clock.ts';
import { newId } from '../../kernel/ids.ts';
import type { Log } from '../../kernel/log.ts';
import { insertRequests, type NewRequest } from './store.ts';

/** What is noted is written so long after the first of it. A process that is killed loses as much. */
const FLUSH_AFTER_MS = SECOND;
/** Rows of one statement. */
const BATCH_SIZE = 500;
/** While the database is slow or away, so many wait; the rest is counted and not kept. */
const MAX_WAITING = 5000;
/** Of one merchant: nobody's flood leaves others without their log. */
const MAX_OF_MERCHANT = 1000;
const TOO_MANY_REQUESTS = 429;
const CONFLICT = 409;

/** The key that a request came with. */
interface Asker {
  merchantId: string;
  apiKeyId: string;
}

interface RequestRecorder {
  /** Says whose request it is, as soon as its key is known: also of one that is then refused. */
  identify: (request: FastifyRequest, asker: Asker) => void;
  /** Records what is answered to requests of known keys below an API's base. */
  watch: (api: FastifyInstance, base: string) => void;
  /** Writes what waits. */
  flush: () => Promise<void>;
}

/** Their own number, where the request has one. Nothing else is taken out of a body or a query. */
function externalIdOf({ body, query }: FastifyRequest): string | null {
  const said = [body, query].map((part) => (part as { external_id?: unknown } | null | undefined)?.external_id);
  const number = said.find((each): each is string => typeof each === 'string' && each.length > 0);
  return number !== undefined &&
    number.length <= MAX_LENGTH.externalId &&
    number.isWellFormed() &&
    !number.includes('\0')
    ? number
    : null;
}

/** Notes requests in memory and writes them together: no request waits for it, and none fails by it. */
export function createRequestRecorder({ db, clock, log }: { db: Database; clock: Clock; log: Log }): RequestRecorder {
  const askers = new WeakMap<FastifyRequest, Asker>();
  let waiting: NewRequest[] = [];
  let dropped = 0;
  /** How many of each merchant wait, and who was told once that they ask too often. */
  const waitingOf = new Map<string, number>();
  const hasBeenLimited = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();

  async function write(): Promise<void> {
    const taken = waiting;
    waiting = [];
    waitingOf.clear();
    hasBeenLimited.clear();
    for (let at = 0; at < taken.length; at += BATCH_SIZE) {
      const batch = taken.slice(at, at + BATCH_SIZE);
      try {
        await singleStatement(db, (statement) => insertRequests(statement, batch));
      } catch (error) {
        log.warn('api_requests_not_kept', { repeated: batch.length, error });
      }
    }
    if (dropped > 0) log.warn('api_requests_dropped', { repeated: dropped });
    dropped = 0;
  }

  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    writing = writing.then(write);
    return writing;
  }

  function note(request: FastifyRequest, reply: FastifyReply, asker: Asker, base: string): void {
    const { merchantId } = asker;
    const own = waitingOf.get(merchantId) ?? 0;
    // Beyond their limit, one of a flood says it for all.
    const isLimited = reply.statusCode === TOO_MANY_REQUESTS;
    if (waiting.length >= MAX_WAITING || own >= MAX_OF_MERCHANT || (isLimited && hasBeenLimited.has(merchantId))) {
      dropped += 1;
      return;
    }
    waitingOf.set(merchantId, own + 1);
    if (isLimited) hasBeenLimited.add(merchantId);
    const { url } = request.routeOptions;
    // Of a refusal nobody knows whose the object is, unless its state stood against it.
    const isTheirs = reply.statusCode < 400 || reply.statusCode === CONFLICT;
    const { id: objectId } = (request.params ?? {}) as { id?: unknown };
    waiting.push({
      id: newId(clock()),
      ...asker,
      requestId: request.id,
      method: request.method,
      route: url?.startsWith(base) ? url.slice(base.length) : null,
      objectId: isTheirs && typeof objectId === 'string' && isId(objectId) ? objectId : null,
      externalId: externalIdOf(request),
      status: reply.statusCode,
      code: failureOf(request)?.reason ?? null,
      durationMs: Math.round(reply.elapsedTime),
      // With a proxy between, it is what that has told.
      address: isIP(request.ip) === 0 ? null : request.ip,
      isReplayed: reply.getHeader('idempotent-replayed') === 'true',
    });
    timer ??= setTimeout(() => void flush(), FLUSH_AFTER_MS).unref();
  }

  return {
    identify: (request, asker) => void askers.set(request, asker),
    watch: (api, base) =>
      void api.addHook('onResponse', (request, reply, done) => {
        const asker = askers.get(request);
        if (asker !== undefined) note(request, reply, asker, base);
        done();
      }),
    flush,
  };
}
