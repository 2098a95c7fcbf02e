import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
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
import { madeDelivery } from '../webhooks/made-deliveries.ts';

const test = base
  .extend('options', { scope: 'file' }, { now: 'running' })
  /** A webhook and a ping that are old enough to be forgotten, an answer of two days ago, and a webhook that is overdue. */
  .extend('old', async ({ kantor, merchant, trader }) => {
    const cabinetId = await kantor.createCabinet(trader.id, { hasPhone: false });
    const daysAgo = (days: number) => after(kantor.clock(), -days * DAY);
    await transaction(kantor.db, async (tx) => {
      const [old, overdue] = [daysAgo(91), daysAgo(2)];
      await insertDeliveries(tx, [madeDelivery(merchant.id, 1, old)], { at: old, giveUpAt: old });
      await sql`update webhook set status = 'DEAD', next_attempt_at = null`.execute(tx);
      await insertDeliveries(tx, [madeDelivery(merchant.id, 2, overdue)], { at: overdue, giveUpAt: overdue });
      const createdAt = daysAgo(31);
      await insertPing(tx, { id: newId(createdAt), traderId: trader.id, cabinetId, text: '', createdAt });
      await sql`
        insert into idempotency_key (owner_id, key, request_hash, answer, created_at)
        values (${merchant.id}, 'old', sha256(''), '{}', ${overdue})`.execute(tx);
    });
    /** What is there of it. */
    return async () => {
      const { rows } = await sql`
        select (select array_agg(event_id || ' ' || status order by event_id desc) from webhook) as messages,
          (select count(*) from device_ping) as pings, (select count(*) from idempotency_key) as answers`.execute(
        kantor.db,
      );
      return rows;
    };
  });

const DOCKERFILE = readFileSync(new URL('../../../Dockerfile', import.meta.url), 'utf8');

/** What the image's health check says of a process that tells its health at a port. */
function checkHealth(port: string): Promise<'healthy' | 'unhealthy'> {
  const [, ...args] = JSON.parse(/HEALTHCHECK[^[]*CMD (\[.*\])/.exec(DOCKERFILE)?.[1] ?? '[]') as string[];
  const { promise, resolve } = Promise.withResolvers<'healthy' | 'unhealthy'>();
  execFile(process.execPath, args, { env: { KANTOR_HEALTH_PORT: port } }, (error) =>
    resolve(error ? 'unhealthy' : 'healthy'),
  );
  return promise;
}

const LEFT = [{ messages: ['-2 DEAD'], pings: 0n, answers: 0n }];

test('A worker, once started, forgets what is old and gives up what is overdue', async ({ kantor, old }) => {
  expect(await old()).toEqual([{ messages: ['-1 DEAD', '-2 PENDING'], pings: 1n, answers: 1n }]);
  const worker = await startServer(kantor.databaseUrl, 'worker', { KANTOR_HEALTH_PORT: '0' });
  const isDone = async () => isDeepStrictEqual(await old(), LEFT);
  await vi.waitUntil(isDone, { timeout: 20_000, interval: 20 }).catch(() => undefined);
  // The image's check knows a worker that is well, and one that is gone.
  const { port } = new URL(worker.healthUrl);
  expect(await checkHealth(port)).toBe('healthy');
  await worker.kill('SIGTERM');
  expect(await checkHealth(port)).toBe('unhealthy');
  expect(await old()).toEqual(LEFT);
});
