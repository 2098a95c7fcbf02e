import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Ground } from './storm.ts';

/** One message, when it came first. */
export interface Heard {
  id: string;
  /** `order.closed` */
  type: string;
  objectId: string;
}

export interface Receiver {
  /** The only private address that webhooks may go to. */
  origin: string;
  /** Where it takes webhooks. */
  url: string;
  /** In the order of their first arrival. */
  heard: Heard[];
  /** Messages that came again. */
  repeated: () => number;
}

const PATH = '/webhooks';

/** A merchant's server on a real socket, which takes every message. All else that the demo asks the outside world for is not there. */
export async function startReceiver({ defer }: Ground): Promise<Receiver> {
  const heard: Heard[] = [];
  const known = new Set<string>();
  let repeated = 0;
  const server = createServer(async (request, response) => {
    if (request.method !== 'POST' || request.url !== PATH) return void response.writeHead(404).end();
    const { type, data } = JSON.parse(await text(request));
    const id = String(request.headers['webhook-id']);
    if (known.has(id)) repeated += 1;
    else heard.push({ id, type, objectId: data.id });
    known.add(id);
    response.writeHead(200).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  defer(() => {
    server.closeAllConnections();
    server.close();
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    url: origin + PATH,
    heard,
    repeated: () => repeated,
  };
}
