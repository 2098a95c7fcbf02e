import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { scratchFolder, until } from '@kantor/embedded-postgres/testing';
import { startEmbedded, type Embedded } from '@kantor/embedded-postgres';
import { allGone, endAll, run } from './running.ts';

// The server on a database given by DATABASE_URL, in production, as roles.

const folder = scratchFolder();
const MAIN = [process.execPath, 'server/src/app/main.ts'];
const SECRET = '7d21cbb0a4f94e3e8f6a9a5c0de1b3425c77';
let database: Embedded;

const production = () => ({
  NODE_ENV: 'production',
  KANTOR_DATA_DIR: join(folder, 'data'),
  KANTOR_JWT_SECRET: SECRET,
  KANTOR_TRUST_PROXY: 'none',
  DATABASE_URL: database.url,
});

beforeAll(async () => {
  database = await startEmbedded({ dataDir: join(folder, 'database'), durability: 'full' });
});
afterEach(endAll);
afterAll(async () => {
  await database.stop();
  rmSync(folder, { recursive: true, force: true });
});

test('several that start at once on an empty database all come up, and stop one by one', async () => {
  const apis = [run(MAIN, production()), run([...MAIN, '--role', 'api'], production())];
  const worker = run([...MAIN, '--role', 'worker'], production());
  for (const api of apis) {
    const address = await api.address();
    expect((await fetch(`${address}/ready`)).status).toBe(200);
    expect(api.output()).not.toContain('demo');
  }
  await until('the worker has started', () => worker.output().includes('Kantor: a worker runs'));
  for (const { pid, ended } of [...apis, worker]) {
    process.kill(pid, 'SIGTERM');
    expect(await ended).toBe(0);
    await allGone([pid]);
  }
});

test('production refuses secrets that are missing, and the demo', async () => {
  const refused = run(MAIN, { ...production(), KANTOR_JWT_SECRET: '', KANTOR_DEMO: 'on', KANTOR_TRUST_PROXY: '' });
  expect(await refused.ended).toBe(1);
  expect(refused.output()).toContain('KANTOR_JWT_SECRET must be set in production');
  expect(refused.output()).toContain('KANTOR_DEMO must be off in production');
  expect(refused.output()).toContain('KANTOR_TRUST_PROXY must be set in production');
});

test('production refuses a database that forgets what it confirmed', async () => {
  const careless = await startEmbedded({ dataDir: join(folder, 'careless'), durability: 'none' });
  const refused = run(MAIN, { ...production(), DATABASE_URL: careless.url });
  expect(await refused.ended).toBe(1);
  expect(refused.output()).toContain('may lose what it has confirmed');
  await careless.stop();
});

test('a wrong password of the database fails at once, and the password is not shown', async () => {
  const wrong = new URL(database.url);
  wrong.password = 'hunter2';
  const refused = run(MAIN, { ...production(), DATABASE_URL: wrong.href });
  expect(await refused.ended).toBe(1);
  expect(refused.output()).toContain('The database in DATABASE_URL does not let us in: password authentication failed');
  expect(refused.output()).not.toContain('hunter2');
});

test('an unknown role is refused with those there are', async () => {
  const refused = run([...MAIN, '--role', 'boss'], production());
  expect(await refused.ended).toBe(1);
  expect(refused.output()).toContain('--role must be one of: api, worker, all.');
});
