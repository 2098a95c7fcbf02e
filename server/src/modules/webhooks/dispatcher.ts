import { setTimeout as delay } from 'node:timers/promises';
import { createInFlight } from '../../db/in-flight.ts';
import type { Database } from '../../db/pool.ts';
import { singleStatement, transaction } from '../../db/tx.ts';
import { isUnavailable } from '../../db/unavailable.ts';
import { withPatience } from '../../db/watch.ts';
import { after, type Clock, MINUTE, SECOND } from '../../kernel/clock.ts';
import { type ServerSecrets } from '../../kernel/derive-key.ts';
import type { Log } from '../../kernel/log.ts';
import { pauseAfter } from './rules.ts';
import { secretsOf, signedHeaders } from './secrets.ts';
import type { AttemptResult, Send } from './send.ts';
import { switchOff } from './store/endpoints.ts';
import {
  claimDue,
  type ClaimedDelivery,
  recordDead,
  recordDelivered,
  recordRetry,
  releaseNext,
  returnLeases,
} from './store/queue.ts';

export interface DispatcherDeps {
  db: Database;
  clock: Clock;
  /** The server's. */
  secret: ServerSecrets;
  send: Send;
  log: Log;
  random?: () => number;
}

/** In this process, and to one endpoint in all. */
const MAX_IN_FLIGHT = 128;
const MAX_PER_LANE = 8;
/** Longer than any attempt and its recording take: after it the worker counts as dead. */
const LEASE_MS = MINUTE;
/** To begin an attempt with. */
const MIN_LEASE_LEFT_MS = LEASE_MS / 2;
/** A statement that records an attempt takes milliseconds; the next attempt of its merchant may wait for it. */
const RECORD_LIMIT_MS = 5 * SECOND;
/** Between two tries to record an attempt while there is no database. */
const RECORD_AGAIN_MS = SECOND;

const GONE = 410;

/** Makes the function that sends one delivery. No transaction is open while it talks to a merchant's server. */
function createDelivery(
  { db, clock, secret, send, log, random = Math.random }: DispatcherDeps,
  isStopped: () => boolean,
) {
  /** Records the end of a delivery; the next one of its object is due. */
  const finish = (delivery: ClaimedDelivery, result: AttemptResult, at: Date): Promise<void> =>
    transaction(db, async (tx) => {
      const finished = await (result.error === ''
        ? recordDelivered(tx, delivery, result, at)
        : recordDead(tx, delivery, result));
      if (finished) await releaseNext(tx, [finished], at);
    });

  async function record(delivery: ClaimedDelivery, result: AttemptResult): Promise<void> {
    const at = clock();
    if (result.error === '') return finish(delivery, result, at);
    const { endpointId, url, toEndpoint } = delivery;
    const isGone = result.status === GONE;
    // The address of one order is of no more use; an endpoint waits, switched off, for a person.
    if (isGone && toEndpoint) await singleStatement(db, (tx) => switchOff(tx, endpointId, url));
    const { retryAfter } = result;
    const nextAt = after(at, pauseAfter({ tries: delivery.tries + 1, retryAfter }, random));
    const isLast = nextAt >= delivery.giveUpAt || (isGone && !toEndpoint);
    if (isLast) await finish(delivery, result, at);
    else await singleStatement(db, (tx) => recordRetry(tx, delivery, result, nextAt));
  }

  /** The database may be away meanwhile: unrecorded, the delivery would take up a place of its merchant until its lease ends. */
  async function recordAtLast(delivery: ClaimedDelivery, result: AttemptResult): Promise<void> {
    for (;;) {
      try {
        return await withPatience(RECORD_LIMIT_MS, () => record(delivery, result));
      } catch (error) {
        const again = error instanceof Error && isUnavailable(error) && clock() < delivery.leasedUntil;
        if (!again || isStopped()) throw error;
        await delay(RECORD_AGAIN_MS);
      }
    }
  }

  return async function deliver(delivery: ClaimedDelivery): Promise<void> {
    const { id, url, body } = delivery;
    try {
      const at = clock();
      // The machine may have slept since: the delivery may be another worker's by now.
      if (after(at, MIN_LEASE_LEFT_MS) > delivery.leasedUntil) return;
      const secrets = secretsOf(secret, { ...delivery, id: delivery.endpointId }, at);
      await recordAtLast(delivery, await send(url, signedHeaders({ id, at, body }, secrets), body));
    } catch (error) {
      // Its lease will end, and it will be sent again.
      log.error('webhook_unrecorded', { webhook_id: id, error });
    }
  };
}

/** Sends deliveries that are due. */
export function createDispatcher(deps: DispatcherDeps) {
  const { db, clock } = deps;
  const inFlight = createInFlight({ most: MAX_IN_FLIGHT });
  const deliver = createDelivery(deps, inFlight.isStopped);
  /** Ends of leases that were asked for without an answer: the database may have given them. */
  let unanswered: Date[] = [];

  async function claim(room: number): Promise<ClaimedDelivery[]> {
    const at = clock();
    const leasedUntil = after(at, LEASE_MS);
    try {
      return await singleStatement(db, (tx) => claimDue(tx, { at, leasedUntil, room, maxPerLane: MAX_PER_LANE }));
    } catch (error) {
      unanswered.push(leasedUntil);
      throw error;
    }
  }

  /** Gives back what was leased without our knowing it. */
  async function returnUnanswered(): Promise<void> {
    if (unanswered.length === 0) return;
    const ends = unanswered;
    await singleStatement(db, (tx) => returnLeases(tx, ends, inFlight.keys()));
    unanswered = unanswered.filter((end) => !ends.includes(end));
  }

  return {
    /** Sends due deliveries, as there is room, until none is due. Some may still be in flight then. */
    async dispatch(): Promise<void> {
      await returnUnanswered();
      await inFlight.drain(async (room) => {
        const claimed = await claim(room);
        for (const delivery of claimed) inFlight.start(delivery.id, () => deliver(delivery));
        return claimed.length > 0;
      });
    },
    /** Begins nothing more. */
    stop: () => inFlight.stop(),
    /** Resolves when nothing is in flight. */
    settled: () => inFlight.settled(),
  };
}
