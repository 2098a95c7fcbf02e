import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { pino } from 'pino';
import { SECOND } from '../kernel/clock.ts';
import { createLog } from '../kernel/log.ts';
import { VERSION } from '../modules/platform/index.ts';
import { greeting } from './greeting.ts';
import { readSettings, SettingsError } from './settings.ts';
import { ROLES, startKantor, type Role } from './start.ts';

/** Longer than all bounded waits of an orderly stop together. */
const STOP_LIMIT_MS = 45 * SECOND;

const stopping = new AbortController();
let exitCode = 0;

/** Asks for a stop; a second Ctrl+C, or the same one through the launcher, changes nothing. */
function stop(code: number): void {
  if (stopping.signal.aborted) return;
  exitCode = code;
  setTimeout(() => process.exit(1), STOP_LIMIT_MS).unref();
  stopping.abort();
}

/** Tells why the process does not start, or ends, a sentence at a time. Until the settings are read, production alone logs JSON. */
let tell = process.env['NODE_ENV'] === 'production' ? tellLog : console.error;

function tellLog(text: string): void {
  // Written at once: the process ends.
  createLog('error', {}, pino.destination({ fd: 1, sync: true })).error('start_failed', { text });
}

function fail(error: unknown): void {
  const sentences = error instanceof SettingsError ? error.sentences : [error instanceof Error ? error.message : error];
  for (const each of sentences) tell(String(each));
}

function readArguments(): { role: Role; asksVersion: boolean; awaitsPages: boolean } {
  const { values } = parseArgs({
    options: {
      role: { type: 'string', default: 'all' },
      version: { type: 'boolean', default: false },
      // The launcher is still building them, and sends a message when it has.
      'await-pages': { type: 'boolean', default: false },
    },
  });
  const role = ROLES.find((known) => known === values.role);
  if (!role) throw new Error(`--role must be one of: ${ROLES.join(', ')}.`);
  return { role, asksVersion: values.version, awaitsPages: values['await-pages'] };
}

function loseDatabase(error: Error): void {
  fail(error);
  stop(1);
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop(0));
// The launcher is gone, however it ended: so are we.
process.on('disconnect', () => stop(0));

try {
  const { role, asksVersion, awaitsPages } = readArguments();
  if (asksVersion) {
    console.log(VERSION);
    process.exit(0);
  }
  const built = awaitsPages ? once(process, 'message') : undefined;
  const settings = readSettings();
  const { signal } = stopping;
  const log = createLog(settings.logLevel, { role });
  // A person reads the start of a demo, and of a server that logs trouble alone; elsewhere each line is JSON.
  const isRead = settings.demo || !['info', 'debug'].includes(settings.logLevel);
  tell = isRead ? console.error : tellLog;
  const say = isRead ? (text: string) => console.log(text) : (text: string) => log.info('start', { text: text.trim() });
  const onLost = (error: Error) => {
    log.error('database_lost', { error });
    loseDatabase(error);
  };
  const kantor = await startKantor({ settings, role, untilPages: built && (() => built), log, say, onLost, signal });
  if (!signal.aborted) {
    // What the start has left would stay: an idle process collects little.
    globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' });
    say(kantor.url ? greeting(settings.publicUrl ?? kantor.url, settings) : 'Kantor: a worker runs.');
    const { url, healthPort, metricsPort } = kantor;
    const ready = { url, healthPort, metricsPort, demo: settings.demo };
    // A launcher that is gone by now is told of by 'disconnect'.
    process.send?.(ready, undefined, undefined, () => undefined);
    await once(signal, 'abort');
  }
  await kantor.stop();
} catch (error) {
  if (error !== stopping.signal.reason) {
    fail(error);
    exitCode = 1;
  }
}
process.exit(exitCode);
