import { createInFlight } from '../../db/in-flight.ts';
import type { Database } from '../../db/pool.ts';
import { singleStatement, transaction } from '../../db/tx.ts';
import { after, type Clock, MINUTE, SECOND } from '../../kernel/clock.ts';
import type { Log } from '../../kernel/log.ts';
import { recordChannel } from './deeds.ts';
import { gather, pauseAfter, type Told } from './rules.ts';
import { type Browser, removeChannel } from './store/channels.ts';
import { claimDue, type ClaimedDelivery, deleteDeliveries, retryDeliveries } from './store/queue.ts';

/** The end of an attempt: it arrived, nobody is there any more, or it is to be tried again, after so many milliseconds if it says. */
export interface Outcome {
  isDone?: true;
  isGone?: true;
  retryAfter?: number | undefined;
}

export interface AlertDispatcherDeps {
  db: Database;
  clock: Clock;
  log: Log;
  push: (to: Browser, told: Told) => Promise<Outcome>;
  /** Absent: there is no bot, and what waits for it waits until it is too late. */
  telegram?: ((chatId: bigint, told: Told) => Promise<Outcome>) | undefined;
}

/** Channels that this process sends to at once, and deliveries that it takes at once. */
const MAX_IN_FLIGHT = 64;
const ROOM = 200;
/** Longer than an attempt and its recording take: after it the worker counts as dead. */
const LEASE_MS = 30 * SECOND;
/** To begin an attempt with. */
const MIN_LEASE_LEFT_MS = LEASE_MS / 2;
const NO_BOT_MS = MINUTE;

/** Sends deliveries that are due. What arrived is recorded one by one: who is killed tells a channel one thing twice at most. */
export function createAlertDispatcher({ db, clock, log, push, telegram }: AlertDispatcherDeps) {
  const inFlight = createInFlight({ most: MAX_IN_FLIGHT });

  async function attempt(delivery: ClaimedDelivery, told: Told): Promise<Outcome> {
    const { channelKind, endpoint, p256dh, auth, chatId } = delivery;
    if (channelKind === 'push') {
      return endpoint === null || p256dh === null || auth === null
        ? { isGone: true }
        : push({ endpoint, p256dh, auth }, told);
    }
    if (chatId === null) return { isGone: true };
    return telegram?.(chatId, told) ?? { retryAfter: NO_BOT_MS };
  }

  /** Nobody is there any more. A chat's person is told by the journal; browsers come and go. */
  const endChannel = ({ channelId, channelKind }: ClaimedDelivery): Promise<void> =>
    transaction(db, async (tx) => {
      const removed = await removeChannel(tx, { id: channelId });
      if (!removed || channelKind === 'push') return;
      await recordChannel(tx, { ...removed, isLinked: false, from: 'telegram' }, clock());
    });

  /** One channel's: one after the other, up to the first that does not arrive. */
  async function sendTo(deliveries: readonly [ClaimedDelivery, ...ClaimedDelivery[]]): Promise<void> {
    const [first] = deliveries;
    const { leasedUntil, tries } = first;
    const waiting = new Set(deliveries.map(({ id }) => id));
    for (const told of gather(deliveries)) {
      // The machine may have slept since: the deliveries may be another worker's by now.
      if (after(clock(), MIN_LEASE_LEFT_MS) > leasedUntil) return;
      const outcome = await attempt(first, told);
      if (outcome.isGone) return endChannel(first);
      if (!outcome.isDone) {
        const nextAt = after(clock(), pauseAfter(tries + 1, outcome.retryAfter));
        return singleStatement(db, (tx) => retryDeliveries(tx, [...waiting], { leasedUntil, nextAt }));
      }
      await singleStatement(db, (tx) => deleteDeliveries(tx, told.ids));
      for (const id of told.ids) waiting.delete(id);
    }
  }

  return {
    /** Sends due deliveries, as there is room, until none is due. Some may still be in flight then. */
    dispatch: (): Promise<void> =>
      inFlight.drain(async () => {
        const at = clock();
        const leasedUntil = after(at, LEASE_MS);
        const { claimed, seen } = await singleStatement(db, (tx) => claimDue(tx, { at, leasedUntil, room: ROOM }));
        for (const [channelId, [first, ...rest]] of Map.groupBy(claimed, (delivery) => delivery.channelId)) {
          // What was not recorded is sent again when its lease has ended.
          const unrecorded = (error: unknown) => log.error('alert_unrecorded', { error });
          if (first) inFlight.start(`${channelId} ${first.id}`, () => sendTo([first, ...rest]).catch(unrecorded));
        }
        return seen > 0;
      }),
    /** Begins nothing more. */
    stop: () => inFlight.stop(),
    /** Resolves when nothing is in flight. */
    settled: () => inFlight.settled(),
  };
}
