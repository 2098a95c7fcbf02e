import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, environment, program } from './paths.mjs';
import { capture } from './processes.mjs';
import { say, text } from './texts.mjs';

const SOURCES = ['web', 'contract', 'package-lock.json', 'tsconfig.base.json'];
const NOT_SOURCES = new Set(['node_modules', 'dist', 'test-results', 'coverage']);
const WEB = join(ROOT, 'web');
const STAMP = join(WEB, 'dist', '.built-from');

/** Builds the web pages unless they were built from the very sources that are there now. */
export async function buildWeb() {
  const sources = hashOfSources();
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === sources) return;
  say('building');
  const { code, output } = await capture(program('vite'), ['build', '--logLevel', 'warn'], {
    cwd: WEB,
    env: { ...environment(), NODE_ENV: 'production' },
  });
  if (code !== 0) throw new Error(`${text('buildFailed')}\n${output}`);
  writeFileSync(STAMP, sources);
}

function hashOfSources() {
  const hash = createHash('sha256');
  for (const file of SOURCES.flatMap((source) => filesOf(source))) {
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(ROOT, file)))
      .update('\0');
  }
  return hash.digest('hex');
}

/** @param {string} path @returns {string[]} */
function filesOf(path) {
  if (/\.\w+$/.test(path)) return existsSync(join(ROOT, path)) ? [path] : [];
  return readdirSync(join(ROOT, path), { withFileTypes: true })
    .filter(({ name }) => !NOT_SOURCES.has(name))
    .flatMap((entry) => (entry.isDirectory() ? filesOf(join(path, entry.name)) : [join(path, entry.name)]))
    .toSorted();
}
