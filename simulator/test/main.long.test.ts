import { type ChildProcess, fork } from 'node:child_process';
import { on, once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { createMerchantOrder, MERCHANT_API_BASE } from '@kantor/contract/plain/merchant-routes.ts';
import { API_KEY } from '@kantor/demo/accounts.ts';
import { expect, it } from 'vitest';

const ORDERS = MERCHANT_API_BASE + createMerchantOrder.path;
const MAIN = fileURLToPath(new URL('../src/main.ts', import.meta.url));

/** As the launcher starts it: with a line that breaks when the launcher ends. */
function start(environment: Record<string, string>) {
  const child = fork(MAIN, { env: { ...process.env, ...environment }, silent: true });
  const streams = [child.stdout, child.stderr].filter((stream) => stream !== null);
  const said = Promise.all(streams.map((stream) => text(stream))).then((texts) => texts.join(''));
  return { child, said, exited: once(child, 'exit') };
}

it.each([
  ['SIGTERM', (child: ChildProcess) => child.kill('SIGTERM')],
  ['SIGINT', (child: ChildProcess) => child.kill('SIGINT')],
  ['the end of the launcher', (child: ChildProcess) => child.disconnect()],
])('ends at once on %s, though the server owes it answers', async (_how, stop) => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  try {
    const orders = on(server, 'request', { signal: AbortSignal.timeout(60_000) });
    const { child, exited } = start({ KANTOR_URL: url, KANTOR_ORDERS_PER_MINUTE: '6000' });
    // Its phones ask, too.
    for await (const [request] of orders as AsyncIterable<[IncomingMessage]>) {
      if (request.url !== ORDERS) continue;
      expect(request.headers.authorization).toBe(`Bearer ${API_KEY}`);
      break;
    }
    const since = performance.now();
    stop(child);
    expect(await exited).toEqual([0, null]);
    // By itself it would wait for answers for fifteen seconds.
    expect(performance.now() - since).toBeLessThan(12_000);
  } finally {
    server.closeAllConnections();
    server.close();
  }
});

it.each([
  ['KANTOR_URL', { KANTOR_URL: '' }],
  ['KANTOR_ORDERS_PER_MINUTE', { KANTOR_URL: 'http://127.0.0.1:1', KANTOR_ORDERS_PER_MINUTE: 'many' }],
  ['KANTOR_PAYERS', { KANTOR_URL: 'http://127.0.0.1:1', KANTOR_PAYERS: 'paid=all' }],
  ['KANTOR_SIMULATOR_URL', { KANTOR_URL: 'http://127.0.0.1:1', KANTOR_SIMULATOR_URL: 'nowhere' }],
])('says in a sentence what is wrong with %s', async (name, environment) => {
  const { said, exited } = start(environment);
  expect(await exited).toEqual([1, null]);
  expect(await said).toMatch(new RegExp(`^${name} must be .+\n$`));
});
