import { MAX_ENDPOINTS } from '@kantor/contract/plain/webhooks.ts';
import { type Locked, transaction, type Tx } from '../../db/tx.ts';
import type { PersonActor } from '../../kernel/actor.ts';
import { after } from '../../kernel/clock.ts';
import { allSecrets } from '../../kernel/derive-key.ts';
import { conflict, notFound } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import { appendEvent } from '../../outbox/append.ts';
import { appendAudit, appendChange, type Facts } from '../audit/index.ts';
import { SECRET_OVERLAP_MS } from './rules.ts';
import { secretOf, showSecret } from './secrets.ts';
import type { Deps } from './service.ts';
import { retryAllNow } from './store/deliveries.ts';
import {
  addEndpoint as insertEndpoint,
  type Endpoint,
  lockEndpoint,
  nextSecret,
  readEndpoint,
  readEndpoints,
  removeEndpoint as markRemoved,
  setEndpoint,
} from './store/endpoints.ts';
import { forgetOutage, type Health, readHealth } from './store/health.ts';
import { assertWebAddress } from './web-address.ts';

const CHANGED = 'webhook.changed';

/** An endpoint as its merchant sees it. */
export interface MerchantEndpoint extends Pick<Endpoint, 'id' | 'url' | 'isActive' | 'isTest' | 'types'> {
  /** `whsec_…` */
  secret: string;
  /** Null unless a former secret signs as well. */
  formerSecretUntil: Date | null;
}

export type EndpointWithHealth = MerchantEndpoint & { health: Health };

function withSecret({ secret, clock }: Deps, endpoint: Endpoint): MerchantEndpoint {
  const {
    id,
    url,
    isActive,
    isTest,
    types,
    secretVersion: version,
    lastRawVersion,
    formerSecretUntil: until,
  } = endpoint;
  return {
    id,
    url,
    isActive,
    isTest,
    types,
    secret: showSecret(secretOf(allSecrets(secret)[0], { endpointId: id, version, lastRawVersion })),
    formerSecretUntil: until !== null && clock() < until ? until : null,
  };
}

async function withHealth(
  deps: Deps,
  merchantId: string,
  endpoints: readonly Endpoint[],
): Promise<EndpointWithHealth[]> {
  const ids = endpoints.map(({ id }) => id);
  const healths = await readHealth(deps.db, { merchantId, ids, at: deps.clock() });
  return endpoints.flatMap((endpoint) => {
    const health = healths.get(endpoint.id);
    return health === undefined ? [] : [{ ...withSecret(deps, endpoint), health }];
  });
}

/** A merchant's first endpoint, also before they have given it an address. */
export async function getEndpoint(deps: Deps, merchantId: string): Promise<MerchantEndpoint> {
  return withSecret(deps, await found(readEndpoint(deps.db, merchantId, merchantId)));
}

async function found<Row>(reading: Promise<Row | undefined>): Promise<Row> {
  const row = await reading;
  if (row === undefined) throw notFound();
  return row;
}

export const listEndpoints = async (deps: Deps, merchantId: string): Promise<EndpointWithHealth[]> =>
  withHealth(deps, merchantId, await readEndpoints(deps.db, merchantId));

async function oneOf(deps: Deps, merchantId: string, id: string): Promise<EndpointWithHealth> {
  const [endpoint] = await withHealth(deps, merchantId, [await found(readEndpoint(deps.db, merchantId, id))]);
  if (endpoint === undefined) throw notFound();
  return endpoint;
}

const objectOf = (id: string) => ({ kind: 'webhook_endpoint', id });
type Choice = Pick<Endpoint, 'url' | 'isActive' | 'types'>;
/** What is wanted is said where it is not everything. */
const factsOf = ({ url, isActive, types }: Choice): Facts => ({
  url,
  is_active: isActive,
  ...(types !== null && { types: types.join(', ') }),
});

/** Changes a locked endpoint in a transaction that tells those who look at it. */
function changing(
  deps: Deps,
  { accountId: merchantId }: PersonActor,
  id: string,
  change: (tx: Tx, endpoint: Locked<Endpoint>, at: Date) => Promise<unknown>,
): Promise<void> {
  const at = deps.clock();
  return transaction(deps.db, async (tx) => {
    const endpoint = await found(lockEndpoint(tx, { merchantId, id, at }));
    await change(tx, endpoint, at);
    await appendEvent(tx, { kind: CHANGED, objectId: merchantId, owners: [merchantId], at });
  });
}

/**
 * Changes an endpoint. Each attempt asks where the name leads; here only the address itself is looked at.
 * @param types absent: as they are.
 * @throws ApiError 404, 400 with the fault of the address.
 */
export async function changeEndpoint(
  deps: Deps,
  actor: PersonActor,
  { id, url, isActive, types }: { id: string; url: string; isActive: boolean; types?: string[] | null },
): Promise<EndpointWithHealth> {
  if (url !== '') assertWebAddress('url', url, deps.reach);
  await changing(deps, actor, id, async (tx, former, at) => {
    const choice = { url, isActive, types: types === undefined ? former.types : types };
    await setEndpoint(tx, former, choice, at);
    // An outage that its owner has done something about is over for us: what comes then is another.
    if (former.url !== url || former.isActive !== isActive) await forgetOutage(tx, id);
    const change = { before: factsOf(former), after: factsOf(choice) };
    await appendChange(tx, { actor, action: 'change-webhook-address', object: objectOf(id), ...change }, at);
    if (isActive && url !== '') await retryAllNow(tx, former, at);
  });
  return oneOf(deps, actor.accountId, id);
}

/** Adds an endpoint. @throws ApiError 409 `too_many_endpoints`, 400 with the fault of the address. */
export async function addEndpoint(
  deps: Deps,
  actor: PersonActor,
  { url, types, isTest }: { url: string; types: string[] | null; isTest: boolean },
): Promise<EndpointWithHealth> {
  assertWebAddress('url', url, deps.reach);
  const at = deps.clock();
  const id = newId(at);
  const { accountId: merchantId } = actor;
  await transaction(deps.db, async (tx) => {
    if (!(await insertEndpoint(tx, { id, merchantId, url, types, isTest }, { at, most: MAX_ENDPOINTS })))
      throw conflict('too_many_endpoints', `Адресов не больше ${MAX_ENDPOINTS}: удалите ненужный`);
    const facts = { ...factsOf({ url, isActive: true, types }), is_test: isTest };
    await appendAudit(
      tx,
      { actor, action: 'add-webhook-endpoint', object: objectOf(id), before: null, after: facts },
      at,
    );
    await appendEvent(tx, { kind: CHANGED, objectId: merchantId, owners: [merchantId], at });
  });
  return oneOf(deps, merchantId, id);
}

/** Removes an endpoint; of the first, its address. @throws ApiError 404. */
export async function removeEndpoint(deps: Deps, actor: PersonActor, id: string): Promise<null> {
  await changing(deps, actor, id, async (tx, endpoint, at) => {
    if (id === actor.accountId) await setEndpoint(tx, endpoint, { url: '', isActive: true, types: null }, at);
    else await markRemoved(tx, endpoint, at);
    await forgetOutage(tx, id);
    const entry = { actor, action: 'remove-webhook-endpoint', object: objectOf(id) };
    await appendAudit(tx, { ...entry, before: factsOf(endpoint), after: {} }, at);
  });
  return null;
}

/** Gives an endpoint another secret. @throws ApiError 404, 409 `secret_rotating`. */
export async function rotateSecret(deps: Deps, actor: PersonActor, id: string): Promise<EndpointWithHealth> {
  await changing(deps, actor, id, async (tx, endpoint, at) => {
    if (endpoint.formerSecretUntil !== null && endpoint.formerSecretUntil > at)
      throw conflict('secret_rotating', 'Прежний секрет ещё действует. Новый можно выпустить, когда истекут его сутки');
    await nextSecret(tx, endpoint, { formerUntil: after(at, SECRET_OVERLAP_MS) });
    const entry = { actor, action: 'replace-webhook-secret', object: objectOf(id) };
    await appendAudit(tx, { ...entry, before: null, after: {} }, at);
  });
  return oneOf(deps, actor.accountId, id);
}
