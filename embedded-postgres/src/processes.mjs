// The handling of processes for the embedded server and the launcher (scripts/). Plain JavaScript without a dependency:
// the launcher imports this file by its path, on a fresh clone, before there are packages, by any Node from 20 on. It
// stands here and not in scripts/, as a server in production has this workspace and no launcher.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';

/**
 * `how` it ended, in words; `code` is 1 when a signal ended it, or when it could not be started (`error`).
 * @typedef {{ code: number, how: string, error?: Error }} End
 */

/** @type {boolean | undefined} */
let hasTie;

/**
 * Starts a process that the kernel sends `tie` as soon as we are gone, even by kill -9 (Linux only). Detached, it does not
 * get the terminal's Ctrl+C: whether it goes on is ours to decide. `ended` never rejects.
 * @param {string} command
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions & { tie?: 'TERM' | 'INT' | 'KILL' }} options
 */
export function startTied(command, args, { tie = 'TERM', ...options }) {
  hasTie ??= spawnSync('setpriv', ['--pdeathsig', tie, 'true']).status === 0;
  const [program = command, ...words] = [...(hasTie ? ['setpriv', '--pdeathsig', tie, '--'] : []), command, ...args];
  const child = spawn(program, words, { detached: true, ...options });
  const ended = new Promise((/** @type {(end: End) => void} */ resolve) => {
    child.on('error', (error) => resolve({ code: 1, how: error.message, error }));
    child.on('exit', (code, signal) =>
      resolve({ code: code ?? 1, how: signal ? `killed by ${signal}` : `exit code ${code}` }),
    );
  });
  return { child, ended };
}

/**
 * All that a process says whose output is piped; its last words may be read after its exit.
 * @param {import('node:child_process').ChildProcess} child
 * @returns {Promise<string>}
 */
export function outputOf(child) {
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (/** @type {string} */ chunk) => (output += chunk));
  }
  return new Promise((resolve) => child.on('close', () => resolve(output)));
}

/** @typedef {{ pid: number, parent: number, command: string }} Process */

/**
 * The processes that run, or the one with this number. One that ended, but that its parent has not yet asked after,
 * counts as gone. Small systems have no `ps`, and others no /proc.
 * @param {number} [pid]
 * @returns {Process[]}
 */
export function processes(pid) {
  const table = existsSync('/proc/self/stat') ? fromProc(pid) : fromPs(pid);
  return table.filter(({ state }) => !state.startsWith('Z'));
}

/** @param {number} pid */
export function isRunning(pid) {
  return processes(pid).length > 0;
}

/** @param {number} [pid] */
function fromProc(pid) {
  const names = pid === undefined ? readdirSync('/proc').filter((name) => /^\d+$/.test(name)) : [String(pid)];
  return names.flatMap((name) => {
    try {
      // The name in parentheses may hold anything; after it come the state and the parent.
      const [, state = '', parent] = /^.*\) (\S) (\d+)/s.exec(readFileSync(`/proc/${name}/stat`, 'utf8')) ?? [];
      const command = readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
      return [{ pid: Number(name), parent: Number(parent), state, command }];
    } catch {
      // It ended just now.
      return [];
    }
  });
}

/** @param {number} [pid] */
function fromPs(pid) {
  const which = pid === undefined ? ['-e'] : ['-p', String(pid)];
  const { stdout } = spawnSync('ps', [...which, '-o', 'pid=,ppid=,stat=,args='], { encoding: 'utf8' });
  return (stdout ?? '').split('\n').flatMap((line) => {
    const [, number, parent, state = '', command = ''] = /^ *(\d+) +(\d+) +(\S+) +(.*)$/.exec(line) ?? [];
    return number ? [{ pid: Number(number), parent: Number(parent), state, command }] : [];
  });
}
