import { fileURLToPath } from 'node:url';
import { createClient } from '@kantor/contract/client.ts';
import { API_BASE } from '@kantor/contract/plain/routes.ts';
import { MERCHANT_API_BASE } from '@kantor/contract/plain/merchant-routes.ts';
import { login, getMe } from '@kantor/contract/wire/auth.ts';
import { createMerchantOrder } from '@kantor/contract/wire/merchant-orders.ts';
import { sql } from 'kysely';
import { expect, vi } from 'vitest';
import { DatabaseClock } from '../../src/db/database-clock.ts';
import { after, MINUTE, SECOND, systemClock } from '../../src/kernel/clock.ts';
import { test as base } from '../support/fixtures.ts';
import { collectLog } from '../support/log.ts';
import { PASSWORD } from '../support/people.ts';
import { startServer } from '../support/server-process.ts';

const test = base.extend('options', { scope: 'file' }, { now: 'running' });

const SHIFTED = fileURLToPath(new URL('../support/stubs/shifted-clock.mjs', import.meta.url));
/** A process whose clock is so many milliseconds off. */
const off = (milliseconds: number) => ({
  NODE_OPTIONS: `--import ${SHIFTED}`,
  TEST_CLOCK_OFFSET_MS: String(milliseconds),
});
const APART_MS = 20 * MINUTE;
/** Against hanging only. */
const SOON = { timeout: 90_000, interval: 20 };

test('an api 20 minutes behind is not ready, and its orders live as long as any', async ({
  kantor,
  merchant,
  trader,
}) => {
  await kantor.createRequisite(trader.id);
  const [slow, right] = await Promise.all([
    startServer(kantor.databaseUrl, 'api', off(-APART_MS)),
    startServer(kantor.databaseUrl, 'api'),
  ]);
  try {
    const ready = await fetch(`${slow.url}/ready`);
    expect([ready.status, await ready.json()]).toEqual([
      503,
      expect.objectContaining({
        code: 'clock_apart',
        detail: expect.stringMatching(/^Часы сервера отстают на 1200 с/) as string,
      }),
    ]);
    expect((await fetch(`${right.url}/ready`)).status).toBe(200);
    expect(slow.output()).toMatch(/"event":"clock_apart"/);
    expect(right.output()).not.toMatch(/clock_apart/);

    const order = await createClient({ base: slow.url + MERCHANT_API_BASE, token: merchant.key }).callDecoded(
      createMerchantOrder,
      { body: { amount: '1500.00', method: 'sbp', external_id: 'late' }, headers: { 'idempotency-key': 'late' } },
    );
    const left = order.expires_at.getTime() - Date.now();
    expect(left).toBeGreaterThan(5 * MINUTE);

    // A token of one node is taken by the other.
    const { access } = await createClient({ base: slow.url + API_BASE }).call(login, {
      body: { username: trader.username, password: PASSWORD },
    });
    const { username } = await createClient({ base: right.url + API_BASE, token: access }).call(getMe);
    expect(username).toBe(trader.username);
  } finally {
    await Promise.all([slow.kill('SIGTERM'), right.kill('SIGTERM')]);
  }
});

test('a worker 20 minutes ahead expires nobody’s orders', async ({ kantor, merchant, trader }) => {
  await kantor.createRequisite(trader.id);
  const { id } = await merchant.order('1700');
  await merchant.order('1701');
  await sql`update orders set expires_at = now() - interval '1 minute' where id <> ${id}`.execute(kantor.db);
  const worker = await startServer(kantor.databaseUrl, 'worker', off(APART_MS));
  const statusOf = async (isIt: boolean) =>
    (await sql<{ status: string }>`select status from orders where (id = ${id}) = ${isIt}`.execute(kantor.db)).rows;
  try {
    expect(worker.output()).toMatch(/"event":"clock_apart"/);
    // It does its work: what is due has expired.
    await vi.waitUntil(async () => (await statusOf(false)).every(({ status }) => status === 'EXPIRED'), SOON);
    expect(await statusOf(true)).toEqual([{ status: 'ACTIVE' }]);
  } finally {
    await worker.kill('SIGTERM');
  }
});

/** Measures. @returns the milliseconds that it took: the measured time is no further from the machine's, which is the database's, too. */
async function measured(clock: DatabaseClock): Promise<number> {
  const askedAt = Date.now();
  await clock.measure();
  return Date.now() - askedAt;
}

/** Moments are whole milliseconds, on either side. */
const ROUNDING_MS = 2;

function expectRight(clock: DatabaseClock, withinMs: number): void {
  const before = Date.now();
  const now = clock.now().getTime();
  expect(now).toBeGreaterThanOrEqual(before - withinMs - ROUNDING_MS);
  expect(now).toBeLessThanOrEqual(Date.now() + withinMs + ROUNDING_MS);
}

test('a clock that is wrong is logged once, and once when it is right again', async ({ kantor }) => {
  const { log, lines } = collectLog();
  let ahead = 3 * SECOND;
  const clock = new DatabaseClock({ db: kantor.db, log, own: () => after(systemClock(), ahead) });
  expect(() => clock.now()).toThrow('was not read yet');
  let quickest = Infinity;
  const [fast, slow] = [/^Часы сервера спешат на /, /^Часы сервера отстают на /];
  const judged = [
    [3 * SECOND, fast],
    [4 * SECOND, fast],
    [0, undefined],
    [0, undefined],
    [-3 * SECOND, slow],
    [SECOND, undefined],
  ] as const;
  for (const [offset, fault] of judged) {
    ahead = offset;
    // Only a quick answer proves it.
    await vi.waitFor(async () => {
      quickest = Math.min(quickest, await measured(clock));
      expect(clock.fault() ?? '').toMatch(fault ?? /^$/);
    }, SOON);
  }
  expect(lines().map(({ event }) => event)).toEqual(['clock_apart', 'clock_right', 'clock_apart', 'clock_right']);
  expectRight(clock, quickest);
});

test('an answer that takes long proves little: neither a clock right nor wrong, nor a better time', async ({
  kantor,
}) => {
  const { log, lines } = collectLog();
  let ahead = 0;
  const clock = new DatabaseClock({ db: kantor.db, log, own: () => after(systemClock(), ahead) });
  const first = await measured(clock);
  const elapsed = vi.spyOn(performance, 'now');
  const real = performance.timeOrigin;
  try {
    // The answer seems to have taken ten seconds: the moment may be any of them.
    const askedAt = Date.now() - real - 10 * SECOND;
    elapsed.mockReturnValueOnce(askedAt);
    ahead = 3 * SECOND;
    await clock.measure();
    expect(clock.fault()).toBeUndefined();
  } finally {
    elapsed.mockRestore();
  }
  expectRight(clock, first);
  expect(lines()).toEqual([]);
});
