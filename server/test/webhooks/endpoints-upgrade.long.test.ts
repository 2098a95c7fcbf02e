import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { migrate } from '../../src/db/migrate.ts';
import { createPool } from '../../src/db/pool.ts';
import { createDispatcher } from '../../src/modules/webhooks/index.ts';
import { secretOf, showSecret } from '../../src/modules/webhooks/secrets.ts';
import { createOldDatabase } from '../support/database.ts';
import { collectLog } from '../support/log.ts';
import { isSigned } from './shop.ts';

const SECRET = Buffer.from('the secret of this server, a long one');
const NOW = new Date('2026-11-23T20:00:00.000Z');

test('what waited for the one endpoint there was goes to it after the upgrade, in its order, signed as before', async () => {
  const { ownerUrl: url, drop } = await createOldDatabase('048');
  const db = createPool(url);
  onTestFinished(async () => {
    await db.destroy();
    await drop();
  });
  const merchantId = randomUUID();
  const [order, own] = [randomUUID(), randomUUID()] as const;
  await sql`
    insert into users (id, role, username, password_hash, payout_enable, fee_bp, reward_bp, created_at)
    values (${merchantId}, 'merchant', 'shop', '', false, 0, 0, now())`.execute(db);
  await migrate(url, { version: '141' });
  await sql`delete from webhook_endpoint`.execute(db);
  await sql`
    insert into webhook_endpoint (merchant_id, url, is_active, since, secret_version, former_secret_until)
    values (${merchantId}, 'https://shop.example/hooks', true, ${NOW}, 2, ${NOW}::timestamptz + interval '1 hour')`.execute(
    db,
  );
  const deliveries = [
    [1, order, 'order.active', null, NOW],
    [2, order, 'order.closed', null, null],
    [3, own, 'order.active', 'https://shop.example/own', NOW],
  ] as const;
  const ids = deliveries.map(() => randomUUID());
  for (const [index, [n, objectId, type, callbackUrl, next]] of deliveries.entries())
    await sql`
      insert into webhook (id, merchant_id, merchant_seq, event_id, type, object_id, callback_url, url, body, created_at,
        give_up_at, next_attempt_at)
      values (${ids[index]}, ${merchantId}, ${n}, ${n}, ${type}, ${objectId}, ${callbackUrl}::text,
        coalesce(${callbackUrl}::text, 'https://shop.example/hooks'), ${JSON.stringify({ type })}, ${NOW},
        ${NOW}::timestamptz + interval '1 day', ${next}::timestamptz)`.execute(db);

  await migrate(url);

  const heard: { url: string; id: string; signed: boolean[] }[] = [];
  const secrets = [1, 2].map((version) =>
    showSecret(secretOf(SECRET, { endpointId: merchantId, version, lastRawVersion: 0 })),
  );
  const dispatcher = createDispatcher({
    db,
    clock: () => NOW,
    secret: SECRET,
    log: collectLog().log,
    send: async (to, headers, body) => {
      const seen = { headers, raw: String(body) };
      const id = headers['webhook-id'] ?? '';
      heard.push({ url: to, id, signed: secrets.map((secret) => isSigned(seen as never, secret)) });
      return { startedAt: NOW, duration: 1, status: 200, answer: '', error: '', retryAfter: undefined };
    },
  });
  for (let turn = 0; turn < 2; turn += 1) {
    await dispatcher.dispatch();
    await dispatcher.settled();
  }
  expect(heard.map(({ signed }) => signed)).toEqual(ids.map(() => [true, true]));
  const at = (where: string) => heard.filter((each) => each.url === where).map(({ id }) => id);
  expect(at('https://shop.example/hooks')).toEqual([ids[0], ids[1]]);
  expect(at('https://shop.example/own')).toEqual([ids[2]]);
});
