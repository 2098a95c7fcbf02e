import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { createClient, idempotencyKey } from '@kantor/contract/client.ts';
import { formatMinorUnits, SCALE } from '@kantor/contract/plain/money.ts';
import { MERCHANT_API_BASE } from '@kantor/contract/plain/merchant-routes.ts';
import { API_BASE } from '@kantor/contract/plain/routes.ts';
import { createMerchantOrder, listMerchantOrders } from '@kantor/contract/wire/merchant-orders.ts';
import { confirmOrder } from '@kantor/contract/wire/orders.ts';
import { updateWebhookEndpoint } from '@kantor/contract/wire/webhooks.ts';
import { outcomeOf } from '@kantor/storms/src/harness/calls.ts';
import { gate, noneOf } from '@kantor/storms/src/harness/gates.ts';
import { openMarket } from '@kantor/storms/src/harness/market.ts';
import { query } from '@kantor/storms/src/harness/database.ts';
import { runStorm } from '@kantor/storms/src/harness/run.ts';
import { storm } from '@kantor/storms/src/harness/storm.ts';
import { save } from '@kantor/storms/src/report.ts';
import { startCaddy } from '../caddy.ts';
import { startHaproxy } from '../haproxy.ts';
import { tell, type Trial } from '../trial.ts';

const PER_SECOND = 40;
const REQUESTS = 5000;
/** Two looks of the balancer that find it off, and one more second. */
const DRAIN_SECONDS = 3;
/** The first request after a start is slow; the next process goes down when this one has been found. */
const BETWEEN_MS = 4000;
const TOLD_WITHIN_MS = 30_000;
const ANSWER_LIMIT_MS = 30_000;
/** Kopecks; each order is of one more. */
const LEAST_AMOUNT = 50_000n;

/**
 * What an upgrade does to those who work: every process is restarted in turn behind the balancer, while indexes are built and the
 * whole database is read.
 */
const rolling = (name: string, startProxy: typeof startHaproxy) =>
  storm({
    name,
    summary: '',
    minutes: 4,
    sizes: { requests: { what: 'requests', full: REQUESTS, short: 200 } },
    run: async (ground, { requests }) => {
      const market = await openMarket(ground, {
        roles: ['api', 'api', 'worker', 'worker'],
        durability: 'full',
        environment: { KANTOR_DRAIN_SECONDS: String(DRAIN_SECONDS) },
      });
      const entrance = await startProxy(
        ground,
        market.apis.map(({ url }) => url),
      );
      const through = (request: Request) => fetch(request, { signal: AbortSignal.timeout(ANSWER_LIMIT_MS) });
      const merchant = await market.createMerchant({ balance: 100_000_000 });
      await merchant.call(updateWebhookEndpoint, { body: { url: market.receiver.url, is_active: true } });
      const trader = await market.createTrader({ balance: 100_000_000 });
      for (let bank = 1; bank <= 8; bank += 1) await market.createRequisite(trader.id, { bankId: bank });
      const token = await trader.token();
      const shop = createClient({ base: entrance + MERCHANT_API_BASE, fetch: through, token: merchant.key });
      const desk = createClient({ base: entrance + API_BASE, fetch: through, token });

      const failed: string[] = [];
      const open: string[] = [];
      const closed: string[] = [];
      let lastAnswer = performance.now();
      let pause = 0;
      let sum = 0n;
      const make = async () => {
        sum += 1n;
        const amount = formatMinorUnits(LEAST_AMOUNT + sum, SCALE.rub);
        const body = { amount, method: 'sbp', external_id: randomUUID() } as const;
        open.push((await shop.call(createMerchantOrder, { headers: idempotencyKey(), body })).id);
      };
      const confirm = async (id: string) => {
        await desk.call(confirmOrder, { params: { id } });
        closed.push(id);
      };
      const request = async (n: number) => {
        const next = n % 4 === 1 ? open.shift() : undefined;
        const work = n % 2 === 0 ? shop.call(listMerchantOrders) : next === undefined ? make() : confirm(next);
        const outcome = await outcomeOf<unknown>(work);
        if (outcome.kind === 'answer') {
          pause = Math.max(pause, performance.now() - lastAnswer);
          lastAnswer = performance.now();
        } else failed.push(String(outcome.kind === 'doubt' ? outcome.error : outcome.refusal));
      };

      let isOver = false;
      const traffic = (async () => {
        const under: Promise<void>[] = [];
        const since = performance.now();
        for (let n = 0; n < requests; n += 1) {
          await delay(since + (n * 1000) / PER_SECOND - performance.now());
          under.push(request(n));
        }
        isOver = true;
        await Promise.all(under);
      })();
      const others = (async () => {
        while (!isOver) {
          await query(market.database.adminUrl, 'create index concurrently trial on orders (amount, created_at)');
          await query(market.database.adminUrl, 'drop index concurrently trial');
          await query(market.database.adminUrl, 'begin; select count(*) from ledger_entry; select pg_sleep(2); commit');
        }
      })();
      let restarts = 0;
      for (const server of [...market.workers, ...market.apis]) {
        if (isOver) break;
        await delay(BETWEEN_MS);
        await server.kill('SIGTERM');
        await server.start();
        restarts += 1;
      }
      await Promise.all([traffic, others]);

      const heard = () =>
        new Set(market.receiver.heard.filter(({ type }) => type === 'order.closed').map(({ objectId }) => objectId));
      const untold = () => closed.filter((id) => !heard().has(id));
      for (const end = performance.now() + TOLD_WITHIN_MS; untold().length > 0 && performance.now() < end;)
        await delay(100);
      return [
        noneOf('requests that failed', failed, requests),
        noneOf('confirmed orders that the shop was not told of', untold(), closed.length),
        gate('processes that were restarted meanwhile', { exactly: 4 }, restarts),
        gate('the longest time without an answer', { most: 300 }, pause, { unit: 'ms' }),
      ];
    },
  });

const trial = (name: string, proxy: string, start: typeof startHaproxy, how: string): Trial => ({
  name,
  summary: `two api and two worker processes behind ${how} are restarted in turn at 40 requests a second, while indexes are built and long reads run`,
  programs: [proxy],
  run: async () => {
    const outcome = await runStorm(rolling(name, start), { say: tell });
    await save({ ...outcome, command: `npm run trials -- ${name}` });
    return outcome.gates;
  },
});

export const rollingRestart = trial('rolling-restart', 'haproxy', startHaproxy, 'HAProxy with its defaults');
export const rollingRestartCaddy = trial(
  'rolling-restart-caddy',
  'caddy',
  startCaddy,
  'Caddy with the file of ops/compose',
);
