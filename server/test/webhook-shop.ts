import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { sql } from 'kysely';
import { vi } from 'vitest';
import { MINUTE } from '../src/kernel/clock.ts';
import { JWT_SECRET, startKantor } from './harness.ts';
import { startDelivery } from './webhook-delivery.ts';

export interface Heard {
  /** Of the message; the same at every attempt. */
  id: string;
  type: string;
  objectId: string;
  headers: IncomingHttpHeaders;
  raw: string;
  path: string;
}

/** What the shop answers: a status, or it does so itself. */
type Answer = number | ((response: ServerResponse) => void);

/** Whether a message was signed with one of the secrets as merchants are told to check it; not by the code that signs. */
export function isSigned({ headers, raw }: Heard, secret: string): boolean {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const header = (name: string) => String(headers[`webhook-${name}`]);
  const signed = `${header('id')}.${header('timestamp')}.${raw}`;
  const expected = createHmac('sha256', key).update(signed).digest('base64');
  return header('signature').split(' ').includes(`v1,${expected}`);
}

/** A merchant's server that hears everything and answers as the test says. It alone is trusted of all private addresses. */
async function startShop(answer: (heard: Heard, before: number) => Answer | Promise<Answer> = () => 200) {
  const heard: Heard[] = [];
  const shop = { answer };
  const server = createServer(async (request, response) => {
    const raw = await text(request);
    const { type, data } = JSON.parse(raw);
    const { headers, url: path = '' } = request;
    const message = { id: String(headers['webhook-id']), type, objectId: data.id, headers, raw, path };
    const before = heard.filter(({ id }) => id === message.id).length;
    heard.push(message);
    const said = await shop.answer(message, before);
    if (typeof said === 'function') said(response);
    else response.writeHead(said).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    heard,
    /** What it has heard, as types, of one object or of all. */
    types: (objectId?: string) =>
      heard.filter((each) => objectId === undefined || each.objectId === objectId).map(({ type }) => type),
    answerWith: (next: typeof answer) => {
      shop.answer = next;
    },
    /** Resolves once nobody is connected: whatever was sent to it has come, also of senders that are no more. */
    untilAlone: () =>
      vi.waitUntil(
        () =>
          new Promise<boolean>((resolve) => server.getConnections((_error, connections) => resolve(connections === 0))),
        { timeout: 20_000, interval: 5 },
      ),
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}

/** A marketplace with a trader who takes every order, and a merchant's server. */
export async function startScene() {
  const shop = await startShop();
  const kantor = await startKantor({ simulatorUrl: shop.url });
  const trader = await kantor.createTrader({ balance: '100000' });
  await kantor.createRequisite(trader.id);
  const startWorker = (clock = kantor.clock) =>
    startDelivery({ db: kantor.db, clock }, { trusted: shop.url, secret: JWT_SECRET });
  const { deliver } = startWorker();
  let amounts = 100;

  return {
    kantor,
    shop,
    trader,
    /** What one worker does. */
    deliver,
    /** Another worker. */
    startWorker,

    /** A merchant of the test's own, and what it does on its screens. */
    async enter() {
      kantor.pass(MINUTE);
      const merchant = await kantor.createMerchant();
      const call = (path = '', body?: object) => {
        const method = body === undefined ? 'GET' : 'POST';
        return kantor.send(`/api/v1/webhooks/${path}`, { method, token: merchant.token, ...(body && { body }) });
      };
      return {
        merchant,
        /** Of the webhooks' calls. */
        call,
        setEndpoint: (url = `${shop.url}/webhooks`, isActive = true) => call('endpoint/', { url, is_active: isActive }),
        order: async (body: object = {}) => (await kantor.order(merchant.key, (amounts += 1), { body })).body,
        confirm: (id: string) => kantor.send(`/api/v1/orders/${id}/confirm/`, { method: 'POST', token: trader.token }),
        /** The newest message of the journal. */
        newest: async () => (await call()).body.results[0],
      };
    },

    /** What is left of one test does not come in another. */
    async leave() {
      await sql`update webhook_endpoint set is_active = false`.execute(kantor.db);
      shop.heard.length = 0;
      shop.answerWith(() => 200);
    },

    async close() {
      await kantor.close();
      await shop.close();
    },
  };
}

export type Scene = Awaited<ReturnType<typeof startScene>>;
