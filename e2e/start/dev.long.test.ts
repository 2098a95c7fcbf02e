import { rmSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { API_BASE, getMe } from '@kantor/contract/plain/routes.ts';
import { afterAll, afterEach, expect, test } from 'vitest';
import { freePort } from '@kantor/embedded-postgres/ports.mjs';
import { scratchFolder, until } from '@kantor/embedded-postgres/testing';
import { allGone, commandOf, endAll, LAUNCHER, member, ROOT, run } from './running.ts';

const folder = scratchFolder();
const SERVER = /bin\/node .*main\.ts/;

afterEach(endAll);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('npm run dev serves live pages and a server that starts again when it is edited', async () => {
  const PORT = String(await freePort());
  const running = run(['npm', 'run', 'dev'], { KANTOR_DATA_DIR: join(folder, 'data'), KANTOR_DEMO: 'off', PORT });
  const address = await running.address();
  expect(address).toBe(`http://127.0.0.1:${PORT}`);
  expect(await (await fetch(address)).text()).toContain('/@vite/client');
  const status = async () => (await fetch(address + API_BASE + getMe.path)).status;
  expect(await status()).toBe(401);

  const servers = () =>
    running.family().filter((pid) => SERVER.test(commandOf(pid)) && !/--watch /.test(commandOf(pid)));
  const [before] = servers();
  utimesSync(join(ROOT, 'server/src/app/greeting.ts'), new Date(), new Date());
  await until('another server runs', () => servers().length === 1 && servers()[0] !== before);
  await until('it has said so', () => running.output().split(`Kantor: ${address}`).length === 3);
  expect(await status()).toBe(401);

  const pids = running.family();
  process.kill(await member(running, LAUNCHER), 'SIGKILL');
  await allGone(pids);
});
