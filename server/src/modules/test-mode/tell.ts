import { WEBHOOK_MESSAGES } from '@kantor/contract/wire/webhook-messages.ts';
import { z } from 'zod';
import type { Tx } from '../../db/tx.ts';
import { appendEvent } from '../../outbox/append.ts';
import { toMerchantAppeal, withoutPhoto } from '../merchant-api/index.ts';
import type { Payout } from '../payouts/index.ts';
import { queueWebhooks } from '../webhooks/index.ts';
import type { TestAppeal } from './store/appeals.ts';
import type { TestOrder } from './store/orders.ts';
import { toOrder } from './wire.ts';

// Webhooks of the test world: the live ones' words, and `"test": true`. Open screens and payment pages are told, too.

interface Told {
  merchantId: string;
  callbackUrl: string | null;
  objectId: string;
  type: string;
  at: Date;
}

async function tell<Data>(
  tx: Tx,
  { at, ...told }: Told,
  schema: z.ZodType<{ type: string; timestamp: Date; test?: true | undefined; data: Data }>,
  data: NoInfer<Data>,
): Promise<void> {
  const body = () =>
    Promise.resolve(JSON.stringify(z.encode(schema, { type: told.type, timestamp: at, test: true, data })));
  await appendEvent(tx, { kind: 'test.changed', objectId: told.objectId, owners: [told.merchantId], at });
  await queueWebhooks(tx, [{ ...told, isTest: true, eventId: null, at, body }], at);
}

export function tellOfOrder(tx: Tx, order: TestOrder, at: Date): Promise<void> {
  const { merchantId, callbackUrl, id: objectId } = order;
  const type = `order.${order.status.toLowerCase()}`;
  return tell(tx, { merchantId, callbackUrl, objectId, type, at }, WEBHOOK_MESSAGES.order, toOrder(order));
}

/** @param what after `payout.`: its status, or what became of a done one. */
export function tellOfPayout(tx: Tx, payout: Payout, what: string, at: Date): Promise<void> {
  const { merchantId, id: objectId } = payout;
  const told = { merchantId, callbackUrl: null, objectId, type: `payout.${what}`, at };
  return tell(tx, told, WEBHOOK_MESSAGES.payout, withoutPhoto(payout));
}

/** An appeal is told of where its order is. */
export function tellOfAppeal(tx: Tx, appeal: TestAppeal, what: string, order: TestOrder, at: Date): Promise<void> {
  const { merchantId, id: objectId } = appeal;
  const told = { merchantId, callbackUrl: order.callbackUrl, objectId, type: `appeal.${what}`, at };
  return tell(tx, told, WEBHOOK_MESSAGES.appeal, toMerchantAppeal(appeal));
}
