import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, environment, program } from './paths.mjs';
import { capture } from './processes.mjs';
import { say, text } from './texts.mjs';

const SOURCES = ['web', 'contract', 'package-lock.json', 'tsconfig.base.json'];
const NOT_SOURCES = new Set(['node_modules', 'dist', 'test-results', 'coverage']);
const WEB = join(ROOT, 'web');
const DIST = join(WEB, 'dist');
const STAMP = '.built-from';

/**
 * Builds the web pages unless they were built from the very sources that are there now. They are built aside and put in place
 * at once: a command that runs meanwhile has the former ones or these, and two that build do not meet.
 */
export async function buildWeb() {
  const sources = hashOfSources();
  const stamp = join(DIST, STAMP);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === sources) return;
  say('building');
  const aside = join(ROOT, 'node_modules', '.cache', `web-${process.pid}`);
  try {
    const args = ['build', '--logLevel', 'warn', '--outDir', join(aside, 'new'), '--emptyOutDir'];
    const env = { ...environment(), NODE_ENV: 'production' };
    const { code, output } = await capture(program('vite'), args, { cwd: WEB, env });
    if (code !== 0) throw new Error(`${text('buildFailed')}\n${output}`);
    writeFileSync(join(aside, 'new', STAMP), sources);
    putInPlace(join(aside, 'new'), join(aside, 'former'));
  } finally {
    rmSync(aside, { recursive: true, force: true });
  }
}

/** @param {string} fresh @param {string} former where those go that are there now */
function putInPlace(fresh, former) {
  for (;;) {
    rmSync(former, { recursive: true, force: true });
    if (existsSync(DIST)) moved(DIST, former);
    if (moved(fresh, DIST)) return;
  }
}

/** Whether a folder could be moved: not when another build has just moved it, or put its own in the place. @param {string} from @param {string} to */
function moved(from, to) {
  try {
    renameSync(from, to);
    return true;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT' || code === 'ENOTEMPTY' || code === 'EEXIST') return false;
    throw error;
  }
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
