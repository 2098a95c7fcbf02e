import type { PageRequest } from '@kantor/contract/plain/pages.ts';
import { MAX_RESENT } from '@kantor/contract/plain/webhooks.ts';
import type { FoundPage } from '../../db/platform-search.ts';
import type { Database } from '../../db/pool.ts';
import { transaction } from '../../db/tx.ts';
import { after, type Clock } from '../../kernel/clock.ts';
import { type ServerSecrets } from '../../kernel/derive-key.ts';
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
import { findDeliveries, isFiltered, type JournalFilter } from './store/journal.ts';
import { lockQueues, readResending, requeueAll } from './store/resending.ts';
import type { Reach } from './web-address.ts';

export interface Deps {
  db: Database;
  clock: Clock;
  /** The server's: secrets are derived from it. */
  secret: ServerSecrets;
  reach: Reach;
}

const CHANGED = 'webhook.changed';

/** A merchant's journal, whole or as a filter leaves it. */
export const listDeliveries = async (
  { db }: Pick<Deps, 'db'>,
  merchantId: string,
  request: JournalFilter & PageRequest & { before?: string | undefined },
): Promise<FoundPage<Delivery>> =>
  isFiltered(request)
    ? findDeliveries(db, merchantId, request)
    : { ...(await readDeliveries(db, merchantId, request)), rest: null };

/** What one press sends again, of what a filter of the journal leaves. */
interface ToResend {
  ids: string[];
  /** Of them: what would tell the merchant's server of an older state last. */
  outdated: number;
  /** Left out, as their endpoints are off. */
  off: number;
  hasMore: boolean;
}

export async function findToResend({ db }: Deps, merchantId: string, filter: JournalFilter): Promise<ToResend> {
  const found = await findDeliveries(db, merchantId, { ...filter, page: 1, pageSize: MAX_RESENT });
  const all = await readResending(
    db,
    found.results.map(({ id }) => id),
  );
  const going = all.filter(({ canGo }) => canGo);
  return {
    ids: going.map(({ id }) => id),
    outdated: going.filter(({ isOutdated }) => isOutdated).length,
    off: all.length - going.length,
    hasMore: found.rest !== null || found.count > found.results.length,
  };
}

/** Sends a merchant's deliveries at once, those of one object in their order; others' are passed over. @returns how many. */
export async function resendDeliveries(
  { db, clock }: Deps,
  merchantId: string,
  ids: readonly string[],
): Promise<number> {
  const at = clock();
  return transaction(db, async (tx) => {
    const locked = await lockQueues(tx, merchantId, ids);
    return requeueAll(tx, locked, ids, { at, giveUpAt: after(at, MAX_AGE_MS) });
  });
}

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
