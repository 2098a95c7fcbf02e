import type { PageRequest } from '@kantor/contract/plain/pages.ts';
import type { Page } from '../../db/dense-list.ts';
import type { Database } from '../../db/pool.ts';
import { transaction } from '../../db/tx.ts';
import type { PersonActor } from '../../kernel/actor.ts';
import { after, type Clock } from '../../kernel/clock.ts';
import { conflict, notFound } from '../../kernel/errors.ts';
import { appendEvent } from '../../outbox/append.ts';
import { appendAudit, appendChange } from '../audit/index.ts';
import { MAX_AGE_MS, SECRET_OVERLAP_MS } from './rules.ts';
import { secretOf, showSecret } from './secrets.ts';
import {
  type Delivery,
  type DeliveryDetail,
  lockDelivery,
  readDeliveries,
  readDelivery,
  requeue,
  retryAllNow,
  retryNow,
} from './store/deliveries.ts';
import { type Endpoint, nextSecret, readEndpoint, setEndpoint } from './store/endpoints.ts';
import { assertWebAddress, type Reach } from './web-address.ts';

export interface Deps {
  db: Database;
  clock: Clock;
  /** The server's: secrets are derived from it. */
  secret: Uint8Array;
  reach: Reach;
}

const CHANGED = 'webhook.changed';

/** An endpoint as its merchant sees it. */
export interface MerchantEndpoint {
  url: string;
  isActive: boolean;
  /** `whsec_…` */
  secret: string;
  /** Null unless a former secret signs as well. */
  formerSecretUntil: Date | null;
}

function withSecret({ secret, clock }: Deps, merchantId: string, endpoint: Endpoint): MerchantEndpoint {
  const { url, isActive, secretVersion: version, lastRawVersion, formerSecretUntil: until } = endpoint;
  return {
    url,
    isActive,
    secret: showSecret(secretOf(secret, { merchantId, version, lastRawVersion })),
    formerSecretUntil: until !== null && clock() < until ? until : null,
  };
}

export async function getEndpoint(deps: Deps, merchantId: string): Promise<MerchantEndpoint> {
  return withSecret(deps, merchantId, await readEndpoint(deps.db, merchantId));
}

const endpointOf = (merchantId: string) => ({ kind: 'webhook_endpoint', id: merchantId });

/**
 * Changes a merchant's endpoint. Each attempt asks where the name leads; here only the address itself is looked at.
 * @throws ApiError 400 with the fault of the address.
 */
export async function updateEndpoint(
  deps: Deps,
  actor: PersonActor,
  { url, isActive }: { url: string; isActive: boolean },
): Promise<MerchantEndpoint> {
  const merchantId = actor.accountId;
  if (url !== '') assertWebAddress('url', url, deps.reach);
  const at = deps.clock();
  const endpoint = await transaction(deps.db, async (tx) => {
    const former = await readEndpoint(tx, merchantId);
    const changed = await setEndpoint(tx, merchantId, { url, isActive }, at);
    const before = { url: former.url, is_active: former.isActive };
    const object = endpointOf(merchantId);
    await appendChange(
      tx,
      { actor, action: 'change-webhook-address', object, before, after: { url, is_active: isActive } },
      at,
    );
    if (isActive && url !== '') await retryAllNow(tx, merchantId, at);
    await appendEvent(tx, { kind: CHANGED, objectId: merchantId, owners: [merchantId], at });
    return changed;
  });
  return withSecret(deps, merchantId, endpoint);
}

/** Gives a merchant another secret. @throws ApiError 409 `secret_rotating`. */
export async function rotateSecret(deps: Deps, actor: PersonActor): Promise<MerchantEndpoint> {
  const merchantId = actor.accountId;
  const at = deps.clock();
  const endpoint = await transaction(deps.db, async (tx) => {
    const changed = await nextSecret(tx, merchantId, { at, formerUntil: after(at, SECRET_OVERLAP_MS) });
    if (changed === undefined) {
      throw conflict('secret_rotating', 'Прежний секрет ещё действует. Новый можно выпустить, когда истекут его сутки');
    }
    await appendEvent(tx, { kind: CHANGED, objectId: merchantId, owners: [merchantId], at });
    const object = endpointOf(merchantId);
    await appendAudit(tx, { actor, action: 'replace-webhook-secret', object, before: null, after: {} }, at);
    return changed;
  });
  return withSecret(deps, merchantId, endpoint);
}

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
    if (delivery.toEndpoint) {
      const { url, isActive } = await readEndpoint(tx, delivery.merchantId);
      if (!isActive || url === '')
        throw conflict('webhooks_off', 'Вебхуки выключены: включите их и повторите отправку');
    }
    await appendEvent(tx, { kind: CHANGED, objectId: id, owners: [delivery.merchantId], at });
    if (delivery.status !== 'PENDING') return requeue(tx, delivery, { at, giveUpAt: after(at, MAX_AGE_MS) });
    await retryNow(tx, delivery, at);
    return (await lockDelivery(tx, id)) ?? delivery;
  });
}
