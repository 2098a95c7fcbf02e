import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@kantor/embedded-postgres/ports.mjs';
import { expect } from 'vitest';
import { readSettings } from '../../src/app/settings.ts';
import { startKantor } from '../../src/app/start.ts';
import { silentLog } from '../../src/kernel/log.ts';
import { kantorTest } from '../support/fixtures.ts';
import { forkServer, startServer } from '../support/server-process.ts';

// Pages are built beside a start: whoever opens the address that it prints gets them.

const isAnswered = (url: string) =>
  fetch(`${url}/live`).then(
    ({ ok }) => ok,
    () => false,
  );

const test = kantorTest.extend('settingsOf', { scope: 'file' }, ({ kantor }, { onCleanup }) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'kantor-pages-'));
  onCleanup(() => rmSync(dataDir, { recursive: true }));
  return (port: number) =>
    readSettings({
      DATABASE_URL: kantor.databaseUrl,
      PORT: String(port),
      KANTOR_DEMO: 'off',
      KANTOR_DATA_DIR: dataDir,
    });
});

test('a start waits for the pages before it answers, and not before its database is ready', async ({ settingsOf }) => {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const seen: boolean[] = [];
  const untilPages = async () => {
    seen.push(await isAnswered(url));
  };
  const { signal } = new AbortController();
  const nothing = () => undefined;
  const started = await startKantor({
    settings: settingsOf(port),
    role: 'api',
    untilPages,
    log: silentLog,
    say: nothing,
    onLost: nothing,
    signal,
  });
  expect(seen).toEqual([false]);
  expect(await isAnswered(url)).toBe(true);
  await started.stop();
});

test('a process that awaits them answers when it is told that they are there', async ({ kantor }) => {
  const awaiting = forkServer(kantor.databaseUrl, ['--role', 'api', '--await-pages']);
  const told: unknown[] = [];
  awaiting.on('message', (message) => told.push(message));
  // Two that begin later have come up and gone, one after the other.
  for (const role of ['api', 'all'] as const) await (await startServer(kantor.databaseUrl, role)).kill('SIGTERM');
  expect(told).toEqual([]);
  awaiting.send('pages');
  const [{ url }] = (await once(awaiting, 'message')) as [{ url: string }];
  expect(await isAnswered(url)).toBe(true);
  awaiting.kill('SIGTERM');
  expect(await once(awaiting, 'exit')).toEqual([0, null]);
});

test('stopped while it awaits them, it ends well', async ({ kantor }) => {
  const awaiting = forkServer(kantor.databaseUrl, ['--role', 'api', '--await-pages']);
  await (await startServer(kantor.databaseUrl)).kill('SIGTERM');
  awaiting.disconnect();
  expect(await once(awaiting, 'exit')).toEqual([0, null]);
});
