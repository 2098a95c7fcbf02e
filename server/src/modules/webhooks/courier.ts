import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '../../db/pool.ts';
import { after, type Clock } from '../../kernel/clock.ts';
import { type Claimed, claimDue, recordDelivered, recordFailed, switchOff } from './queue.ts';
import { pauseAfter } from './rules.ts';
import { secretOf, signedHeaders } from './secrets.ts';
import type { Outcome, Send } from './send.ts';

export interface CourierDeps {
  db: Database;
  clock: Clock;
  /** The server's. */
  secret: Uint8Array;
  send: Send;
  log: { error(message: string): void };
  random?: () => number;
}

/** Under way at once: in this process, and to one merchant's endpoint in all. */
const MOST = 128;
const PER_LANE = 8;
/** Longer than any attempt and its recording take: after it the worker counts as dead. Milliseconds. */
const LEASE = 60_000;
/** How much of a lease must be left to begin with. Milliseconds. */
const SAFE = LEASE / 2;
/** How long what has become due waits at most while others are under way. Milliseconds. */
const LOOK = 200;

const GONE = 410;

/** Sends messages that are due. No transaction is open while it talks to a merchant's server. */
export function createCourier({ db, clock, secret, send, log, random = Math.random }: CourierDeps) {
  const underWay = new Set<Promise<void>>();
  let isStopped = false;
  let finished = Promise.withResolvers<void>();

  function secretsOf({ merchantId, secretVersion, formerSecretUntil }: Claimed, at: Date): Buffer[] {
    const current = secretOf(secret, merchantId, secretVersion);
    const isRotating = formerSecretUntil !== null && at < formerSecretUntil;
    return isRotating ? [current, secretOf(secret, merchantId, secretVersion - 1)] : [current];
  }

  async function record(message: Claimed, outcome: Outcome): Promise<void> {
    const at = clock();
    if (outcome.error === '') return recordDelivered(db, message, outcome, at);
    const isGone = outcome.status === GONE;
    // The address of one order is of no more use; an endpoint waits, switched off, for a person.
    if (isGone && message.toEndpoint) await switchOff(db, message.merchantId, message.url);
    const { retryAfter } = outcome;
    const next = after(at, pauseAfter({ tries: message.tries + 1, retryAfter }, random));
    const isLast = next >= message.giveUpAt || (isGone && !message.toEndpoint);
    await recordFailed(db, message, outcome, { at, next: isLast ? undefined : next });
  }

  async function carry(message: Claimed): Promise<void> {
    const { id, url, body } = message;
    try {
      const at = clock();
      // The machine may have slept since: the message may be another worker's by now.
      if (after(at, SAFE) > message.leasedUntil) return;
      await record(message, await send(url, signedHeaders({ id, at, body }, secretsOf(message, at)), body));
    } catch (error) {
      // Its lease will end, and it will be sent again.
      log.error(`The webhook ${id} could not be recorded: ${error instanceof Error ? error.stack : String(error)}`);
    }
  }

  function start(message: Claimed): void {
    const carried = carry(message).finally(() => {
      underWay.delete(carried);
      finished.resolve();
    });
    underWay.add(carried);
  }

  /** Resolves when one that is under way has finished, or it is time to look again. */
  async function pause(): Promise<void> {
    const looking = new AbortController();
    await Promise.race([finished.promise, delay(LOOK, undefined, { signal: looking.signal }).catch(() => undefined)]);
    looking.abort();
  }

  return {
    /** Sends what is due, more as there is room for it, until nothing is due. Some may still be under way then. */
    async dispatch(): Promise<void> {
      while (!isStopped) {
        finished = Promise.withResolvers<void>();
        const room = MOST - underWay.size;
        if (room > 0) {
          const at = clock();
          const claimed = await claimDue(db, { at, leasedUntil: after(at, LEASE), room, perLane: PER_LANE });
          if (claimed.length === 0) return;
          for (const message of claimed) start(message);
        }
        await pause();
      }
    },
    /** Begins nothing more. */
    stop(): void {
      isStopped = true;
    },
    /** Resolves when nothing is under way. */
    async settled(): Promise<void> {
      while (underWay.size > 0) await Promise.all(underWay);
    },
  };
}
