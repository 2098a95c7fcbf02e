import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createClient, Refused } from '@kantor/contract/client.ts';
import { API_BASE } from '@kantor/contract/plain/routes.ts';
import { login } from '@kantor/contract/wire/auth.ts';
import { uploadPayoutPhoto } from '@kantor/contract/wire/payouts.ts';
import sharp from 'sharp';
import { expect } from 'vitest';
import { PASSWORD } from '../support/people.ts';
import { blackPng, turnedJpeg, turnedPng } from '../support/pictures.ts';
import { startServer } from '../support/server-process.ts';
import { test as base } from './fixture.ts';

const WATCH_MEMORY = new URL('../support/watch-memory.ts', import.meta.url).href;
const MOST_MEGABYTES = 600;
/** 63 million pixels, and as many as are let in when they are turned, or progressive. */
const SIDE = 7937;
const TURNED_SIDE = 5700;
const PROGRESSIVE_SIDE = 4700;
/** Against hanging only: a busy machine makes and draws pictures slowly. */
const TIMEOUT_MS = 300_000;

const test = base
  .extend('options', { scope: 'file' }, { now: 'running' })
  .extend('memoryFile', ({ kantor }) => join(kantor.settings.dataDir, 'most-memory'))
  .extend('server', async ({ kantor, memoryFile }, { onCleanup }) => {
    const server = await startServer(kantor.databaseUrl, 'api', {
      KANTOR_DATA_DIR: kantor.settings.dataDir,
      NODE_OPTIONS: `--import ${WATCH_MEMORY}`,
      MEMORY_FILE: memoryFile,
    });
    onCleanup(() => server.kill('SIGKILL'));
    return server;
  })
  /** The most memory that the server has had, in megabytes. */
  .extend(
    'mostMemory',
    ({ memoryFile }) =>
      async () =>
        Number(await readFile(memoryFile, 'utf8')) / 1_000_000,
  );

const fileOf = (bytes: Buffer) => new File([new Uint8Array(bytes)], 'picture');
const jpeg = (side: number, progressive = false) =>
  sharp({ create: { width: side, height: side, channels: 3, background: 'black' }, limitInputPixels: false })
    .jpeg({ progressive })
    .toBuffer();
const png = (side: number, depth: 8 | 16 = 8) => blackPng({ width: side, height: side, depth, samples: 3 });

/** Large pictures: some that are taken, some that are refused by their heads. */
async function pictures() {
  const [largeJpeg, largePng] = [await jpeg(SIDE), png(SIDE)];
  return [
    turnedPng(png(SIDE, 16)),
    largeJpeg,
    largePng,
    await jpeg(PROGRESSIVE_SIDE, true),
    turnedJpeg(largeJpeg),
    turnedPng(largePng),
    turnedJpeg(await jpeg(TURNED_SIDE)),
    turnedPng(png(TURNED_SIDE)),
  ].map((bytes) => fileOf(bytes));
}

test(
  'sixteen pictures of 63 million pixels at once stay below 600 MB, and people sign in beside them',
  { timeout: TIMEOUT_MS },
  async ({ atWork, server, mostMemory }) => {
    const files = await pictures();
    const traders = await Promise.all(files.map(() => atWork()));
    const client = (token?: string) => createClient({ base: server.url + API_BASE, ...(token && { token }) });
    const signIn = (username: string) => client().call(login, { body: { username, password: PASSWORD } });
    const send = async (n: number, file: File) => {
      const { trader, params } = traders[n % traders.length] ?? (await atWork());
      try {
        await client(await trader.token()).call(uploadPayoutPhoto, { params, file });
        return 200;
      } catch (error) {
        if (error instanceof Refused) return error.status;
        throw error;
      }
    };
    const sent = [...files, ...files].map((file, n) => send(n + Math.floor(n / files.length), file));
    for (const { trader } of traders) expect((await signIn(trader.username)).access).not.toBe('');
    const statuses = await Promise.all(sent);
    // Those with a right head that a loaded machine does not draw in three seconds are refused, too.
    for (const status of statuses) expect([200, 400, 503]).toContain(status);
    const most = await mostMemory();
    expect(most).toBeGreaterThan(50);
    expect(most).toBeLessThan(MOST_MEGABYTES);
  },
);
