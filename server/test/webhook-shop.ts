import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { sql } from 'kysely';
import { internet } from '../src/kernel/web-address.ts';
import { askNameServers, createCourier, createSender, fanOut } from '../src/modules/webhooks/index.ts';
import { MINUTE } from '../src/kernel/clock.ts';
import { JWT_SECRET, type Kantor, startKantor } from './harness.ts';

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
export async function startShop(answer: (heard: Heard, before: number) => Answer | Promise<Answer> = () => 200) {
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
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}

interface WorkerOptions {
  /** The one private address that is trusted. */
  trusted: string;
  /** Milliseconds for an attempt. */
  limit?: number;
}

/** What a worker does for webhooks. */
export function startDelivery({ db, clock }: Pick<Kantor, 'db' | 'clock'>, { trusted, limit }: WorkerOptions) {
  const errors: string[] = [];
  const courier = createCourier({
    db,
    clock,
    secret: Buffer.from(JWT_SECRET),
    send: createSender({
      clock,
      reach: internet(trusted),
      resolve: askNameServers(),
      ...(limit !== undefined && { limit }),
    }),
    log: { error: (line) => void errors.push(line) },
    // Pauses of exactly the length that is written.
    random: () => 0.5,
  });
  /** Makes messages of what happened and sends all that is due, and what becomes due by that. */
  const deliver = async (): Promise<void> => {
    await fanOut({ db, clock });
    for (;;) {
      await courier.dispatch();
      await courier.settled();
      const { rows } = await sql`
        select from webhook left join webhook_endpoint endpoint using (merchant_id)
        where status = 'PENDING' and next_attempt_at <= ${clock()} and (leased_until is null or leased_until <= ${clock()})
          and (not to_endpoint or (is_active and endpoint.url <> '')) limit 1`.execute(db);
      if (rows.length === 0) return;
    }
  };
  return { courier, errors, deliver };
}

/** A marketplace with a trader who takes every order, and a merchant's server. */
export async function startScene() {
  const shop = await startShop();
  const kantor = await startKantor({ simulatorUrl: shop.url });
  const trader = await kantor.createTrader({ balance: '100000' });
  await kantor.createRequisite(trader.id);
  const { deliver } = startDelivery(kantor, { trusted: shop.url });
  let amounts = 100;

  return {
    kantor,
    shop,
    deliver,

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
