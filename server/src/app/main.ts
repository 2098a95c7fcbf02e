import { parseArgs } from 'node:util';
import { greeting } from './greeting.ts';
import { readSettings } from './settings.ts';
import { ROLES, startKantor, type Kantor, type Role } from './start.ts';

/** Longer than every bounded wait of an orderly stop together. */
const STOP_LIMIT_MS = 45_000;

const stopAsked = new AbortController();
let kantor: Kantor | undefined;

/** Stops once; Ctrl+C pressed again, or arriving from the terminal and the launcher both, changes nothing. */
async function stop(exitCode: number): Promise<void> {
  if (stopAsked.signal.aborted) return;
  process.exitCode = exitCode;
  stopAsked.abort();
  setTimeout(() => process.exit(1), STOP_LIMIT_MS).unref();
  // Before the start is complete there is nothing to stop here: it sees the signal, and cleans up after itself.
  await kantor?.stop();
  if (kantor) leave();
}

/** Drops the line to the launcher, which would keep us alive, and leaves by itself once nothing is left to do. */
function leave(): void {
  if (process.connected) process.disconnect();
}

function fail(error: unknown): void {
  console.error(error instanceof Error ? error.message : String(error));
}

function readRole(): Role {
  const { values } = parseArgs({ options: { role: { type: 'string', default: 'all' } } });
  const role = ROLES.find((known) => known === values.role);
  if (!role) throw new Error(`--role must be one of: ${ROLES.join(', ')}.`);
  return role;
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop(0));
// The launcher is gone, however it ended: so are we.
process.on('disconnect', () => void stop(0));

try {
  const settings = readSettings();
  kantor = await startKantor({
    settings,
    role: readRole(),
    log: console,
    signal: stopAsked.signal,
    onLost: (error) => {
      fail(error);
      void stop(1);
    },
  });
  if (kantor.url) console.log(greeting(settings.publicUrl ?? kantor.url, settings.demo));
  process.send?.({ url: kantor.url });
} catch (error) {
  if (!stopAsked.signal.aborted) {
    fail(error);
    process.exitCode = 1;
  }
  leave();
}
if (stopAsked.signal.aborted) await kantor?.stop();
