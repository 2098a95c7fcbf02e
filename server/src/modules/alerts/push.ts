import { webcrypto } from 'node:crypto';
import { encryptNotification, vapidHeaders } from '@block65/webcrypto-web-push';
import type { Database } from '../../db/pool.ts';
import { singleStatement, transaction } from '../../db/tx.ts';
import { type Clock, SECOND } from '../../kernel/clock.ts';
import { deriveKeys, type ServerSecrets } from '../../kernel/derive-key.ts';
import { badRequest } from '../../kernel/errors.ts';
import { seal, unsealByAny } from '../../kernel/seal.ts';
import { BadAddress, type Reach, readWebAddress, type Send } from '../webhooks/index.ts';
import type { Outcome } from './dispatcher.ts';
import type { Told } from './rules.ts';
import type { Browser } from './store/channels.ts';
import { keepPushKey, readPushKey, replaceSealed } from './store/push-key.ts';

/** A pair of keys, base64url. */
export interface PushKey {
  publicKey: string;
  privateKey: string;
}

const PLACE = 'push';

async function newPair(): Promise<{ publicKey: Buffer; privateKey: Buffer }> {
  const pair = await webcrypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign']);
  const [jwk, raw] = await Promise.all([
    webcrypto.subtle.exportKey('jwk', pair.privateKey),
    webcrypto.subtle.exportKey('raw', pair.publicKey),
  ]);
  return { publicKey: Buffer.from(raw), privateKey: Buffer.from(jwk.d ?? '', 'base64url') };
}

/**
 * Makes the function that answers the server's pair of keys, the same in all processes. It is made when it is first asked for; and
 * anew when another server secret cannot open it, which ends the subscriptions made by it.
 */
export function createPushKeys({ db, clock, secret }: { db: Database; clock: Clock; secret: ServerSecrets }) {
  const keys = deriveKeys(secret, 'push key');
  let known: PushKey | undefined;
  return async (): Promise<PushKey> => {
    if (known) return known;
    const former = await readPushKey(db);
    const opened = former && unsealByAny(keys, former.sealed, PLACE);
    if (former && opened) {
      known = { publicKey: former.publicKey.toString('base64url'), privateKey: opened.toString('base64url') };
      return known;
    }
    const { publicKey, privateKey } = await newPair();
    const sealed = seal(keys[0], privateKey, PLACE);
    const kept = await transaction(db, (tx) => keepPushKey(tx, { publicKey, sealed }, { former, at: clock() }));
    const isOurs = kept?.publicKey.equals(publicKey);
    const secretKey = isOurs ? privateKey : kept && unsealByAny(keys, kept.sealed, PLACE);
    if (!kept || !secretKey) throw new Error('The pair of keys for pushes cannot be opened');
    known = { publicKey: kept.publicKey.toString('base64url'), privateKey: secretKey.toString('base64url') };
    return known;
  };
}

/** A push goes over https alone, or to the one trusted place. */
function isFit(endpoint: string, reach: Reach): boolean {
  const { url, isTrusted } = readWebAddress(endpoint, reach);
  return url.protocol === 'https:' || isTrusted;
}

/** Checks an address that a browser says is its push service's. @throws ApiError 400. */
export function assertPushAddress(endpoint: string, reach: Reach): void {
  const fault = 'Адрес службы оповещений должен начинаться с https://';
  try {
    if (isFit(endpoint, reach)) return;
  } catch (error) {
    if (!(error instanceof BadAddress)) throw error;
    throw badRequest({ endpoint: [error.message] });
  }
  throw badRequest({ endpoint: [fault] });
}

const GONE = new Set([404, 410]);

interface PusherDeps {
  keys: () => Promise<PushKey>;
  send: Send;
  reach: Reach;
  clock: Clock;
  /** Whom a push service may write to: an address beginning with https: or mailto:. */
  subject: string;
}

/** Makes the function that pushes to a browser once. It resolves whatever the push service does. */
export const createPusher =
  ({ keys, send, reach, clock, subject }: PusherDeps) =>
  async ({ endpoint, p256dh, auth }: Browser, { ids: _ids, expiresAt, ...told }: Told): Promise<Outcome> => {
    const url = readWebAddress(endpoint, reach);
    if (url.url.protocol !== 'https:' && !url.isTrusted) return { isGone: true };
    const subscription = {
      // The trusted place, which is no https, is its own audience all the same.
      endpoint: endpoint.replace(/^http:/, 'https:'),
      expirationTime: null,
      keys: { p256dh: p256dh.toString('base64url'), auth: auth.toString('base64url') },
    };
    const { headers } = await vapidHeaders(subscription, { subject, ...(await keys()) });
    const body = await encryptNotification(subscription, new TextEncoder().encode(JSON.stringify(told)));
    const ttl = Math.max(0, Math.floor((expiresAt.getTime() - clock().getTime()) / SECOND));
    const { status, error, retryAfter } = await send(
      endpoint,
      {
        ...headers,
        ttl: String(ttl),
        urgency: told.sounds ? 'high' : 'normal',
        'content-encoding': 'aes128gcm',
        'content-type': 'application/octet-stream',
      },
      body,
    );
    if (error === '') return { isDone: true };
    return status !== null && GONE.has(status) ? { isGone: true } : { retryAfter };
  };

/** Seals the server's pair of keys with its newest secret, where it is sealed with another. Nobody's subscription ends. */
export async function resealPushKey(db: Database, secret: ServerSecrets): Promise<void> {
  const keys = deriveKeys(secret, 'push key');
  const kept = await readPushKey(db);
  const opened = kept && unsealByAny(keys, kept.sealed, PLACE);
  if (!kept || !opened || unsealByAny([keys[0]], kept.sealed, PLACE)) return;
  await singleStatement(db, (statement) => replaceSealed(statement, kept, seal(keys[0], opened, PLACE)));
}
