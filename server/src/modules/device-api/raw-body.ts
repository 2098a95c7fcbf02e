import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { readUtf8 } from '../../http/utf8.ts';

/** Leaves bodies as they were sent, whatever they say they are: a signature is of bytes. */
export function keepRawBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
}

/** The bytes of a request; none when it had no body. */
export const rawBody = ({ body }: { body: unknown }): Buffer => (Buffer.isBuffer(body) ? body : Buffer.alloc(0));

/**
 * The text of a request. A signature is of bytes, so that it is checked first.
 * @throws ApiError 400 `malformed` when it is in another encoding than UTF-8.
 */
export const rawText = (request: { body: unknown; headers: IncomingHttpHeaders }): string =>
  readUtf8(rawBody(request), request.headers['content-type']);

/** The text of a post whose signature is in the text itself: what is no UTF-8 becomes U+FFFD, and is refused once it is signed. */
export const unprovedText = (bytes: Buffer): string => new TextDecoder().decode(bytes);
