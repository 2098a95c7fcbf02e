import { readFile } from 'node:fs/promises';
import { createClient, Refused } from '@kantor/contract/client.ts';
import { API_BASE } from '@kantor/contract/plain/routes.ts';
import { login } from '@kantor/contract/wire/auth.ts';
import { uploadPayoutPhoto } from '@kantor/contract/wire/payouts.ts';
import sharp from 'sharp';
import { expect } from 'vitest';
import { PASSWORD } from '../support/people.ts';
import { blackPng } from '../support/pictures.ts';
import { startServer } from '../support/server-process.ts';
import { test as base } from './fixture.ts';

const MOST_MEGABYTES = 600;
/** 63 million pixels, and 32 million. */
const SIDE = 7937;
const TURNED_SIDE = 5700;

const test = base
  .override('options', { now: 'running' })
  .extend('server', async ({ kantor }, { onCleanup }) => {
    const server = await startServer(kantor.databaseUrl, 'api', { KANTOR_DATA_DIR: kantor.settings.dataDir });
    onCleanup(() => server.kill('SIGKILL'));
    return server;
  })
  /** The most memory that the server has had, in megabytes. */
  .extend('mostMemory', ({ server }) => async () => {
    const status = await readFile(`/proc/${server.pid}/status`, 'utf8');
    return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1024;
  });

const black = (side: number) =>
  sharp({ create: { width: side, height: side, channels: 3, background: 'black' }, limitInputPixels: false });
const fileOf = (bytes: Buffer) => new File([new Uint8Array(bytes)], 'picture');

/** Large pictures: some that are taken, some that are refused by their heads. */
const pictures = async () => [
  fileOf(blackPng({ width: SIDE, height: SIDE, depth: 16, samples: 3 })),
  fileOf(await black(SIDE).jpeg().toBuffer()),
  fileOf(await black(SIDE).png().toBuffer()),
  fileOf(await black(SIDE).jpeg({ progressive: true }).toBuffer()),
  fileOf(await black(SIDE).withMetadata({ orientation: 6 }).jpeg().toBuffer()),
  fileOf(await black(SIDE).withMetadata({ orientation: 5 }).png().toBuffer()),
  fileOf(await black(TURNED_SIDE).withMetadata({ orientation: 6 }).jpeg().toBuffer()),
  fileOf(await black(TURNED_SIDE).withMetadata({ orientation: 5 }).png().toBuffer()),
];

test('sixteen pictures of 63 million pixels at once stay below 600 MB, and people sign in beside them', async ({
  atWork,
  server,
  mostMemory,
}) => {
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
  expect(await mostMemory()).toBeLessThan(MOST_MEGABYTES);
});
