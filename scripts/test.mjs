import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { scratchFolder } from '../embedded-postgres/test/scratch-folder.mjs';
import { findHeadlessShell } from './chromium.mjs';
import { ROOT, environment, pinnedNode, program } from './paths.mjs';
import { capture, isStopping, start } from './processes.mjs';
import { say, text } from './texts.mjs';
import { buildWeb } from './web-build.mjs';

/** @typedef {{ name: string, command: string[], variables?: Record<string, string> }} Check */

const GIB = 2 ** 30;
/**
 * The types of every file fill 5 GiB, of which nothing is garbage for long: a fifth of the linter's time goes into looking for
 * some. With memory enough it looks once half of it is full.
 */
const ROOMY = totalmem() >= 16 * GIB ? { GOGC: 'off', GOMEMLIMIT: `${Math.floor(totalmem() / 2 / GIB)}GiB` } : {};

/** They depend on nothing but the sources, and so run two at a time. @type {Check[]} */
const STATIC_CHECKS = [
  // The linter has read the types of every file for its rules: it tells what the compiler finds in them as well.
  {
    name: 'types and lint',
    command: ['oxlint', '--type-aware', '--type-check', '--deny-warnings'],
    variables: ROOMY,
  },
  { name: 'dead code', command: ['knip'] },
  { name: 'format', command: ['oxfmt', '--check'] },
];
const MAX_PARALLEL = 2;
/** Half of the tests wait for a database or a process most of the time: two processors have work for more than two. */
const WORKERS = '3';
/** More files than these are no chance: they are not tried again. */
const MAX_TRIED_AGAIN = 6;
const MAX_PAGE_CHARACTERS = 6000;
const E2E_CONFIG = join('e2e', 'playwright.config.ts');

/** Of each tool: what chooses the tests that `npm test` leaves to `npm run test:long`, and what leaves them out. */
const LONG = { vitest: ['.long.test.'], playwright: ['--grep', '@long'] };
const QUICK = { vitest: ['--exclude', '**/*.long.test.*'], playwright: ['--grep-invert', '@long'] };

/** Runs every check but the long tests, all of them even when one fails. Returns the exit code. */
export async function test() {
  /** @type {string[]} */
  const failed = [];
  const queue = [...STATIC_CHECKS];
  const runInTurn = async () => {
    for (let check = queue.shift(); check; check = queue.shift()) if (!(await passes(check))) failed.push(check.name);
  };
  await Promise.all(Array.from({ length: MAX_PARALLEL }, runInTurn));
  await runTests(QUICK, failed);
  return tell(failed, 'allPassed');
}

/** Runs the long tests: storms, kills, silence, restored backups, whole programs from their start, every member on every page. */
export async function testLong() {
  /** @type {string[]} */
  const failed = [];
  await runTests(LONG, failed);
  return tell(failed, 'longPassed');
}

/** @param {typeof LONG} chosen @param {string[]} failed */
async function runTests(chosen, failed) {
  const built = await step('build of the web pages', failed, async () => {
    await buildWeb();
    return 0;
  });
  const folder = scratchFolder();
  const filled = built ? fillMarketplace(folder) : undefined;
  try {
    await step('tests', failed, () => runVitest(chosen.vitest));
    if (filled) await step('browser tests', failed, async () => runPlaywright(chosen.playwright, folder, await filled));
  } finally {
    await filled;
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Fills what the browser tests look at, beside the other tests: it takes one processor half a minute. Why it could not is told
 * when the browser tests would begin.
 * @param {string} folder
 */
function fillMarketplace(folder) {
  return capture(pinnedNode(), [join('e2e', 'fill.ts'), folder], { cwd: ROOT, env: environment() });
}

/**
 * Returns the exit code.
 * @param {string[]} chosen
 * @param {string} E2E_FOLDER
 * @param {{ code: number, output: string }} filled
 */
async function runPlaywright(chosen, E2E_FOLDER, filled) {
  if (filled.code !== 0) {
    console.error(filled.output);
    return filled.code;
  }
  const extra = { CHROMIUM_PATH: await findHeadlessShell(), E2E_FOLDER };
  const code = await show(['playwright', 'test', '-c', E2E_CONFIG, ...chosen], extra);
  if (code !== 0) tellPages();
  return code;
}

/** Returns the exit code. @param {string[]} failed @param {'allPassed' | 'longPassed'} passed */
function tell(failed, passed) {
  if (failed.length === 0) say(passed);
  else console.error(`${text('failedSteps')} ${failed.join(', ')}`);
  return failed.length === 0 ? 0 : 1;
}

/** @param {Check} check */
async function passes({ name, command: [tool = '', ...args], variables }) {
  const since = Date.now();
  const { code, output } = await capture(program(tool), args, { cwd: ROOT, env: { ...environment(), ...variables } });
  report(name, code === 0, since);
  if (code !== 0) console.error(output);
  return code === 0;
}

/**
 * One after the other, with the machine to itself. Returns whether it passed.
 * @param {string} name
 * @param {string[]} failed
 * @param {() => Promise<number>} run
 */
async function step(name, failed, run) {
  if (isStopping()) return false;
  const since = Date.now();
  const code = await run().catch((/** @type {unknown} */ error) => {
    console.error(error instanceof Error ? error.message : error);
    return 1;
  });
  report(name, code === 0, since);
  if (code !== 0) failed.push(name);
  return code === 0;
}

/**
 * Runs the tests. A few files that fail are tried once more with the machine to themselves, as the browser tests are:
 * what passes then is told as flaky, and what fails is named at the end, where a cut log still shows it.
 * @param {string[]} chosen
 */
async function runVitest(chosen) {
  const folder = mkdtempSync(join(tmpdir(), 'kantor-tests-'));
  const FAILED_FILES_IN = join(folder, 'failed.json');
  try {
    const code = await show(['vitest', 'run', '--maxWorkers', WORKERS, ...chosen], { FAILED_FILES_IN });
    if (code === 0 || !existsSync(FAILED_FILES_IN)) return code;
    /** @type {{ failed: { file: string, tests: string[] }[], hasOthers: boolean }} */
    const { failed, hasOthers } = JSON.parse(readFileSync(FAILED_FILES_IN, 'utf8'));
    const names = failed.map(({ file, tests }) => [file, ...tests].join('\n    ')).join('\n  ');
    const files = failed.map(({ file }) => file);
    if (hasOthers || files.length === 0 || files.length > MAX_TRIED_AGAIN) {
      console.error(`Failed:\n  ${names}`);
      return code;
    }
    const again = await show(['vitest', 'run', '--maxWorkers', '1', ...files]);
    console.error(`${again === 0 ? 'Flaky, passed when run again alone' : 'Failed twice'}:\n  ${names}`);
    return again;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What stood on the page of each failure: where the log is all that is kept, the cause is often there. */
function tellPages() {
  const folder = join(ROOT, 'e2e', 'test-results');
  for (const name of existsSync(folder) ? readdirSync(folder) : []) {
    const file = join(folder, name, 'error-context.md');
    if (!existsSync(file)) continue;
    const [, page = ''] = readFileSync(file, 'utf8').split('# Page snapshot');
    console.error(`${name}:${page.slice(0, MAX_PAGE_CHARACTERS)}`);
  }
}

/**
 * Runs a tool that reports by itself.
 * @param {string[]} command
 * @param {NodeJS.ProcessEnv} [extra]
 */
function show([tool = '', ...args], extra = {}) {
  const options = { cwd: ROOT, env: { ...environment(), ...extra }, stdio: /** @type {const} */ ('inherit') };
  return start(program(tool), args, options).ended;
}

/** @param {string} name @param {boolean} passed @param {number} since */
function report(name, passed, since) {
  console.log(`${passed ? '✓' : '✗'} ${name} (${((Date.now() - since) / 1000).toFixed(1)} s)`);
}
