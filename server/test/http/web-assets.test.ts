import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import Fastify from 'fastify';
import { expect, test as base, vi } from 'vitest';
import { answerError } from '../../src/http/problem.ts';
import { serveWeb } from '../../src/http/web.ts';

const test = base.extend('prefix', 'kantor-web-').extend('home', async ({ prefix }, { onCleanup }) => {
  const home = await mkdtemp(join(tmpdir(), prefix));
  onCleanup(() => rm(home, { recursive: true }));
  return home;
});

/** Builds a release with one script, serves it, and tells what it answers. */
async function release(home: string, name: string) {
  const dist = join(home, `dist-${name}`);
  await mkdir(join(dist, 'assets'), { recursive: true });
  await writeFile(join(dist, 'index.html'), `<script src="/assets/${name}.js">`);
  await writeFile(join(dist, 'assets', `${name}.js`), `// ${name}`);
  await writeFile(join(dist, 'assets', `${name}.js.br`), brotliCompressSync(`// ${name}`));
  const app = Fastify();
  app.setErrorHandler(answerError);
  await serveWeb(app, { dist, keptIn: join(home, 'kept') });
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  const kept = async () => {
    // Between two of its looks a folder gets its name.
    const names = await readdir(join(home, 'kept'), { recursive: true }).catch((): string[] => []);
    return names.filter((each) => each.endsWith('.js') && !each.includes('.part')).map((each) => basename(each));
  };
  return { app, kept, ask: (path: string) => fetch(`${url}${path}`) };
}

test('a page of the last release gets its files from this one, and no older one does', async ({ home }) => {
  const names = ['one', 'two', 'three'];
  for (const [index, name] of names.entries()) {
    const { app, kept } = await release(home, name);
    const expected = names.slice(Math.max(index - 1, 0), index + 1).map((each) => `${each}.js`);
    const isKept = async () => (await kept()).toSorted().join() === expected.toSorted().join();
    await vi.waitUntil(isKept, { timeout: 10_000, interval: 5 });
    await app.close();
  }
  const { app, ask } = await release(home, 'three');
  const answers = await Promise.all(names.map((name) => ask(`/assets/${name}.js`)));
  expect(answers.map(({ status }) => status)).toEqual([404, 200, 200]);
  expect(await answers[1]?.text()).toBe('// two');
  expect(answers[1]?.headers.get('cache-control')).toContain('immutable');
  // The page itself is this release's.
  expect(await (await fetch(new URL('/', answers[2]?.url), { headers: { accept: 'text/html' } })).text()).toContain(
    'three',
  );
  await app.close();
});
