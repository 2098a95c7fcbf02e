import { addPushBrowser } from '@kantor/contract/wire/alerts.ts';
import { sql } from 'kysely';
import {
  type BotSettings,
  createAlertDispatcher,
  createBot,
  createPusher,
  createPushKeys,
  createTeller,
  fanOutAlerts,
} from '../../src/modules/alerts/index.ts';
import { askNameServers, createSender, internet } from '../../src/modules/webhooks/index.ts';
import { createBankPhone, SBER } from '../support/bank-phone.ts';
import { freshKantorTest } from '../support/fixtures.ts';
import { JWT_SECRET, type Kantor } from '../support/kantor.ts';
import { collectLog } from '../support/log.ts';
import { untilShown } from '../support/outbox-reading.ts';
import type { Person } from '../support/people.ts';
import { startPushService } from './push-service.ts';

const PATIENCE_MS = 60_000;

/** A worker's part for alerts. */
export function startWorker(
  { db, clock }: Kantor,
  { trusted, bot, publicUrl }: { trusted: string; bot?: BotSettings; publicUrl?: string },
) {
  const { log, lines } = collectLog();
  const reach = internet(trusted);
  const send = createSender({ clock, reach, resolve: askNameServers(), timeoutMs: PATIENCE_MS });
  const keys = createPushKeys({ db, clock, secret: Buffer.from(JWT_SECRET) });
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
  /** Makes deliveries of all that happened, and sends what is due. */
  const deliver = async () => {
    await untilShown(db);
    await fanOutAlerts({ db, clock });
    await dispatch();
  };
  return { dispatcher, dispatch, deliver, lines };
}

/** A trader who takes all orders, whose phone speaks, and a push service; a worker that is called by hand. */
export const test = freshKantorTest
  .extend('pushes', () => startPushService())
  .override('options', ({ pushes }, { onCleanup }) => {
    onCleanup(pushes.close);
    return { simulatorUrl: pushes.url };
  })
  .extend('trader', ({ kantor }) => kantor.createSoleTrader({ balance: '100000' }))
  .extend('merchant', ({ kantor }) => kantor.createMerchant())
  .extend('cabinet', ({ kantor, trader }) => kantor.createCabinet(trader.id))
  .extend('requisite', { auto: true }, ({ kantor, trader, cabinet }) =>
    kantor.createRequisite(trader.id, { cabinetId: cabinet, bankId: SBER }),
  )
  .extend('hear', ({ kantor, trader, cabinet }) => createBankPhone(kantor, { id: cabinet, traderId: trader.id }))
  .extend('worker', ({ kantor, pushes }) => startWorker(kantor, { trusted: pushes.url }))
  /** Signs somebody's new browser up. */
  .extend('subscribe', ({ pushes }) => async (person: Person) => {
    const browser = pushes.newBrowser();
    await person.call(addPushBrowser, { body: browser.subscription });
    return browser;
  })
  /** What waits to be delivered. */
  .extend('waiting', ({ kantor }) => async () => {
    const { rows } = await sql<{ kind: string; tries: number }>`
      select kind, tries from alert_delivery order by next_attempt_at, kind`.execute(kantor.db);
    return rows;
  });
