import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** The program of a server. */
export const MAIN = fileURLToPath(new URL('../server/src/app/main.ts', import.meta.url));
const POLL_MS = 50;

/**
 * A data folder with the demo marketplace for one server. Filling takes as long as many tests: one is filled for a run, and each
 * server gets a copy.
 * @param folder the run's own.
 * @param name of the new folder in it.
 */
export async function copyMarketplace(folder: string, name: string): Promise<string> {
  await fillMarketplace(folder);
  const filled = filledIn(folder);
  while (!existsSync(filled)) await delay(POLL_MS);
  const copy = join(folder, name);
  // Files keep their owners: PostgreSQL may run as another user.
  await promisify(execFile)('cp', ['-a', filled, copy]);
  return copy;
}

/** Fills the marketplace of a run, unless somebody has begun to. */
export async function fillMarketplace(folder: string): Promise<void> {
  const isFirst = await mkdir(join(folder, 'claimed')).then(
    () => true,
    () => false,
  );
  if (!isFirst) return;
  const filling = join(folder, 'half');
  await mkdir(filling);
  await fill(filling);
  await rename(filling, filledIn(folder));
}

const filledIn = (folder: string) => join(folder, 'filled');

/** Starts the product as a newcomer does, and stops it in good order once it answers. */
async function fill(dataDir: string): Promise<void> {
  const env = { ...process.env, PORT: '0', KANTOR_DEMO: 'on', DATABASE_URL: '', KANTOR_DATA_DIR: dataDir };
  const server = spawn(process.execPath, [MAIN], { env, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const exit = once(server, 'exit');
  const isStarted = await Promise.race([once(server, 'message').then(() => true), exit.then(() => false)]);
  server.kill('SIGTERM');
  const [code] = await exit;
  if (!isStarted || code !== 0) throw new Error('The demo marketplace could not be filled');
}
