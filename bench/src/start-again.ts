import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '@kantor/embedded-postgres/ports.mjs';
import { openFolder } from '@kantor/embedded-postgres/testing';
import { median } from './measure.ts';
import type { Row } from './report.ts';

const LAUNCHER = fileURLToPath(new URL('../../scripts/run.mjs', import.meta.url));
const STARTS = 5;
const MAX_START_MS = 2000;
const POLL_MS = 10;

/** Runs `npm start`, demo and all, until it answers, and stops it. @returns milliseconds to the answer. */
async function start(dataDir: string, signal: AbortSignal): Promise<number> {
  const port = await freePort();
  const since = performance.now();
  const env = { ...process.env, KANTOR_DATA_DIR: dataDir, PORT: String(port) };
  const child = spawn(process.execPath, [LAUNCHER, 'start'], { env, stdio: 'ignore' });
  const ended = once(child, 'exit');
  try {
    while (!(await answers(`http://127.0.0.1:${port}/ready`))) {
      signal.throwIfAborted();
      if (child.exitCode !== null) throw new Error(`npm start ended with ${child.exitCode}`);
      await delay(POLL_MS);
    }
    return performance.now() - since;
  } finally {
    child.kill('SIGINT');
    await ended;
  }
}

const answers = (url: string): Promise<boolean> =>
  fetch(url).then(
    ({ ok }) => ok,
    () => false,
  );

/** The product started again on its data, as after a day's work. */
export async function measureStartAgain(signal: AbortSignal): Promise<Row> {
  const folder = openFolder(tmpdir());
  try {
    const dataDir = join(folder, 'data');
    const first = await start(dataDir, signal);
    const again: number[] = [];
    for (let n = 0; n < STARTS; n += 1) again.push(await start(dataDir, signal));
    const middle = median(again);
    return {
      what: '`npm start` again, to the first answer',
      ours: `${(middle / 1000).toFixed(2)} s (worst ${(Math.max(...again) / 1000).toFixed(2)})`,
      reference: `${MAX_START_MS / 1000} s`,
      ratio: middle / MAX_START_MS,
      target: { most: 1 },
      note: `the first start, which fills the demo, took ${(first / 1000).toFixed(1)} s with packages and pages there.`,
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
