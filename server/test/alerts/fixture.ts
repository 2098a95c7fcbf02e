import { addPushBrowser } from '@kantor/contract/wire/alerts.ts';
import { sql } from 'kysely';
import { createBankPhone, SBER } from '../support/bank-phone.ts';
import { freshKantorTest } from '../support/fixtures.ts';
import { JWT_SECRET, type Kantor } from '../support/kantor.ts';
import { untilShown } from '../support/outbox-reading.ts';
import type { Person } from '../support/people.ts';
import { startPushService } from './push-service.ts';
import { startWorker as startPart } from './worker.ts';

/** A worker's part for alerts, which is called by hand. */
export function startWorker(kantor: Kantor, options: Omit<Parameters<typeof startPart>[1], 'secret'>) {
  const worker = startPart(kantor, { secret: JWT_SECRET, ...options });
  /** Makes deliveries of all that happened, and sends what is due. */
  const deliver = async () => {
    await untilShown(kantor.db);
    await worker.deliverShown();
  };
  return { ...worker, deliver };
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
