import { API_BASE, getOrder } from '@kantor/contract/plain/routes.ts';
import { sql } from 'kysely';
import { describe, expect, vi } from 'vitest';
import { createPool } from '../../src/db/pool.ts';
import { after, HOUR, MINUTE } from '../../src/kernel/clock.ts';
import { insertBackup } from '../../src/modules/platform/index.ts';
import { transaction } from '../../src/db/tx.ts';
import { kantorTest } from '../support/fixtures.ts';
import { startServer } from '../support/server-process.ts';

const TOKEN = 'a-token-that-only-prometheus-has';

const test = kantorTest
  .extend('options', { scope: 'file' }, { now: 'running' })
  .extend('server', { scope: 'file' }, async ({ kantor }, { onCleanup }) => {
    const server = await startServer(kantor.databaseUrl, 'all', {
      KANTOR_METRICS_PORT: '0',
      KANTOR_METRICS_TOKEN: TOKEN,
      KANTOR_HEALTH_PORT: '0',
    });
    onCleanup(() => server.kill('SIGTERM'));
    return server;
  })
  .extend('scrape', { scope: 'file' }, ({ server }) => async () => {
    const answer = await fetch(server.metricsUrl, { headers: { authorization: `Bearer ${TOKEN}` } });
    if (!answer.ok) throw new Error(`The metrics answer ${answer.status}`);
    return answer.text();
  });

/** Names and labels, without values. */
const series = (text: string) =>
  text
    .split('\n')
    .filter((line) => line.startsWith('kantor_'))
    .map((line) => line.slice(0, line.lastIndexOf(' ')));

const valueOf = (text: string, name: string): number =>
  Number(
    text
      .split('\n')
      .find((line) => line.startsWith(`${name} `))
      ?.slice(name.length + 1),
  );

describe('/metrics', () => {
  test('is for whoever has the token, and on no other address', async ({ server }) => {
    const refused = [{}, { authorization: 'Bearer wrong' }, { authorization: TOKEN }];
    for (const headers of refused) expect((await fetch(server.metricsUrl, { headers })).status).toBe(401);
    for (const origin of [server.url, server.healthUrl]) {
      expect((await fetch(`${origin}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } })).status).toBe(404);
    }
  });

  test('counts requests by route and status, and no path, method or host makes a series', async ({
    server,
    scrape,
  }) => {
    const ask = async (round: number) => {
      for (let n = 0; n < 20; n += 1) {
        await fetch(`${server.url}${API_BASE}${getOrder.path.replace(':id', `${round}-${n}`)}?page=${n}`);
        await fetch(`${server.url}/${round}/${n}/wp-login.php`, { method: n % 2 ? 'PROPFIND' : 'REPORT' });
        await fetch(`${server.url}/assets/${round}-${n}.js`, { headers: { 'x-request-id': `id-of-mine-${n}` } });
      }
    };
    await ask(1);
    const before = await scrape();
    await ask(2);
    const now = await scrape();
    expect(series(now).filter((each) => each.startsWith('kantor_request'))).toEqual(
      series(before).filter((each) => each.startsWith('kantor_request')),
    );
    const orders = `kantor_requests_total{method="GET",route="${API_BASE}${getOrder.path}",status="401"}`;
    expect(valueOf(now, orders) - valueOf(before, orders)).toBe(20);
    expect(now).not.toContain('wp-login');
  });

  test('tells how the installation is', async ({ kantor, scrape }) => {
    const at = kantor.clock();
    const merchant = await kantor.createMerchant();
    await sql`
      insert into webhook (id, merchant_id, merchant_seq, event_id, type, object_id, url, body, created_at, give_up_at, status)
      select gen_random_uuid(), ${merchant.id}, n, n, 'order.closed', gen_random_uuid(), 'https://shop.example', '{}', ${at}, ${at}, 'DEAD'
      from generate_series(1, 3) as n`.execute(kantor.db);
    await transaction(kantor.db, (tx) => insertBackup(tx, after(at, -HOUR), ''));
    const isKept = async () => {
      const text = await scrape();
      return valueOf(text, 'kantor_webhooks_dead') === 3 && text.includes('kantor_job_late{job="expire_orders"} 0');
    };
    // A scrape asks the database every five seconds, and a process tells of its jobs every twenty.
    await vi.waitUntil(isKept, { timeout: 40_000, interval: 500 });
    const text = await scrape();
    expect(valueOf(text, 'kantor_backup_age_seconds')).toBeGreaterThan(3600);
    expect(valueOf(text, 'kantor_backup_age_seconds')).toBeLessThan(3600 + MINUTE / 1000);
    expect(valueOf(text, 'kantor_rate_stale')).toBe(0);
    expect(valueOf(text, 'kantor_database_answers')).toBe(1);
    expect(Math.abs(valueOf(text, 'kantor_clock_ahead_seconds'))).toBeLessThan(1);
    expect(valueOf(text, 'kantor_pool_takes_total')).toBeGreaterThan(0);
    for (const name of [
      'queue_lag_seconds{queue="outbox_webhooks"}',
      'disk_free_bytes',
      'part_late{part="send_webhooks"}',
    ])
      expect(valueOf(text, `kantor_${name}`), name).toBeGreaterThanOrEqual(0);
    // Nobody has verified, and there is no chain: what is not known is not told.
    expect(text).not.toContain('kantor_chain_age_seconds');
  });
});

test('a statement that takes long is told by its text, without its values', async ({ kantor }) => {
  const told: string[] = [];
  const slow = {
    fromMs: 50,
    tell: (text: string, milliseconds: number) => void told.push(`${text} ${milliseconds >= 50}`),
  };
  const db = createPool(kantor.databaseUrl, { max: 1, part: 'test', slow });
  await sql`select ${'a secret'}::text`.execute(db);
  await sql`select pg_sleep(${0.06}), ${'a secret'}::text`.execute(db);
  await db.destroy();
  expect(told).toEqual(['select pg_sleep($1), $2::text true']);
});
