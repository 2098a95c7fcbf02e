import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { cp, mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { notFound } from '../kernel/errors.ts';

const DIST = fileURLToPath(new URL('../../../web/dist/', import.meta.url));

export interface WebOptions {
  /** The built web; the product's unless given. */
  dist?: string;
  /** A folder for the files of releases: those of the last one are served, too. */
  keptIn?: string | undefined;
}

/**
 * Serves the built web: files as they are (precompressed, hashed ones for ever), and the page for every screen's address. A page
 * that was opened before an upgrade asks for the files of its own release.
 */
export async function serveWeb(app: FastifyInstance, { dist = DIST, keptIn }: WebOptions = {}): Promise<void> {
  if (!existsSync(join(dist, 'index.html'))) {
    app.setNotFoundHandler(() => {
      throw notFound();
    });
    return;
  }
  const kept = keptIn === undefined ? undefined : await findKept(dist, keptIn);
  await app.register(fastifyStatic, {
    root: [dist, ...(kept?.last ?? [])],
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
  if (kept === undefined) return;
  // Nobody waits for it: it is for the release after this one.
  app.addHook('onListen', (done) => {
    keep(dist, kept).catch((error: unknown) => app.log.warn({ err: error }, 'assets'));
    done();
  });
}

interface Kept {
  /** Of this release. */
  own: string;
  isThere: boolean;
  /** Of the release before it, if it is there. */
  last: string[];
  others: string[];
}

/** A folder's name says when it was made and of which release: two builds with one page are one. */
async function findKept(dist: string, keptIn: string): Promise<Kept> {
  const release = createHash('sha256')
    .update(readFileSync(join(dist, 'index.html')))
    .digest('hex')
    .slice(0, 16);
  await mkdir(keptIn, { recursive: true });
  const names = (await readdir(keptIn)).filter((name) => !name.endsWith(UNFINISHED));
  const newestFirst = names.filter((name) => !name.endsWith(release)).toSorted((one, two) => (one < two ? 1 : -1));
  const [last = [], others = []] = [newestFirst.slice(0, 1), newestFirst.slice(1)].map((each) =>
    each.map((name) => join(keptIn, name)),
  );
  const own = join(keptIn, `${Date.now()}-${release}`);
  return { own, isThere: names.some((name) => name.endsWith(release)), last, others };
}

const UNFINISHED = '.part';

/** Keeps the files of this release, and forgets those of the releases before the last. */
async function keep(dist: string, { own, isThere, others }: Kept): Promise<void> {
  await Promise.all(others.map((folder) => rm(folder, { recursive: true, force: true })));
  if (isThere) return;
  const part = own + UNFINISHED;
  await cp(join(dist, 'assets'), join(part, 'assets'), { recursive: true });
  await rename(part, own);
}
