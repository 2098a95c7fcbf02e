import type { FastifyInstance } from 'fastify';
import { Refusal } from '../../kernel/errors.ts';

/** Leaves bodies as they were sent, whatever they say they are: a signature is of bytes. */
export function keepRawBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
}

/** The bytes of a request; none when it had no body. */
export const rawBody = ({ body }: { body: unknown }): Buffer => (Buffer.isBuffer(body) ? body : Buffer.alloc(0));

/** @throws Refusal 400 when the bytes are no text. */
export function textOf(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Refusal(400, 'malformed', 'Тело запроса — не текст в UTF-8');
  }
}
