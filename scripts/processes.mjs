import { outputOf, startTied } from '../embedded-postgres/src/processes.mjs';
import { watchParents } from './parents.mjs';
import { text } from './texts.mjs';

const STOP_LIMIT_MS = 60_000;
const HAS_GROUPS = process.platform !== 'win32';

/** @typedef {import('node:child_process').ChildProcess} ChildProcess */
/**
 * `foreground`: the terminal is the process's own, to ask questions and to get Ctrl+C from.
 * @typedef {{ cwd?: string, env?: NodeJS.ProcessEnv, stdio?: import('node:child_process').StdioOptions, foreground?: boolean }} Options
 */

/** Every process of ours that runs now. @type {Map<ChildProcess, { group: boolean, ended: Promise<number> }>} */
const running = new Map();

let stopping = false;

/** True from the first Ctrl+C on: whatever ends then was meant to. */
export function isStopping() {
  return stopping;
}

/**
 * Starts a process in a group of its own: what it starts is stopped with it, and the terminal's Ctrl+C comes to us
 * alone, so that each process gets one signal, in good order.
 * @param {string} command
 * @param {string[]} args
 * @param {Options} [options]
 */
export function start(command, args, { foreground = false, ...options } = {}) {
  const group = HAS_GROUPS && !foreground;
  const started = startTied(command, args, { ...options, detached: group, shell: command.endsWith('.cmd') });
  const { child } = started;
  const ended = started.ended.then(({ code, error }) => {
    running.delete(child);
    if (error) console.error(error.message);
    return code;
  });
  running.set(child, { group, ended });
  return { child, ended };
}

/**
 * Runs a process to its end, holding its output back. One that a signal ended says nothing of it: we do.
 * @param {string} command
 * @param {string[]} args
 * @param {Options} [options]
 */
export async function capture(command, args, options = {}) {
  const { child, ended } = start(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  const output = await outputOf(child);
  return { code: await ended, output: child.signalCode ? `${output}${command}: ${child.signalCode}\n` : output };
}

/** Stops everything that runs; what does not leave in time is killed. */
export async function stopAll() {
  for (const child of running.keys()) signal(child, 'SIGTERM');
  const limit = setTimeout(() => [...running.keys()].forEach((child) => signal(child, 'SIGKILL')), STOP_LIMIT_MS);
  await Promise.all([...running.values()].map(({ ended }) => ended));
  clearTimeout(limit);
}

/** Ctrl+C, a closed terminal, a service manager's stop and the end of npm end what we started, and so each command. */
export function stopOnSignals() {
  const stop = () => {
    if (stopping) return;
    stopping = true;
    console.log(`\n${text('stopping')}`);
    void stopAll();
  };
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(name, stop);
  watchParents(stop);
}

/** @param {ChildProcess} child @param {NodeJS.Signals} name */
function signal(child, name) {
  if (child.pid === undefined) return;
  try {
    process.kill(running.get(child)?.group ? -child.pid : child.pid, name);
  } catch {
    // It ended just now.
  }
}
