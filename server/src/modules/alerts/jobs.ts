import type { Database } from '../../db/pool.ts';
import { singleStatement, type Tx } from '../../db/tx.ts';
import { after, type Clock, DAY } from '../../kernel/clock.ts';
import { newId } from '../../kernel/ids.ts';
import { followEvents } from '../../outbox/follow.ts';
import type { OutboxEvent } from '../../outbox/read.ts';
import { decide } from './rules.ts';
import { readChannels, removeEnded } from './store/channels.ts';
import { deleteExpired, insertDeliveries, type NewDelivery } from './store/queue.ts';
import { readChosen } from './store/settings.ts';
import { ALERTING, readAlerts } from './store/sources.ts';
import { deleteOldCodes } from './store/telegram.ts';

interface Deps {
  db: Database;
  clock: Clock;
}

const READER = 'alerts';
/** No alert is of use for longer. */
const MAX_AGE_MS = DAY;

async function makeDeliveries(tx: Tx, outboxEvents: readonly OutboxEvent[], now: Date): Promise<void> {
  const oldest = after(now, -MAX_AGE_MS);
  const events = outboxEvents.filter(({ kind, at }) => ALERTING.has(kind) && at > oldest);
  if (events.length === 0) return;
  const channels = await readChannels(tx, [...new Set(events.flatMap(({ owners }) => owners))]);
  if (channels.length === 0) return;
  const chosen = await readChosen(tx, [...new Set(channels.map(({ personId }) => personId))]);
  const alerts = await readAlerts(tx, events, now);
  const deliveries = alerts.flatMap((alert): NewDelivery[] =>
    channels
      .filter(({ accountId }) => accountId === alert.accountId)
      .flatMap((channel) => {
        const decided = decide(channel, chosen.get(channel.personId), alert);
        const { kind, objectId, sum, dueAt, expiresAt } = alert;
        const own = { id: newId(now), channelId: channel.id, kind, objectId, sum, dueAt, expiresAt };
        return decided ? [{ ...own, ...decided }] : [];
      }),
  );
  if (deliveries.length > 0) await insertDeliveries(tx, deliveries, now);
}

/**
 * Makes a delivery to each channel of what its person is called for. Any number of workers may; one at a time does.
 * @returns once nothing is left.
 */
export async function fanOutAlerts({
  db,
  clock,
  log,
}: Deps & { log?: { info(sentence: string): void } }): Promise<void> {
  const make = (tx: Tx, events: readonly OutboxEvent[]) => makeDeliveries(tx, events, clock());
  while (await followEvents(db, READER, make, (sentence) => log?.info(sentence)));
}

/** Forgets channels that are in force no more, deliveries that are too late, and codes that nobody used. */
export async function sweepAlerts({ db, clock }: Deps): Promise<void> {
  const at = clock();
  await singleStatement(db, (tx) => removeEnded(tx));
  await singleStatement(db, (tx) => deleteExpired(tx, at));
  await singleStatement(db, (tx) => deleteOldCodes(tx, at));
}
