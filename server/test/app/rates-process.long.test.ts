import { createClient } from '@kantor/contract/client.ts';
import { API_BASE } from '@kantor/contract/plain/routes.ts';
import { getRate } from '@kantor/contract/wire/info.ts';
import { expect, vi } from 'vitest';
import { findCurrentRate } from '../../src/modules/rates/store.ts';
import { kantorTest } from '../support/fixtures.ts';
import { startRateServer } from '../support/rate-server.ts';
import { startServer } from '../support/server-process.ts';

// The whole way, from the settings of several processes to the screens' events.

/** A source of rates, and the address of a server that works by it and answers; another one works beside it. */
const test = kantorTest.extend('servers', { scope: 'file' }, async ({ kantor }, { onCleanup }) => {
  const source = await startRateServer();
  source.says('101.23455');
  const settings = { KANTOR_RATE_URL: source.url, KANTOR_RATE_PATH: '/price', KANTOR_RATE_EVERY_SECONDS: '5' };
  const processes = await Promise.all([
    startServer(kantor.databaseUrl, 'all', settings),
    startServer(kantor.databaseUrl, 'worker', settings),
  ]);
  onCleanup(async () => {
    await Promise.all(processes.map((process) => process.kill('SIGTERM')));
    source.close();
  });
  return { url: processes[0].url, source };
});
test.override('options', { scope: 'file' }, { now: 'running' });

test('two workers read the rate of their settings, and the API shows it', async ({
  kantor,
  servers: { url, source },
}) => {
  await vi.waitUntil(async () => (await findCurrentRate(kantor.db))?.value === 101_2346n, { timeout: 20_000 });
  const { token } = await kantor.createTrader();
  const client = createClient({ base: url + API_BASE, token });
  expect(await client.call(getRate)).toMatchObject({ rate: '101.2346', is_stale: false });
  expect((await findCurrentRate(kantor.db))?.source).toBe(new URL(source.url).host);
});
