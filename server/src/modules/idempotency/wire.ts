import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { badRequest } from '../../kernel/errors.ts';
import type { IdempotentRequest } from './service.ts';

/**
 * @param content the content of a request that is not JSON.
 * @throws ApiError 400 when the header is absent, too long or no plain text.
 */
export function idempotentRequest(
  request: FastifyRequest,
  ownerId: string,
  at: Date,
  content: unknown = request.body,
): IdempotentRequest {
  const key = request.headers['idempotency-key'];
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(key)) {
    throw badRequest({
      'Idempotency-Key': ['Передайте заголовок Idempotency-Key: от 1 до 255 латинских символов без пробелов'],
    });
  }
  const hash = createHash('sha256')
    .update(JSON.stringify([request.method, request.url, content ?? null]))
    .digest();
  return { ownerId, key, hash, at };
}

/** The idempotent request of a call for which the key is not required, if it sent one. */
export const optionalKey = (request: FastifyRequest, ownerId: string, at: Date): IdempotentRequest | undefined =>
  request.headers['idempotency-key'] === undefined ? undefined : idempotentRequest(request, ownerId, at);
