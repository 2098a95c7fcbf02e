import { createHmac, timingSafeEqual } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { WEBHOOK_MESSAGES } from '@kantor/contract/wire/webhook-messages.ts';
import type { Random } from './payers.ts';
import type { Say } from './quiet-log.ts';
import type { Asked, Part } from './world.ts';

export interface MerchantServerOptions {
  /** Asks the back office for the secret, `whsec_…`. */
  readSecret: () => Promise<string>;
  say: Say;
  signal: AbortSignal;
  random?: Random;
  /** Unix time in milliseconds. */
  now?: () => number;
  /** Which part of the messages it fails to take, and which it takes too long for. */
  troubles?: { failing: number; slow: number };
}

export interface MerchantServer {
  part: Part;
  /** The status of an order as far as messages told. */
  statusOf: (orderId: string) => string | undefined;
}

const USUAL_TROUBLES = { failing: 0.03, slow: 0.01 };
/** Longer than anybody waits. */
const SLOW_MS = 8000;
const TOLERANCE_MS = 5 * 60_000;
/** After a signature that is not good, the secret is asked for again: someone may have made a new one. */
const ASK_AGAIN_MS = 10_000;
/** Messages and orders that it remembers. */
const REMEMBERED = 10_000;

/** Keeps the newest entries. */
function remember<Value>(entries: Map<string, Value>, key: string, value: Value): void {
  entries.delete(key);
  entries.set(key, value);
  for (const oldest of entries.keys()) {
    if (entries.size <= REMEMBERED) return;
    entries.delete(oldest);
  }
}

/**
 * Whether one of the signatures is the secret's.
 * @see https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
 */
function isSigned({ headers, body }: Asked, secret: string): boolean {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const content = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`;
  const expected = createHmac('sha256', key).update(content).digest();
  return String(headers['webhook-signature'])
    .split(' ')
    .filter((signature) => signature.startsWith('v1,'))
    .map((signature) => Buffer.from(signature.slice(3), 'base64'))
    .some((given) => given.length === expected.length && timingSafeEqual(given, expected));
}

/** The shop's own server, which Kantor tells of its orders, at `/webhooks`. */
export function createMerchantServer(options: MerchantServerOptions): MerchantServer {
  const { readSecret, say, signal, random = Math.random, now = Date.now, troubles = USUAL_TROUBLES } = options;
  const heard = new Map<string, true>();
  const statuses = new Map<string, string>();
  let secret: { value: Promise<string>; askedAt: number } | undefined;

  function secretOf(youngerThan: number): Promise<string> {
    if (secret === undefined || now() - secret.askedAt > youngerThan) secret = { value: readSecret(), askedAt: now() };
    return secret.value;
  }

  const isGenuine = async (asked: Asked): Promise<boolean> => {
    const age = now() - Number(asked.headers['webhook-timestamp']) * 1000;
    if (!(Math.abs(age) <= TOLERANCE_MS)) return false;
    return isSigned(asked, await secretOf(Infinity)) || isSigned(asked, await secretOf(ASK_AGAIN_MS));
  };

  /** Of orders alone: the shop has no use for the rest. */
  function learn(body: string): void {
    const told = WEBHOOK_MESSAGES.order.safeParse(JSON.parse(body));
    if (!told.success) return;
    const { id, status } = told.data.data;
    remember(statuses, id, status);
    if (status === 'CLOSED') say('the shop hears that an order is paid');
  }

  const part: Part = async (asked) => {
    if (asked.method !== 'POST' || asked.path !== '/webhooks') return { status: 404 };
    if (!(await isGenuine(asked))) {
      say('the shop was sent a message that it cannot trust');
      return { status: 401, body: { error: 'The signature or the time is not good' } };
    }
    const mood = random();
    if (mood < troubles.failing) return { status: 500, body: { error: 'The shop is out of order' } };
    if (mood < troubles.failing + troubles.slow) await delay(SLOW_MS, undefined, { signal });
    const id = String(asked.headers['webhook-id']);
    if (!heard.has(id)) learn(asked.body);
    remember(heard, id, true);
    return { status: 200, body: { taken: true } };
  };

  return { part, statusOf: (orderId) => statuses.get(orderId) };
}
