import type { WebhookKind } from '@kantor/contract/plain/webhooks.ts';
import { transaction } from '../../db/tx.ts';
import type { PersonActor } from '../../kernel/actor.ts';
import { after, MINUTE } from '../../kernel/clock.ts';
import { conflict, notFound, RateLimited } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import { createRateLimiter } from '../../kernel/rate-limiter.ts';
import { appendAudit } from '../audit/index.ts';
import { exampleOf } from './examples.ts';
import { secretsOf, signedHeaders } from './secrets.ts';
import type { AttemptResult, Send } from './send.ts';
import type { Deps } from './service.ts';
import { readEndpoint } from './store/endpoints.ts';
import { insertTried } from './store/tried.ts';

/** Tries of one merchant, at once and again within a minute. */
const TRIES_PER_MINUTE = 10;
const MAX_KEYS = 10_000;

type Tried = AttemptResult & { webhookId: string };

/**
 * Makes the function that sends an example to an endpoint, now and once. It goes by the same way as every webhook, with its guards;
 * the journal has it, and no figure of the endpoint's health.
 */
export function createTrying(deps: Deps & { send: Send }) {
  const { db, clock, secret, send } = deps;
  const limiter = createRateLimiter({ points: TRIES_PER_MINUTE, windowMs: MINUTE, clock, maxKeys: MAX_KEYS });

  /** @throws ApiError 404, 409 `no_address`, 429. */
  return async (actor: PersonActor, id: string, type: WebhookKind): Promise<Tried> => {
    const { accountId: merchantId } = actor;
    const endpoint = await readEndpoint(db, merchantId, id);
    if (endpoint === undefined) throw notFound();
    if (endpoint.url === '') throw conflict('no_address', 'Сначала укажите адрес, на который отправлять');
    const wait = limiter.consume(merchantId);
    if (wait > 0) throw new RateLimited('Слишком много проверок подряд. Повторите через минуту', wait);

    const at = clock();
    const webhookId = newId(at);
    const { objectId, body } = exampleOf(type, at);
    const headers = signedHeaders({ id: webhookId, at, body }, secretsOf(secret, endpoint, at));
    // No transaction is open while it talks to the merchant's server.
    const result = await send(endpoint.url, headers, body);
    await transaction(db, async (tx) => {
      const { url } = endpoint;
      const endpointId = id === merchantId ? null : id;
      const giveUpAt = after(at, MINUTE);
      await insertTried(tx, { id: webhookId, merchantId, endpointId, url, type, objectId, body, at, giveUpAt }, result);
      const answered = { type, status: result.status, error: result.error };
      const object = { kind: 'webhook_endpoint', id };
      await appendAudit(tx, { actor, action: 'try-webhook-endpoint', object, before: null, after: answered }, at);
    });
    return { ...result, webhookId };
  };
}
