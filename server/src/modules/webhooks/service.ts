import type { PageRequest } from '@kantor/contract/plain/pages.ts';
import type { Page } from '../../db/dense-list.ts';
import type { Database } from '../../db/pool.ts';
import { transaction } from '../../db/tx.ts';
import { after, type Clock } from '../../kernel/clock.ts';
import { conflict, notFound } from '../../kernel/errors.ts';
import { appendEvent } from '../../outbox/append.ts';
import { MAX_AGE_MS } from './rules.ts';
import {
  type Delivery,
  type DeliveryDetail,
  lockDelivery,
  readDeliveries,
  readDelivery,
  requeue,
  retryNow,
} from './store/deliveries.ts';
import { readEndpoint } from './store/endpoints.ts';
import type { Reach } from './web-address.ts';

export interface Deps {
  db: Database;
  clock: Clock;
  /** The server's: secrets are derived from it. */
  secret: Uint8Array;
  reach: Reach;
}

const CHANGED = 'webhook.changed';

export const listDeliveries = ({ db }: Deps, merchantId: string, page: PageRequest): Promise<Page<Delivery>> =>
  readDeliveries(db, merchantId, page);

/** @throws ApiError 404 also when the delivery is another merchant's. */
export async function getDelivery({ db }: Deps, merchantId: string, id: string): Promise<DeliveryDetail> {
  const delivery = await readDelivery(db, merchantId, id);
  if (delivery === undefined) throw notFound();
  return delivery;
}

/**
 * Sends a delivery at once, in any status. A delivery that is being sent already is due, and is left to that.
 * @param merchantId whose it must be; absent: anyone's.
 * @throws ApiError 404, 409 `webhooks_off`.
 */
export async function resendDelivery(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  id: string,
  merchantId?: string,
): Promise<Delivery> {
  const at = clock();
  return transaction(db, async (tx) => {
    const delivery = await lockDelivery(tx, id);
    if (delivery === undefined || (merchantId ?? delivery.merchantId) !== delivery.merchantId) throw notFound();
    if (delivery.endpointId !== null) {
      const endpoint = await readEndpoint(tx, delivery.merchantId, delivery.endpointId);
      if (!endpoint?.isActive || endpoint.url === '')
        throw conflict('webhooks_off', 'Вебхуки выключены: включите их и повторите отправку');
    }
    await appendEvent(tx, { kind: CHANGED, objectId: id, owners: [delivery.merchantId], at });
    if (delivery.status !== 'PENDING') return requeue(tx, delivery, { at, giveUpAt: after(at, MAX_AGE_MS) });
    await retryNow(tx, delivery, at);
    return (await lockDelivery(tx, id)) ?? delivery;
  });
}
