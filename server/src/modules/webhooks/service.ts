import type { PageRequest } from '@kantor/contract/plain/pages.ts';
import { WEBHOOK_STATUS_TEXT } from '@kantor/contract/plain/statuses.ts';
import type { Database } from '../../db/pool.ts';
import { transaction } from '../../db/tx.ts';
import { after, type Clock } from '../../kernel/clock.ts';
import { conflict, notFound } from '../../kernel/errors.ts';
import { assertWebAddress, type Reach } from './web-address.ts';
import { appendEvent } from '../../outbox/append.ts';
import { type Endpoint, hurryMessages, nextSecret, readEndpoint, setEndpoint } from './endpoint.ts';
import { hurryMessage, lockMessage, type Message, readMessage, readMessages, reviveMessage } from './journal.ts';
import { OVERLAP, PATIENCE } from './rules.ts';
import { secretOf, showSecret } from './secrets.ts';

export interface Deps {
  db: Database;
  clock: Clock;
  /** The server's: secrets are derived from it. */
  secret: Uint8Array;
  reach: Reach;
}

const CHANGED = 'webhook.changed';

function toEndpoint({ secret, clock }: Deps, merchantId: string, endpoint: Endpoint) {
  const { url, isActive, secretVersion, formerSecretUntil: until } = endpoint;
  return {
    url,
    is_active: isActive,
    secret: showSecret(secretOf(secret, merchantId, secretVersion)),
    former_secret_until: until !== null && clock() < until ? until : null,
  };
}

export async function getEndpoint(deps: Deps, merchantId: string) {
  return toEndpoint(deps, merchantId, await readEndpoint(deps.db, merchantId));
}

/**
 * Where the name leads is found out at each attempt; here only what the address itself says is looked at.
 * @throws ApiError 400 that says what is wrong with the address.
 */
export async function updateEndpoint(
  deps: Deps,
  merchantId: string,
  { url, is_active: isActive }: { url: string; is_active: boolean },
) {
  if (url !== '') assertWebAddress('url', url, deps.reach);
  const at = deps.clock();
  const endpoint = await transaction(deps.db, async (tx) => {
    const changed = await setEndpoint(tx, merchantId, { url, isActive }, at);
    if (isActive && url !== '') await hurryMessages(tx, merchantId, at);
    await appendEvent(tx, { kind: CHANGED, objectId: merchantId, owners: [merchantId], at });
    return changed;
  });
  return toEndpoint(deps, merchantId, endpoint);
}

/** @throws ApiError 409 `secret_rotating`. */
export async function rotateSecret(deps: Deps, merchantId: string) {
  const at = deps.clock();
  const endpoint = await transaction(deps.db, async (tx) => {
    const changed = await nextSecret(tx, merchantId, { at, formerUntil: after(at, OVERLAP) });
    if (changed === undefined) {
      throw conflict('secret_rotating', 'Прежний секрет ещё действует. Новый можно выпустить, когда истекут его сутки');
    }
    await appendEvent(tx, { kind: CHANGED, objectId: merchantId, owners: [merchantId], at });
    return changed;
  });
  return toEndpoint(deps, merchantId, endpoint);
}

const toRow = (message: Message) => ({
  id: message.id,
  type: message.type,
  object_id: message.objectId,
  url: message.url,
  status: message.status,
  human_status: WEBHOOK_STATUS_TEXT[message.status],
  attempts: message.attempts,
  created_at: message.createdAt,
  next_attempt_at: message.nextAttemptAt,
  delivered_at: message.deliveredAt,
});

export async function listWebhooks({ db }: Deps, merchantId: string, request: PageRequest) {
  const { count, results } = await readMessages(db, merchantId, request);
  return { count, results: results.map(toRow) };
}

/** @throws ApiError 404 also when the message is another merchant's. */
export async function getWebhook({ db }: Deps, merchantId: string, id: string) {
  const message = await readMessage(db, merchantId, id);
  if (message === undefined) throw notFound();
  return {
    ...toRow(message),
    body: message.body,
    attempt_history: message.history.map((attempt) => ({
      started_at: attempt.startedAt,
      duration: attempt.duration,
      response_status: attempt.responseStatus,
      response_body: attempt.responseBody,
      error: attempt.error,
    })),
  };
}

/**
 * Sends a message at once, whatever has become of it. One that is being sent already is due, and is left to that.
 * @param merchantId whose it must be; absent: anyone's.
 * @throws ApiError 404, 409 `webhooks_off`.
 */
export async function resendWebhook({ db, clock }: Pick<Deps, 'db' | 'clock'>, id: string, merchantId?: string) {
  const at = clock();
  return transaction(db, async (tx) => {
    const message = await lockMessage(tx, id);
    if (message === undefined || (merchantId ?? message.merchantId) !== message.merchantId) throw notFound();
    if (message.toEndpoint) {
      const { url, isActive } = await readEndpoint(tx, message.merchantId);
      if (!isActive || url === '')
        throw conflict('webhooks_off', 'Вебхуки выключены: включите их и повторите отправку');
    }
    await appendEvent(tx, { kind: CHANGED, objectId: id, owners: [message.merchantId], at });
    if (message.status !== 'PENDING') {
      return toRow(await reviveMessage(tx, id, { at, giveUpAt: after(at, PATIENCE) }));
    }
    await hurryMessage(tx, message, at);
    return toRow((await lockMessage(tx, id)) ?? message);
  });
}
