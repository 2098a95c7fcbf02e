import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { notFound } from '../kernel/errors.ts';

const DIST = fileURLToPath(new URL('../../../web/dist/', import.meta.url));

/** Serves the built web: files as they are (precompressed, hashed ones for ever), and the page for every screen's address. */
export async function serveWeb(app: FastifyInstance): Promise<void> {
  if (!existsSync(`${DIST}index.html`)) {
    app.setNotFoundHandler(() => {
      throw notFound();
    });
    return;
  }
  await app.register(fastifyStatic, {
    root: DIST,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      const immutable = path.includes('/assets/');
      reply.header('cache-control', immutable ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  app.setNotFoundHandler((request, reply) => {
    const isScreen = request.method === 'GET' && (request.headers.accept ?? '').includes('text/html');
    if (!isScreen) throw notFound();
    return reply.sendFile('index.html');
  });
}
