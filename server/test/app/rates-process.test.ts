import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { findCurrentRate } from '../../src/modules/rates/store.ts';
import { type Kantor, startKantor } from '../support/harness.ts';
import { startRateServer } from '../support/rate-server.ts';
import { request, startServer, type ServerProcess } from '../support/server-process.ts';

// The whole way, from the settings of several processes to what screens are told.

let kantor: Kantor;
let source: Awaited<ReturnType<typeof startRateServer>>;
let processes: ServerProcess[] = [];
beforeAll(async () => {
  kantor = await startKantor({ now: 'running' });
  source = await startRateServer();
  source.says('101.23455');
  const settings = { KANTOR_RATE_URL: source.url, KANTOR_RATE_PATH: '/price', KANTOR_RATE_EVERY_SECONDS: '5' };
  processes = await Promise.all([
    startServer(kantor.databaseUrl, 'all', settings),
    startServer(kantor.databaseUrl, 'worker', settings),
  ]);
});
afterAll(async () => {
  await Promise.all(processes.map((process) => process.kill('SIGTERM')));
  source.close();
  await kantor.close();
});

test('two workers read the rate of their settings, and the API shows it', async () => {
  await vi.waitUntil(async () => (await findCurrentRate(kantor.db))?.value === 101_2346n, { timeout: 20_000 });
  const { token } = await kantor.createTrader();
  const answer = await request(`${processes[0]?.url}/api/v1/info/rates/`, { method: 'GET', token: await token() });
  expect(answer).toMatchObject({ status: 200, body: { rate: '101.2346', is_stale: false } });
  expect((await findCurrentRate(kantor.db))?.source).toBe(new URL(source.url).host);
});
