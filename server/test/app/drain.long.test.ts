import { API_BASE, listOrders } from '@kantor/contract/plain/routes.ts';
import { expect, vi } from 'vitest';
import { kantorTest as test } from '../support/fixtures.ts';
import { startServer } from '../support/server-process.ts';

const statusOf = (url: string) =>
  fetch(url).then(
    ({ status }) => status,
    () => 0,
  );

test('a process says at /ready that it ends, and answers until balancers have seen it', async ({ kantor }) => {
  const { databaseUrl } = kantor;
  const server = await startServer(databaseUrl, 'api', { KANTOR_DRAIN_SECONDS: '2', KANTOR_HEALTH_PORT: '0' });
  expect(await statusOf(`${server.url}/ready`)).toBe(200);
  const began = performance.now();
  const ended = server.kill('SIGTERM');
  await vi.waitUntil(async () => (await statusOf(`${server.url}/ready`)) === 503, { timeout: 1500, interval: 10 });
  expect(await statusOf(`${server.healthUrl}/ready`)).toBe(503);
  // A new connection, as of a balancer that has not looked yet.
  expect(await statusOf(`${server.url}/live`)).toBe(200);
  expect(await statusOf(`${server.url}${API_BASE}${listOrders.path}`)).toBe(401);
  await ended;
  expect(performance.now() - began).toBeGreaterThan(2000);
  expect(await statusOf(`${server.url}/live`)).toBe(0);
});
