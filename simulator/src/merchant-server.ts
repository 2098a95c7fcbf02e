import { createHmac, timingSafeEqual } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { WEBHOOK_MESSAGES } from '@kantor/contract/wire/webhook-messages.ts';
import type { Random } from '@kantor/demo/random.ts';
import type { Stub, StubRequest } from '@kantor/demo/stub.ts';
import type { Log } from './log.ts';
import { MINUTE, SECOND } from './time.ts';

export interface MerchantServerOptions {
  /** Reads the secret in the back office, `whsec_…`. */
  readSecret: () => Promise<string>;
  log: Log;
  signal: AbortSignal;
  random?: Random;
  /** Unix time in milliseconds. */
  now?: () => number;
  /** The part of messages that it answers with an error, and the part that it answers too late. */
  failures?: { failing: number; slow: number };
}

export interface MerchantServer {
  stub: Stub;
  /** The status of an order in its last message. */
  statusOf: (orderId: string) => string | undefined;
}

const USUAL_FAILURES = { failing: 0.03, slow: 0.01 };
/** Longer than anybody waits. */
const SLOW_MS = 8 * SECOND;
const TOLERANCE_MS = 5 * MINUTE;
/** After a bad signature, a secret older than this is read again: someone may have made a new one. */
const SECRET_AGE_MS = 10 * SECOND;
/** Bounds the messages and the orders that are remembered, each. */
const MAX_KEPT = 10_000;

/** Keeps the newest entries. */
function keepNewest<Value>(entries: Map<string, Value>, key: string, value: Value): void {
  entries.delete(key);
  entries.set(key, value);
  for (const oldest of entries.keys()) {
    if (entries.size <= MAX_KEPT) return;
    entries.delete(oldest);
  }
}

/**
 * Whether one of the signatures is the secret's.
 * @see https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
 */
function isSigned({ headers, body }: StubRequest, secret: string): boolean {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const content = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`;
  const expected = createHmac('sha256', key).update(content).digest();
  return String(headers['webhook-signature'])
    .split(' ')
    .filter((signature) => signature.startsWith('v1,'))
    .map((signature) => Buffer.from(signature.slice(3), 'base64'))
    .some((given) => given.length === expected.length && timingSafeEqual(given, expected));
}

/** The shop's own server. It receives webhooks at `/webhooks`. */
export function createMerchantServer(options: MerchantServerOptions): MerchantServer {
  const { readSecret, log, signal, random = Math.random, now = Date.now, failures = USUAL_FAILURES } = options;
  const received = new Map<string, true>();
  const statuses = new Map<string, string>();
  let secret: { value: Promise<string>; readAt: number } | undefined;

  function secretOf(youngerThan: number): Promise<string> {
    if (secret === undefined || now() - secret.readAt > youngerThan) secret = { value: readSecret(), readAt: now() };
    return secret.value;
  }

  const isGenuine = async (request: StubRequest): Promise<boolean> => {
    const age = now() - Number(request.headers['webhook-timestamp']) * 1000;
    if (!(Math.abs(age) <= TOLERANCE_MS)) return false;
    return isSigned(request, await secretOf(Infinity)) || isSigned(request, await secretOf(SECRET_AGE_MS));
  };

  /** Takes the status of an order; the shop has no use for other messages. */
  function record(body: string): void {
    const message = WEBHOOK_MESSAGES.order.safeParse(JSON.parse(body));
    if (!message.success) return;
    const { id, status } = message.data.data;
    keepNewest(statuses, id, status);
    if (status === 'CLOSED') log('the shop knows that an order is paid');
  }

  const stub: Stub = async (request) => {
    if (request.method !== 'POST' || request.path !== '/webhooks') return { status: 404 };
    if (!(await isGenuine(request))) {
      log('the shop received a message that it cannot trust');
      return { status: 401, body: { error: 'The signature or the time is not good' } };
    }
    const luck = random();
    if (luck < failures.failing) return { status: 500, body: { error: 'The shop is out of order' } };
    if (luck < failures.failing + failures.slow) await delay(SLOW_MS, undefined, { signal });
    const id = String(request.headers['webhook-id']);
    if (!received.has(id)) record(request.body);
    keepNewest(received, id, true);
    return { status: 200, body: { taken: true } };
  };

  return { stub, statusOf: (orderId) => statuses.get(orderId) };
}
