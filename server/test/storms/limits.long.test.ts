import { createClient, idempotencyKey, Refused } from '@kantor/contract/client.ts';
import { MERCHANT_API_BASE } from '@kantor/contract/plain/merchant-routes.ts';
import { cancelMerchantOrder, createMerchantOrder } from '@kantor/contract/wire/merchant-orders.ts';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { newId } from '../../src/kernel/ids.ts';
import { NO_LIMITS } from '../../src/modules/accounts/index.ts';
import { verify } from '../../src/modules/verification/index.ts';
import { atOnce } from '../support/at-once.ts';
import { kantorTest } from '../support/fixtures.ts';
import type { KantorOptions } from '../support/kantor.ts';
import { rub } from '../support/money.ts';
import { startServer } from '../support/server-process.ts';

// A merchant's limits under storm: two server processes, everybody at once, never one order above.

const test = kantorTest
  .extend('options', { scope: 'file' }, { now: 'running' } as KantorOptions)
  /** The address of one server or of the other, by turns. */
  .extend('anyServer', { scope: 'file' }, async ({ kantor }, { onCleanup }) => {
    const [one, other] = await Promise.all([startServer(kantor.databaseUrl), startServer(kantor.databaseUrl)]);
    onCleanup(async () => void (await Promise.all([one.kill('SIGTERM'), other.kill('SIGTERM')])));
    let turn = 0;
    return () => ((turn += 1) % 2 === 0 ? one : other).url;
  })
  .extend('trader', { scope: 'file' }, async ({ kantor }) => {
    const trader = await kantor.createTrader({ balance: '1000000' });
    for (let n = 0; n < 4; n += 1) await kantor.createRequisite(trader.id);
    await kantor.heartbeat();
    return trader;
  });

const ATTEMPTS = 60;

test.for([
  ['active orders', { activeOrders: 7 }, 7],
  ['the sum of active orders', { activeSum: rub('7700') }, 7],
  ['unpaid orders of an hour', { unpaidHour: 7 }, 7],
] as const)(
  '%s: of sixty at once exactly as many are issued as the limit allows',
  async ([, limits, room], { kantor, trader, anyServer }) => {
    expect(trader.id).toBeDefined();
    const { id: merchantId, key } = await kantor.createMerchant({ limits: { ...NO_LIMITS, ...limits } });
    const shop = () => createClient({ base: anyServer() + MERCHANT_API_BASE, token: key });
    const ask = (n: number) => {
      // 1 000 RUB and some kopecks: no two orders of one sum meet on a requisite.
      const body = { amount: `1000.${String(n + 10)}`, method: 'sbp' as const, external_id: newId(new Date()) };
      return shop().call(createMerchantOrder, { body, headers: idempotencyKey() });
    };
    const round = async () => {
      const asked = await Promise.allSettled(Array.from({ length: ATTEMPTS }, (_, n) => ask(n)));
      const issued = asked.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value.id] : []));
      const codes = asked.flatMap((answer) =>
        answer.status === 'rejected'
          ? [answer.reason instanceof Refused ? answer.reason.code : String(answer.reason)]
          : [],
      );
      return { issued, codes: [...new Set(codes)] };
    };
    const first = await round();
    expect([first.issued.length, first.codes]).toEqual([room, ['merchant_limit']]);
    // Half of them go while others come: the counters stay exact.
    const leaving = first.issued.slice(0, 3);
    const cancel = (id: string) => shop().call(cancelMerchantOrder, { params: { id }, headers: idempotencyKey() });
    await atOnce([...leaving.map(cancel), ...Array.from({ length: 20 }, (_, n) => ask(n + 60).catch(() => undefined))]);
    const { rows } = await sql<{ active: bigint; sum: bigint; all: bigint }>`
    select count(*) filter (where status = 'ACTIVE') as active, coalesce(sum(amount) filter (where status = 'ACTIVE'), 0)::bigint as sum,
      count(*) as all
    from orders where merchant_id = ${merchantId}`.execute(kantor.db);
    const held = rows[0] ?? { active: 0n, sum: 0n, all: 0n };
    if ('activeOrders' in limits) expect(Number(held.active)).toBeLessThanOrEqual(limits.activeOrders);
    if ('activeSum' in limits) expect(held.sum).toBeLessThanOrEqual(limits.activeSum);
    if ('unpaidHour' in limits) expect(Number(held.all)).toBe(limits.unpaidHour);
    expect(await verify(kantor.db)).toEqual([]);
  },
);
