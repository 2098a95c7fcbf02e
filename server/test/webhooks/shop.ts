import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { vi } from 'vitest';

export interface Heard {
  /** The id of the delivery, the same at every attempt. */
  id: string;
  type: string;
  objectId: string;
  headers: IncomingHttpHeaders;
  raw: string;
  path: string;
}

/** Until when, and how often, tests look for what must come. */
export const SOON = { timeout: 20_000, interval: 5 };

/** The shop's answer: a status, or a function that writes the answer. */
type Answer = number | ((response: ServerResponse) => void);

export type Shop = Awaited<ReturnType<typeof startShop>>;

/** Checks a signature by the guide for merchants alone, without the code that signs. */
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
    // Of a simulator at this address, a process would ask for more.
    if (request.headers['webhook-id'] === undefined) return void response.writeHead(404).end();
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
    /** The types of the webhooks heard, of one object or of all. */
    types: (objectId?: string) =>
      heard.filter((each) => objectId === undefined || each.objectId === objectId).map(({ type }) => type),
    answerWith: (next: typeof answer) => {
      shop.answer = next;
    },
    /** Nobody is answered from now on. @returns lets them all have their answer, and those who come later. */
    holdAnswers: () => {
      const { promise: mayAnswer, resolve: answerAll } = Promise.withResolvers<void>();
      shop.answer = () => mayAnswer.then(() => 200);
      return answerAll;
    },
    /** Nobody is answered at a path, and everybody elsewhere. @returns how many wait now, and did at most, and what lets them all go. */
    holdAnswersAt: (held: string) => {
      const waiting = { now: 0, most: 0 };
      const { promise: mayAnswer, resolve: answerAll } = Promise.withResolvers<void>();
      shop.answer = async ({ path }) => {
        if (path !== held) return 200;
        waiting.now += 1;
        waiting.most = Math.max(waiting.most, waiting.now);
        await mayAnswer;
        waiting.now -= 1;
        return 200;
      };
      return { count: () => ({ ...waiting }), answer: answerAll };
    },
    /** The number of messages heard at a path. */
    heardAt: (where: string) => heard.filter(({ path }) => path === where).length,
    /** Resolves once so many messages have come since the test began. */
    untilHeard: (count = 1) => vi.waitUntil(() => heard.length >= count, SOON),
    /** Resolves once nobody is connected: whatever was sent to it has come, also of senders that are no more. */
    untilAlone: () =>
      vi.waitUntil(
        () =>
          new Promise<boolean>((resolve) => server.getConnections((_error, connections) => resolve(connections === 0))),
        SOON,
      ),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
