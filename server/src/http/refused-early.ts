import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { logRefusedEarly, requestIdOf } from './request-log.ts';
import { answerError, malformed, problemOf } from './problem.ts';
import { ANSWER_HEADERS } from './security-headers.ts';

// What is refused before a route is found: no hook sees it.

/** Answers an address that cannot be read like any other error. */
export function answerBadAddress(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  void reply.headers({ ...ANSWER_HEADERS, 'x-request-id': request.id });
  answerError(error, request, reply);
  logRefusedEarly(request.server, request.id, reply.statusCode);
}

/** Refuses a request that does not say whom it is for (RFC 9112, 3.2). */
export function demandHost(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw }) => {
    if (raw.headers.host === undefined && raw.httpVersion === '1.1') throw malformed();
  });
}

const STATUS_OF: Record<string, number> = { ERR_HTTP_REQUEST_TIMEOUT: 408, HPE_HEADER_OVERFLOW: 431 };

/** Answers what is no HTTP, has too many headers or comes too slowly, and ends the connection. */
export function answerBadRequest(this: FastifyInstance, error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  if (socket.writable) {
    const requestId = requestIdOf({ headers: {} });
    const problem = problemOf(STATUS_OF[error.code ?? ''] ?? 400, requestId);
    const body = JSON.stringify(problem);
    const headers = {
      ...ANSWER_HEADERS,
      'x-request-id': requestId,
      'content-type': 'application/problem+json',
      'content-length': Buffer.byteLength(body),
      connection: 'close',
    };
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    logRefusedEarly(this, requestId, problem.status);
    socket.write(`HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}\r\n${lines.join('')}\r\n${body}`);
  }
  socket.destroySoon();
}
