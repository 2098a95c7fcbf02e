import http from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { type Gate, noneOf } from '../harness/gates.ts';
import type { Market, Merchant } from '../harness/market.ts';
import type { Server } from '../harness/servers.ts';
import { heavyPicture } from '../uploads/pictures.ts';
import { createUploader } from '../uploads/trader.ts';

/** One megabit a second. */
const BYTES_PER_SECOND = 128 * 1024;
const PAUSE_MS = 100;

/** Sends a body as a slow line does: what is late goes with the next piece. @returns the status of the answer. */
async function sendSlowly(request: http.ClientRequest, body: Uint8Array): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  request.on('error', reject);
  request.on('response', (response) => resolve(response.resume().statusCode ?? 0));
  const since = performance.now();
  const write = async () => {
    for (let sent = 0; sent < body.length && !request.destroyed; await delay(PAUSE_MS)) {
      const due = Math.ceil(((performance.now() - since + PAUSE_MS) / 1000) * BYTES_PER_SECOND);
      request.write(body.subarray(sent, due));
      sent = due;
    }
    request.end();
  };
  const [status] = await Promise.all([promise, write()]);
  return status;
}

/** Proofs of so many megabytes, each sent by one person over a slow line: all are taken. */
export async function uploadSlowly(
  market: Market,
  merchant: Merchant,
  server: Server,
  { uploads, megabytes }: { uploads: number; megabytes: number },
): Promise<Gate> {
  const bytes = await heavyPicture(megabytes);
  const file = { what: 'honest', name: 'чек.png', type: 'image/png', bytes };
  const failed: string[] = [];
  const upload = async () => {
    const { requestFor } = await createUploader(market, merchant);
    const { method, path, headers, body } = await requestFor(file);
    const { hostname, port } = new URL(server.url);
    const request = http.request({ hostname, port, method, path, headers, agent: false });
    request.setHeader('content-length', body.length);
    const status = await sendSlowly(request, body).catch(String);
    if (status !== 200) failed.push(String(status));
  };
  await Promise.all(Array.from({ length: uploads }, upload));
  return noneOf('honest uploads by a slow line that fail', failed, uploads);
}
