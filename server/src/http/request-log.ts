import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify';
import type { Log, LogFields } from '../kernel/log.ts';

// One line a request, and an id that the answer, the problem document and the line share.

const WELL_FORMED_ID = /^[\w-]{8,64}$/;
const MADE_ID_LENGTH = 16;
const REQUEST_LOG = 'requestLog';
/** A balancer asks them all the time. */
const HEALTH_CHECKS = new Set(['/live', '/ready']);

/** The id that a balancer or a client has given the request, when it is well formed; else a new one. */
export function requestIdOf({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const given = headers['x-request-id'];
  if (typeof given === 'string' && WELL_FORMED_ID.test(given)) return given;
  return randomUUID().replaceAll('-', '').slice(0, MADE_ID_LENGTH);
}

/** Why a request was not answered as asked. */
type Failure = Pick<LogFields, 'reason' | 'code' | 'error'>;
const failures = new WeakMap<FastifyRequest, Failure>();

/** Remembers why a request fails, for its line. */
export const noteFailure = (request: FastifyRequest, failure: Failure): void => void failures.set(request, failure);

/** Why a request was not answered as asked; undefined: it was, or nobody said why. */
export const failureOf = (request: FastifyRequest): Failure | undefined => failures.get(request);

const aboutOf = ({ id, method, routeOptions }: FastifyRequest) => ({
  request_id: id,
  method,
  route: routeOptions.url,
});

/** The log of what a request is about: its lines carry the request's id and route. */
export const logOf = (request: FastifyRequest): Log =>
  request.server.getDecorator<Log>(REQUEST_LOG).with(aboutOf(request));

/** Logs each request when it is over, health checks excepted: `error` when the fault is ours (500 and above). */
export function logRequests(app: FastifyInstance, log: Log): void {
  app.decorate(REQUEST_LOG, log);
  app.addHook('onRequest', (request, reply, done) => {
    void reply.header('x-request-id', request.id);
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    const status = reply.statusCode;
    if (!HEALTH_CHECKS.has(request.routeOptions.url ?? '')) {
      const fields = { status, duration_ms: Math.round(reply.elapsedTime), ...failures.get(request) };
      log[status >= 500 ? 'error' : 'info']('request', { ...aboutOf(request), ...fields });
    }
    done();
  });
}

/** A request that is over, without anything that its sender chose. */
export interface Answered {
  method: string;
  /** The pattern of the address; undefined: no route has it. */
  route: string | undefined;
  status: number;
  milliseconds: number;
}

/** Tells of each request when it is over, health checks excepted. */
export function tellRequests(app: FastifyInstance, tell: (answered: Answered) => void): void {
  app.addHook('onResponse', (request, reply, done) => {
    const { url: route } = request.routeOptions;
    if (!HEALTH_CHECKS.has(route ?? '')) {
      tell({ method: request.method, route, status: reply.statusCode, milliseconds: reply.elapsedTime });
    }
    done();
  });
}

/** Logs what was refused before a hook saw it. */
export const logRefusedEarly = (app: FastifyInstance, requestId: string, status: number): void =>
  app.getDecorator<Log>(REQUEST_LOG).info('request', { request_id: requestId, status });

class FrameworkLogger implements FastifyBaseLogger {
  readonly level = 'warn';
  readonly #log: Log;
  readonly #requestId: string | undefined;

  constructor(log: Log, requestId?: string) {
    this.#log = log;
    this.#requestId = requestId;
  }

  #write(at: 'warn' | 'error', said: unknown): void {
    const error = said instanceof Error ? said : (said as { err?: unknown } | undefined)?.err;
    this.#log[at]('http_framework', { request_id: this.#requestId, ...(error instanceof Error && { error }) });
  }

  fatal(said: unknown): void {
    this.#write('error', said);
  }

  error(said: unknown): void {
    this.#write('error', said);
  }

  warn(said: unknown): void {
    this.#write('warn', said);
  }

  info(): void {}

  debug(): void {}

  trace(): void {}

  silent(): void {}

  /** Of a request: every one has its own. */
  child(bindings: Readonly<Record<string, unknown>>): FrameworkLogger {
    return new FrameworkLogger(this.#log, bindings['reqId'] as string | undefined);
  }
}

/**
 * The framework's own logger: what it warns of goes to our log without its sentences and objects, which have addresses and
 * messages in them.
 */
export const frameworkLogger = (log: Log): FastifyBaseLogger => new FrameworkLogger(log);
