import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { test, expect } from '@playwright/test';
import { copyMarketplace, MAIN } from '../marketplace.ts';
import { BEFORE_POLL, follow } from './follow.ts';
import { keepPhonesAlive } from './keep-phones-alive.ts';
import { createOrderFor, rowOf, signIn } from './people.ts';

// On a server of its own, which may be killed beside the other tests.

const PORT = '3188';
const url = `http://127.0.0.1:${PORT}`;
let folder: string;
let server: ChildProcess;

const start = async () => {
  const env = { ...process.env, PORT, KANTOR_DEMO: 'on', DATABASE_URL: '', KANTOR_DATA_DIR: folder };
  server = spawn(process.execPath, [MAIN], { env, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  await once(server, 'message');
};
const end = async (signal: NodeJS.Signals) => {
  server.kill(signal);
  await once(server, 'exit');
};

test.use({ baseURL: url });
test.beforeAll(async () => {
  folder = await copyMarketplace(process.env['E2E_FOLDER'] ?? '', PORT);
});
test.afterAll(async () => {
  if (server.exitCode === null && server.signalCode === null) await end('SIGTERM');
  await rm(folder, { recursive: true, force: true });
});

test(
  'a server that is killed and started again is heard again, and what was missed is on the screen',
  { tag: '@long' },
  async ({ page, request }) => {
    test.setTimeout(300_000);
    await start();
    const stopPhones = await keepPhonesAlive(url);
    await signIn(page, 'trader2');
    await follow(page, () => page.goto('/orders'));
    await end('SIGKILL');
    const note = page.getByText('Нет связи, обновляем…');
    await expect(note).toBeVisible({ timeout: 30_000 });
    await start();
    const order = await createOrderFor(request, 'trader2');
    // At the latest when the next attempt is due; the screen may have asked by itself before.
    await expect(note).toHaveCount(0, { timeout: 60_000 });
    await expect(rowOf(page, order)).toBeVisible();
    await createOrderFor(request, 'trader2').then((next) => expect(rowOf(page, next)).toBeVisible(BEFORE_POLL));
    stopPhones();
  },
);
