import type { FastifyInstance } from 'fastify';

/** The seeming address of an app without a network. */
export const ORIGIN = 'http://localhost';

/** The id of each request that brings none of its own, so that whole answers can be compared. */
export const REQUEST_ID = 'id-of-a-test';

const WITHOUT_BODY = new Set([204, 205, 304]);

/** A `fetch` that hands requests to an app without a network. */
export const injectFetch =
  (app: FastifyInstance) =>
  async (request: Request): Promise<Response> => {
    const { pathname, search } = new URL(request.url);
    const answer = await app.inject({
      method: request.method as 'GET',
      url: pathname + search,
      headers: { 'x-request-id': REQUEST_ID, ...Object.fromEntries(request.headers) },
      ...(request.body === null ? {} : { payload: Buffer.from(await request.arrayBuffer()) }),
    });
    const headers = new Headers();
    for (const [name, value] of Object.entries(answer.headers)) headers.set(name, String(value));
    const body = WITHOUT_BODY.has(answer.statusCode) ? null : new Uint8Array(answer.rawPayload);
    return new Response(body, { status: answer.statusCode, statusText: answer.statusMessage, headers });
  };
