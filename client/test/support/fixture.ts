import { createServer, request as ask } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { MERCHANT_API_BASE } from '@kantor/contract/plain/merchant-routes.ts';
import { kantorTest } from '@kantor/server/test/support/fixtures.ts';
import { createClient } from '../../src/index.ts';

/** A way to the server that loses as many answers as it is told to, after the server has given them. */
async function startLossyWay(target: string) {
  const way = { losing: 0, keys: [] as unknown[] };
  const server = createServer(async (request, response) => {
    const { method, headers, url = '' } = request;
    way.keys.push(headers['idempotency-key']);
    const body = await buffer(request);
    ask(target + url, { method, headers }, async (answer) => {
      const text = await buffer(answer);
      if (way.losing > 0) {
        way.losing -= 1;
        request.socket.destroy();
      } else response.writeHead(answer.statusCode ?? 0, answer.headers).end(text);
    }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** The next answers are lost. */
    lose(count: number): void {
      way.losing = count;
    },
    /** The idempotency keys of the requests since the last question. */
    takeKeys: () => way.keys.splice(0),
    async close(): Promise<void> {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** A shop with its own program, which calls a server that listens; waits between tries take no time. */
export const test = kantorTest
  .extend('trader', { scope: 'file', auto: true }, async ({ kantor }) => {
    const trader = await kantor.createTrader({ balance: '100000' });
    await kantor.createRequisite(trader.id);
    await kantor.heartbeat();
    return trader;
  })
  .extend('merchant', { scope: 'file' }, async ({ kantor }) => {
    const merchant = await kantor.createMerchant({ payoutEnable: true });
    await kantor.fund(merchant.id, '1000');
    return merchant;
  })
  .extend('way', { scope: 'file' }, async ({ kantor }, { onCleanup }) => {
    const way = await startLossyWay(await kantor.app.listen({ port: 0, host: '127.0.0.1' }));
    onCleanup(() => way.close());
    return way;
  })
  .extend('url', { scope: 'file' }, ({ way }) => way.url + MERCHANT_API_BASE)
  .extend('program', { scope: 'file' }, ({ url, merchant }) =>
    createClient({ url, key: merchant.key, sleep: () => Promise.resolve() }),
  );
