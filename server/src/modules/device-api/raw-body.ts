import type { FastifyInstance } from 'fastify';

/** Leaves bodies as they were sent, whatever they say they are: a signature is of bytes. */
export function keepRawBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
}

/** The bytes of a request; none when it had no body. */
export const rawBody = ({ body }: { body: unknown }): Buffer => (Buffer.isBuffer(body) ? body : Buffer.alloc(0));

/** The text of some bytes. Bytes that are no UTF-8 become U+FFFD: they may stand in a message, and were signed as they are. */
export const textOf = (bytes: Buffer): string => new TextDecoder().decode(bytes);
