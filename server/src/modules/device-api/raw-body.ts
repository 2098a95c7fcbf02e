import type { FastifyInstance } from 'fastify';

/** Leaves bodies as they were sent, whatever they say they are: a signature is of bytes. */
export function keepRawBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
}

/** The bytes of a request; none when it had no body. */
export const rawBody = ({ body }: { body: unknown }): Buffer => (Buffer.isBuffer(body) ? body : Buffer.alloc(0));

/** The text of some bytes. What is no UTF-8 becomes U+FFFD: it may stand in a message, and was signed as it is. */
export const textOf = (bytes: Buffer): string => new TextDecoder().decode(bytes);
