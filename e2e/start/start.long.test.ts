import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { createClient } from '@kantor/contract/client.ts';
import { API_BASE } from '@kantor/contract/plain/routes.ts';
import { getMe, login } from '@kantor/contract/wire/auth.ts';
import { ACCOUNTS, API_KEY, MEMBERS } from '@kantor/demo/accounts.ts';
import { afterAll, afterEach, expect, test } from 'vitest';
import { scratchFolder, until } from '@kantor/embedded-postgres/testing';
import { allGone, commandOf, endAll, LAUNCHER, member, ROOT, run } from './running.ts';

// `npm start` as a user has it, on one database which the first start fills.

const START = ['npm', 'start'];
const folder = scratchFolder();
const here = { KANTOR_DATA_DIR: join(folder, 'data') };
const README = readFileSync(join(ROOT, 'README.md'), 'utf8');
let token: string | undefined;

const clientOf = (address: string) =>
  createClient({
    base: address + API_BASE,
    fetch: (request) => fetch(request, { signal: AbortSignal.timeout(60_000) }),
    ...(token && { token }),
  });

afterEach(endAll);
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));

test('the first start fills the database, lists the demo accounts, and stops on a signal', async () => {
  const first = run(START, here);
  const address = await first.address();
  expect(first.output()).toMatch(
    new RegExp(`Filled the empty database with a demo marketplace\\.[^]*API key +${API_KEY}`),
  );
  expect(first.output()).toContain('Nobody has a second factor in the demo, and operators need none');
  for (const { username, password, ...who } of [...Object.values(MEMBERS), ...Object.values(ACCOUNTS)]) {
    for (const text of [first.output(), README])
      expect(text).toMatch(new RegExp(`\\b${username}\\b.*\\b${password}\\b`));
    token = (await clientOf(address).call(login, { body: { username, password } })).access;
    const role = 'of' in who ? who.role : 'memberRole' in who ? who.memberRole : 'owner';
    expect(await clientOf(address).call(getMe)).toMatchObject({ username, member_role: role });
  }
  const pids = first.family();
  process.kill(await member(first, LAUNCHER), 'SIGTERM');
  expect(await first.ended).toBe(0);
  await allGone(pids);
});

test('again loses nothing and does no step twice', async () => {
  const again = run(START, here);
  const address = await again.address();
  expect((await clientOf(address).call(getMe)).username).toBe(ACCOUNTS.operator2.username);
  expect((await fetch(address)).headers.get('content-type')).toContain('text/html');
  expect(again.output()).not.toMatch(/Installing|Building|Created|Filled/);
});

test('Ctrl+C, pressed twice, ends every process', async () => {
  const running = run(START, here);
  await running.address();
  const pids = running.family();
  expect(pids.map(commandOf).join('\n')).toMatch(/main\.ts[^]*postgres/);
  process.kill(-running.pid, 'SIGINT');
  process.kill(-running.pid, 'SIGINT');
  await running.ended;
  await allGone(pids);
  expect(running.output()).toContain('Stopping…');
});

test.each([
  ['SIGTERM to npm', /^npm start/, 'SIGTERM'],
  ['kill -9 of npm', /^npm start/, 'SIGKILL'],
  ['kill -9 of the launcher', LAUNCHER, 'SIGKILL'],
] as const)('%s ends every process', async (_what, whom, signal) => {
  const running = run(START, here);
  await running.address();
  const pids = running.family();
  process.kill(await member(running, whom), signal);
  await allGone(pids);
});

test('kill -9 of the launcher ends every process also where the kernel does not see to it', async () => {
  const programs = join(folder, 'programs');
  mkdirSync(programs);
  // As on systems that have no such program.
  writeFileSync(join(programs, 'setpriv'), '#!/bin/sh\nexit 127\n', { mode: 0o755 });
  const running = run(START, { ...here, PATH: `${programs}:${process.env.PATH}` });
  await running.address();
  const pids = running.family();
  process.kill(await member(running, LAUNCHER), 'SIGKILL');
  await allGone(pids);
});

test.each([LAUNCHER, /main\.ts/, /bin\/postgres/])(
  'Ctrl+C as soon as there is a %o ends every process',
  async (whom) => {
    const running = run(START, here);
    await member(running, whom);
    const pids = running.family();
    process.kill(-running.pid, 'SIGINT');
    await running.ended;
    await allGone([...pids, ...running.family()]);
  },
);

test('on a folder in use is refused by its name, and the first goes on', async () => {
  const first = run(START, here);
  const address = await first.address();
  const second = run(START, here);
  expect(await second.ended).toBe(1);
  expect(second.output()).toContain(
    `Another Kantor is running on the data folder ${join(folder, 'data', 'database')}.`,
  );
  expect((await clientOf(address).call(getMe)).username).toBe(ACCOUNTS.operator2.username);
});

test('on a port in use is refused by its number', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const address = other.address();
  const port = typeof address === 'object' ? String(address?.port) : '';
  const refused = run(START, { ...here, PORT: port });
  expect(await refused.ended).toBe(1);
  expect(refused.output()).toContain(`PORT ${port} is taken by another program.`);
  other.close();
});

test('with wrong settings names each of them', async () => {
  const refused = run(START, { ...here, PORT: 'http', KANTOR_DEMO: 'yes' });
  expect(await refused.ended).toBe(1);
  expect(refused.output()).toContain('PORT must be');
  expect(refused.output()).toContain('KANTOR_DEMO must be');
});

test('when PostgreSQL dies tells so with its last lines, and ends', async () => {
  const running = run(START, here);
  await running.address();
  const pids = running.family();
  process.kill(
    Number(readFileSync(join(folder, 'data/database/postgres/postmaster.pid'), 'utf8').split('\n')[0]),
    'SIGKILL',
  );
  expect(await running.ended).toBe(1);
  expect(running.output()).toMatch(
    /PostgreSQL ended while Kantor was running \(killed by SIGKILL\)\.\nIts last lines:\n {2}/,
  );
  await allGone(pids);
});

test('starts a simulator that died again', async () => {
  const running = run(START, here);
  await running.address();
  const first = await member(running, /simulator/);
  process.kill(first, 'SIGKILL');
  await until('it says so', () => running.output().includes('The simulator ended; starting it again in 1 s'));
  await until('another runs', () =>
    running.family().some((pid) => pid !== first && commandOf(pid).includes('simulator')),
  );
});
