import { createHmac, randomUUID } from 'node:crypto';
import { getWebhookEndpoint, rotateWebhookSecret } from '@kantor/contract/wire/webhooks.ts';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { migrate } from '../../src/db/migrate.ts';
import { createPool } from '../../src/db/pool.ts';
import { readEndpoint } from '../../src/modules/webhooks/store/endpoints.ts';
import { secretOf, showSecret } from '../../src/modules/webhooks/secrets.ts';
import { startKantor } from '../support/kantor.ts';
import { createOldDatabase } from '../support/database.ts';

const SECRET = Buffer.from('the secret of this server, a long one');

/** As the versions before made it. */
const oldSecret = (merchantId: string, version: number) =>
  `whsec_${createHmac('sha256', SECRET).update(`webhook/${merchantId}/${version}`).digest('base64')}`;

test('The secrets that merchants were shown before stay; the next ones are derived', async () => {
  const { ownerUrl: url, drop } = await createOldDatabase('048');
  const db = createPool(url);
  onTestFinished(async () => {
    await db.destroy();
    await drop();
  });
  const [untouched, touched, rotated] = [randomUUID(), randomUUID(), randomUUID()] as const;
  for (const id of [untouched, touched, rotated]) {
    await sql`
      insert into users (id, role, username, password_hash, payout_enable, fee_bp, reward_bp, created_at)
      values (${id}, 'merchant', ${`shop-${id}`}, '', false, 0, 0, now())`.execute(db);
  }
  await sql`
    insert into webhook_endpoint (merchant_id, url, is_active, since, secret_version)
    values (${touched}, 'https://shop.example', true, now(), 1), (${rotated}, '', true, now(), 3)`.execute(db);
  await migrate(url);

  const shown = async (merchantId: string) => {
    const endpoint = await readEndpoint(db, merchantId, merchantId);
    if (endpoint === undefined) throw new Error('There is no first endpoint.');
    const { secretVersion: version, lastRawVersion } = endpoint;
    const made = (of: number) => showSecret(secretOf(SECRET, { endpointId: merchantId, version: of, lastRawVersion }));
    return { now: made(version), next: made(version + 1), nextBefore: oldSecret(merchantId, version + 1) };
  };
  for (const [id, version] of [
    [untouched, 1],
    [touched, 1],
    [rotated, 3],
  ] as const) {
    const { now, next, nextBefore } = await shown(id);
    expect(now).toBe(oldSecret(id, version));
    expect(next).not.toBe(nextBefore);
  }
});

test('A merchant of today has derived secrets from the first', async () => {
  const kantor = await startKantor();
  onTestFinished(() => kantor.close());
  const merchant = await kantor.createMerchant();
  const raw = (version: number) =>
    `whsec_${createHmac('sha256', kantor.settings.jwtSecret).update(`webhook/${merchant.id}/${version}`).digest('base64')}`;
  expect((await merchant.call(getWebhookEndpoint)).secret).not.toBe(raw(1));
  expect((await merchant.call(rotateWebhookSecret)).secret).not.toBe(raw(2));
});
