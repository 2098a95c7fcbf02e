import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { expect, vi } from 'vitest';
import { transaction } from '../../src/db/tx.ts';
import { after, DAY } from '../../src/kernel/clock.ts';
import { newId } from '../../src/kernel/ids.ts';
import { insertPing } from '../../src/modules/devices/index.ts';
import { insertDeliveries } from '../../src/modules/webhooks/store/fan-out.ts';
import { test as base } from '../support/fixtures.ts';
import { startServer } from '../support/server-process.ts';

const test = base.extend('options', { scope: 'file' }, { now: 'running' });

/** The rows that are left then. */
const LEFT = [{ messages: ['-2 DEAD'], pings: 0n, answers: 0n }];

test('A worker, once started, forgets what is old and gives up what is overdue', async ({
  kantor,
  merchant,
  trader,
}) => {
  const cabinetId = await kantor.createCabinet(trader.id, { hasPhone: false });
  const now = kantor.clock();
  const message = (eventId: bigint, at: Date) => {
    const [id, objectId] = [newId(at), newId(at)];
    const target = { merchantId: merchant.id, callbackUrl: null, url: 'https://shop.example/' };
    return { id, objectId, eventId, type: 'order.active', body: '{}', ...target };
  };
  await transaction(kantor.db, async (tx) => {
    const [old, overdue] = [after(now, -91 * DAY), after(now, -2 * DAY)];
    await insertDeliveries(tx, [message(-1n, old)], { at: old, giveUpAt: old });
    await sql`update webhook set status = 'DEAD', next_attempt_at = null`.execute(tx);
    await insertDeliveries(tx, [message(-2n, overdue)], { at: overdue, giveUpAt: overdue });
    const createdAt = after(now, -31 * DAY);
    await insertPing(tx, { id: newId(createdAt), traderId: trader.id, cabinetId, text: '', createdAt });
    await sql`
      insert into idempotency_key (owner_id, key, request_hash, answer, created_at)
      values (${merchant.id}, 'old', sha256(''), '{}', ${overdue})`.execute(tx);
  });
  const worker = await startServer(kantor.databaseUrl, 'worker');
  const left = async () =>
    (
      await sql`
        select (select array_agg(event_id || ' ' || status) from webhook) as messages,
          (select count(*) from device_ping) as pings, (select count(*) from idempotency_key) as answers`.execute(
        kantor.db,
      )
    ).rows;
  const isDone = async () => isDeepStrictEqual(await left(), LEFT);
  await vi.waitUntil(isDone, { timeout: 20_000, interval: 20 }).catch(() => undefined);
  await worker.kill('SIGTERM');
  expect(await left()).toEqual(LEFT);
});
