import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import helmet from 'helmet';

const options: Parameters<typeof helmet>[0] = {
  contentSecurityPolicy: {
    directives: {
      defaultSrc: ["'self'"],
      // Mantine writes its variables as style elements and attributes.
      styleSrc: ["'self'", "'unsafe-inline'"],
      imgSrc: ["'self'", 'data:', 'blob:'],
      objectSrc: ["'none'"],
      frameAncestors: ["'none'"],
      upgradeInsecureRequests: null,
    },
  },
  // Transport security is the business of the balancer that ends TLS.
  strictTransportSecurity: false,
  xFrameOptions: { action: 'deny' },
};

/** The headers that keep a browser safe. They are the same for every answer, so helmet writes them once. */
function securityHeaders(): Record<string, string> {
  const response = new ServerResponse(new IncomingMessage(new Socket()));
  helmet(options)(new IncomingMessage(new Socket()), response, () => undefined);
  return Object.fromEntries(Object.entries(response.getHeaders()).map(([name, value]) => [name, String(value)]));
}

/** What every answer has besides: caches are forbidden, the server of files overrides that. */
export const ANSWER_HEADERS: Readonly<Record<string, string>> = { ...securityHeaders(), 'cache-control': 'no-store' };

/** Sends them with every answer. */
export function sendSecurityHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', async (_request, reply) => {
    void reply.headers(ANSWER_HEADERS);
  });
}
