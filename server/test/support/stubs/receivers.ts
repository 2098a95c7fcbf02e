import { once } from 'node:events';
import http, { type RequestListener } from 'node:http';
import type { AddressInfo, Server } from 'node:net';
import type { Reach } from '../../../src/modules/webhooks/web-address.ts';
import { askNameServers } from '../../../src/modules/webhooks/resolve.ts';
import { createSender } from '../../../src/modules/webhooks/send.ts';

// Merchants' servers on real sockets. Here 127.0.0.2 stands for the internet; all else of this machine is as private as ever.

export const PUBLIC = '127.0.0.2';
export const PRIVATE = '127.0.0.1';

const REACH: Reach = { isPublic: (address) => address === PUBLIC, isPort: () => true };

const closing: (() => void)[] = [];
/** Closes every server and its connections. */
export function closeReceivers(): void {
  for (const close of closing.splice(0)) close();
}

/** @returns the port. */
export async function listen(server: Server, host = PUBLIC, port = 0): Promise<number> {
  server.on('connection', (socket) => closing.push(() => socket.destroy()));
  server.listen(port, host);
  await once(server, 'listening');
  closing.push(() => server.close());
  return (server.address() as AddressInfo).port;
}

/** A merchant's server; `seen.connections` counts its connections. */
export async function serve(answer: RequestListener, { host = PUBLIC, port = 0 } = {}) {
  const server = http.createServer(answer);
  const seen = { connections: 0 };
  server.on('connection', () => (seen.connections += 1));
  return { port: await listen(server, host, port), seen };
}

export const ok: RequestListener = (_request, response) => response.end('принято');

/** When every attempt begins. */
export const NOW = new Date('2026-11-20T09:00:00Z');

interface Options {
  reach?: Reach;
  /** Milliseconds, where it is not the product's own. */
  timeoutMs?: number;
  body?: string;
}

/** Makes one attempt, asking the name server given. */
export const sending =
  (nameServer: string) =>
  (url: string, { reach = REACH, timeoutMs, body = '{"a":"б"}' }: Options = {}) =>
    createSender({ clock: () => NOW, reach, resolve: askNameServers([nameServer]), ...(timeoutMs && { timeoutMs }) })(
      url,
      { 'webhook-id': 'id-1' },
      body,
    );
