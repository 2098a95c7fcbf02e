import { createHash, createHmac } from 'node:crypto';
import type { z } from 'zod';
import { readAnswer, Refused } from './client.ts';
import { COUNTER_HEADER, DEVICE_HEADER, SIGNATURE_HEADER, signedText } from './plain/device-headers.ts';
import { DEVICE_API_BASE } from './plain/device-routes.ts';
import { type DeviceCall, pairDevice, replayedProblem } from './wire/device-api.ts';

// The phone of a cabinet, as far as it speaks: it pairs once and signs every call. The protocol: docs/phones.md.

/** A phone's part of its pairing. */
export interface DeviceKey {
  id: string;
  key: string;
}

interface Connection {
  /** The server's address, `http://127.0.0.1:3000`. */
  server: string | URL;
  /** Sends a request; the runtime's own unless given. */
  fetch?: (request: Request) => Promise<Response>;
  /** Gives up whatever is under way. */
  signal?: AbortSignal;
}

/** The headers of a signed call; `path` from the root of the server, `body` as it is sent. */
export function signedHeaders(
  { id, key }: DeviceKey,
  counter: number | string,
  path: string,
  body: string | Uint8Array,
  method = 'POST',
) {
  const bodyHash = createHash('sha256').update(body).digest('hex');
  const signature = createHmac('sha256', key)
    .update(signedText(method, path, counter, bodyHash))
    .digest('hex');
  return { [DEVICE_HEADER]: id, [COUNTER_HEADER]: String(counter), [SIGNATURE_HEADER]: signature };
}

const post = ({ server, signal }: Connection, path: string, body: string, headers: Record<string, string> = {}) =>
  new Request(new URL(path, server), {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
    ...(signal && { signal }),
  });

/** Redeems the token of a QR code. @throws Refused. */
export async function pair(connection: Connection, token: string): Promise<z.input<typeof pairDevice.response>> {
  const { fetch = globalThis.fetch } = connection;
  const request = post(connection, DEVICE_API_BASE + pairDevice.path, JSON.stringify({ token }));
  return readAnswer(pairDevice, await fetch(request));
}

export interface Phone {
  /**
   * Signs a call under the next counter and sends it. After a 409 `replayed` the phone goes on from the server's counter: the
   * same call may be sent again.
   * @throws Refused.
   */
  call<C extends DeviceCall>(call: C, body: z.input<C['body']>): Promise<z.input<C['response']>>;
}

/** A paired phone; `counter` is the last one that it has used. */
export function createPhone(connection: Connection, key: DeviceKey, counter = 0): Phone {
  const { fetch = globalThis.fetch } = connection;
  let last = counter;
  return {
    async call(call, content) {
      const path = DEVICE_API_BASE + call.path;
      const body = JSON.stringify(content);
      last += 1;
      try {
        return await readAnswer(call, await fetch(post(connection, path, body, signedHeaders(key, last, path, body))));
      } catch (error) {
        const replayed = error instanceof Refused ? replayedProblem.safeParse(error.problem) : undefined;
        if (replayed?.success) last = Math.max(last, replayed.data.last_counter);
        throw error;
      }
    },
  };
}
