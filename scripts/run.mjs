// Entry of all commands. On a fresh clone the system's Node runs it, with no packages there yet: plain JavaScript.
import { install } from './install.mjs';
import { isStopping, stopAll, stopOnSignals } from './processes.mjs';
import { text } from './texts.mjs';

/** @type {Record<string, (args: string[]) => Promise<number>>} */
const COMMANDS = {
  start: async () => (await import('./start.mjs')).startKantor(),
  dev: async () => (await import('./dev.mjs')).develop(),
  test: async () => (await import('./test.mjs')).test(),
  'test:long': async () => (await import('./test.mjs')).testLong(),
  // What is measured has the memory of a server.
  bench: async (args) => {
    const { NODE_ARGUMENTS } = await import('../server/src/app/node-arguments.mjs');
    return (await import('./tool.mjs')).runTool('bench/src/main.ts', args, NODE_ARGUMENTS);
  },
  storm: async (args) => (await import('./tool.mjs')).runTool('storms/src/main.ts', args),
  trials: async (args) => (await import('./tool.mjs')).runTool('e2e/operations/main.ts', args),
  kantor: async (args) => (await import('./tool.mjs')).runTool('server/src/app/cli.ts', args),
};

/** @param {string[]} words */
async function run([name = '', ...args]) {
  const command = COMMANDS[name];
  if (Number.parseInt(process.versions.node, 10) < 20) throw new Error(text('oldNode'));
  if (!command) throw new Error(`Usage: node scripts/run.mjs ${Object.keys(COMMANDS).join('|')}`);
  await install();
  return command(args);
}

stopOnSignals();
const code = await run(process.argv.slice(2)).catch((/** @type {unknown} */ error) => {
  // A failure because of our own stop is no news.
  if (!isStopping()) console.error(error instanceof Error ? error.message : error);
  return 1;
});
await stopAll();
process.exit(code);
