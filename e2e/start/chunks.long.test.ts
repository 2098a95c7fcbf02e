import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { scratchFolder } from '@kantor/embedded-postgres/testing';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { endAll, ROOT, run } from './running.ts';

// The pages as they are built: what the platform's people need is loaded by them alone.

const WEB = join(ROOT, 'web');
const folder = scratchFolder();

/** A chunk in Vite's manifest; `src` of an entry or of what is imported lazily. */
interface Chunk {
  file: string;
  src?: string;
  imports?: string[];
}
let chunks: Record<string, Chunk>;

const source = (path: string) => readFileSync(join(WEB, 'src', path), 'utf8');

/** The sections of the platform's people alone. */
const DESK = [...source('session/sections.ts').matchAll(/\{ name: '(\w+)'[^}]*roles: \['operator'\]/g)].map(
  ([, name]) => name,
);
/** The lazy screens of each section, by the folder of the sources. */
const SCREENS = new Map(
  [
    source('app/routes.tsx'),
    source('app/section-routes.tsx'),
    source('app/desk-routes.tsx'),
    source('app/developer-routes.tsx'),
    source('features/developer/parts.ts').replaceAll("import('./", "import('@/features/developer/"),
  ]
    .join('')
    .split(/\bsection\('/)
    .slice(1)
    .map((text) => [
      /^\w+/.exec(text)?.[0],
      [...text.matchAll(/import\('@\/([^']+)'\)/g)].map(([, path]) => `src/${path}.tsx`),
    ]),
);
const screensOf = (isOfDesk: boolean) =>
  [...SCREENS].flatMap(([name, screens]) => (DESK.includes(name) === isOfDesk ? screens : []));

/** Folders and files of the desk alone, besides its screens. */
const OF_DESK = /^src\/(?:features\/(?:platform|figures)|acts\/platform)\/|^src\/api\/platform-/;

/** Of all chunks that come with a chunk. */
function withImports(name: string, found = new Set<string>()): Set<string> {
  if (found.has(name)) return found;
  found.add(name);
  for (const each of chunks[name]?.imports ?? []) withImports(each, found);
  return found;
}

/** The sources in a chunk, from the folder of the pages; none of what is not made of any. */
function modulesOf(name: string): string[] {
  const file = join(folder, chunks[name]?.file ?? '');
  if (!existsSync(`${file}.map`)) return [];
  const { sources } = JSON.parse(readFileSync(`${file}.map`, 'utf8')) as { sources: string[] };
  return sources.map((path) => relative(WEB, resolve(file, '..', path)));
}

/** What the page itself asks for. */
function firstChunks(): string[] {
  const page = readFileSync(join(folder, 'index.html'), 'utf8');
  return Object.keys(chunks).filter((name) => page.includes(chunks[name]?.file ?? 'none'));
}

afterEach(endAll);
afterAll(() => rmSync(folder, { recursive: true, force: true }));
beforeAll(async () => {
  const options = ['--manifest', '--sourcemap', '--minify', 'false', '--outDir', folder, '--emptyOutDir'];
  const building = run(['node', join(ROOT, 'node_modules/.bin/vite'), 'build', ...options], {}, WEB);
  if ((await building.ended) !== 0) throw new Error(building.output());
  chunks = JSON.parse(readFileSync(join(folder, '.vite', 'manifest.json'), 'utf8')) as typeof chunks;
});

test('what is looked for is there', () => {
  expect(DESK).toContain('overview');
  for (const screen of [...screensOf(true), ...screensOf(false)]) expect(chunks).toHaveProperty([screen]);
  expect(screensOf(true).flatMap(modulesOf)).toEqual(expect.arrayContaining(screensOf(true)));
  expect(firstChunks().flatMap(modulesOf)).toContain('src/features/orders/orders-list.tsx');
});

test('no page of a trader or a merchant comes with anything of the platform’s desk', () => {
  // A screen that others have as well is nobody's alone.
  const shared = new Set(screensOf(false));
  const desk = new Set(screensOf(true).filter((screen) => !shared.has(screen)));
  const theirs = [...firstChunks(), ...screensOf(false)].flatMap((name) => [...withImports(name)]);
  const found = [...new Set(theirs)].flatMap(modulesOf).filter((path) => desk.has(path) || OF_DESK.test(path));
  expect(found).toEqual([]);
});
