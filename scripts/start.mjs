import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ROOT, environment, pinnedNode } from './paths.mjs';
import { freePort } from '../embedded-postgres/src/ports.mjs';
import { NODE_ARGUMENTS, NODE_ENVIRONMENT } from '../server/src/app/node-arguments.mjs';
import { isStopping, start } from './processes.mjs';
import { text } from './texts.mjs';
import { buildWeb } from './web-build.mjs';

const SIMULATOR = join(ROOT, 'simulator', 'src', 'main.ts');
const MAX_PAUSE_S = 60;
/** A simulator that ran this long had started well. */
const STABLE_AFTER_MS = 60_000;

/**
 * Runs the server, and in the demo the simulator beside it, until one tells it to stop. Returns the exit code. What pages there are
 * to build is built meanwhile: at its first start the server has a database to create and to fill.
 */
export async function startKantor() {
  return runServer([], {}, buildWeb());
}

/**
 * Runs the server with more of Node's own arguments before it, and the simulator once it answers.
 * @param {string[]} nodeArguments
 * @param {NodeJS.ProcessEnv} extra
 * @param {Promise<void>} [pages] before it is fulfilled the server does not answer; what rejects it is thrown
 */
export async function runServer(nodeArguments, extra, pages) {
  // It is told below, when the server is there to be stopped.
  pages?.catch(() => undefined);
  // The simulator gets its address before it runs: the server asks it for blocks and rates, and does without until it answers.
  const stubs = { KANTOR_SIMULATOR_URL: `http://127.0.0.1:${await freePort()}` };
  if (isStopping()) return 1;
  const program = ['server/src/app/main.ts', ...(pages ? ['--await-pages'] : [])];
  const { child, ended } = runNode([...NODE_ARGUMENTS, ...nodeArguments, ...program], {
    ...NODE_ENVIRONMENT,
    ...stubs,
    ...extra,
  });
  let simulated = false;
  child.on('message', (/** @type {{ url?: string, demo?: boolean }} */ { url, demo }) => {
    if (!url || !demo || simulated) return;
    simulated = true;
    void keepSimulating({ ...stubs, KANTOR_URL: url });
  });
  // It may have ended without them.
  await Promise.race([pages, ended]);
  if (pages && child.connected) child.send('pages', () => undefined);
  return ended;
}

/** @param {NodeJS.ProcessEnv} extra */
async function keepSimulating(extra) {
  for (let pause = 1; existsSync(SIMULATOR); pause = Math.min(pause * 2, MAX_PAUSE_S)) {
    const since = Date.now();
    await runNode([SIMULATOR], extra).ended;
    if (Date.now() - since > STABLE_AFTER_MS) pause = 1;
    if (!isStopping()) console.error(`${text('simulatorEnded')} ${pause} ${text('seconds')}`);
    await delay(pause * 1000);
    if (isStopping()) return;
  }
}

/**
 * Runs a program of ours, with a line on which it says that it answers; when the line breaks, it stops.
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} extra
 */
export function runNode(args, extra) {
  const env = { ...environment(), ...extra };
  return start(pinnedNode(), args, { cwd: ROOT, env, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
}
