import {
  type BotSettings,
  createAlertDispatcher,
  createBot,
  createPusher,
  createPushKeys,
  createTeller,
  fanOutAlerts,
} from '../../src/modules/alerts/index.ts';
import type { Database } from '../../src/db/pool.ts';
import type { Clock } from '../../src/kernel/clock.ts';
import { askNameServers, createSender, internet } from '../../src/modules/webhooks/index.ts';
import { collectLog } from '../support/log.ts';

const PATIENCE_MS = 60_000;

/** A worker's part for alerts. */
export function startWorker(
  { db, clock }: { db: Database; clock: Clock },
  { trusted, secret, bot, publicUrl }: { trusted: string; secret: string; bot?: BotSettings; publicUrl?: string },
) {
  const { log, lines } = collectLog();
  const reach = internet(trusted);
  const send = createSender({ clock, reach, resolve: askNameServers(), timeoutMs: PATIENCE_MS });
  const keys = createPushKeys({ db, clock, secret: Buffer.from(secret) });
  const dispatcher = createAlertDispatcher({
    db,
    clock,
    log,
    push: createPusher({ keys, send, reach, clock, subject: 'mailto:kantor@localhost' }),
    telegram: bot && createTeller(createBot(bot), publicUrl),
  });
  /** Sends all that is due. */
  const dispatch = async () => {
    await dispatcher.dispatch();
    await dispatcher.settled();
  };
  /** Makes deliveries of all that readers are shown, and sends what is due. */
  const deliverShown = async () => {
    await fanOutAlerts({ db, clock });
    await dispatch();
  };
  return { dispatcher, dispatch, deliverShown, lines };
}
