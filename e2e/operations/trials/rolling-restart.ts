import { setTimeout as delay } from 'node:timers/promises';
import { query } from '@kantor/storms/src/harness/database.ts';
import { gate } from '@kantor/storms/src/harness/gates.ts';
import { openMarket } from '@kantor/storms/src/harness/market.ts';
import { storm } from '@kantor/storms/src/harness/storm.ts';
import { startCaddy } from '../caddy.ts';
import { startHaproxy } from '../haproxy.ts';
import { startSteadyRequests } from '../steady-requests.ts';
import { type Trial, runAndSave } from '../trial.ts';

const REQUESTS = 5000;
/** Two looks of the balancer that find it off, and one more second. */
const DRAIN_SECONDS = 3;
/** The first request after a start is slow; the next process goes down when this one has been found. */
const BETWEEN_MS = 4000;

/** What a restart does to those who work: every process in turn behind the balancer, while indexes are built and much is read. */
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
      const merchant = await market.createMerchant({ balance: 100_000_000 });
      const trader = await market.createTrader({ balance: 100_000_000 });
      for (let bank = 1; bank <= 8; bank += 1) await market.createRequisite(trader.id, { bankId: bank });
      const traffic = await startSteadyRequests(market, { merchant, trader }, { entrance, requests });
      const others = (async () => {
        while (!traffic.isOver()) {
          await query(market.database.adminUrl, 'create index concurrently trial on orders (amount, created_at)');
          await query(market.database.adminUrl, 'drop index concurrently trial');
          await query(market.database.adminUrl, 'begin; select count(*) from ledger_entry; select pg_sleep(2); commit');
        }
      })();
      let restarts = 0;
      for (const server of [...market.workers, ...market.apis]) {
        if (traffic.isOver()) break;
        await delay(BETWEEN_MS);
        await server.kill('SIGTERM');
        await server.start();
        restarts += 1;
      }
      await Promise.all([traffic.ended, others]);
      return [...(await traffic.gates()), gate('processes that were restarted meanwhile', { exactly: 4 }, restarts)];
    },
  });

const trial = (name: string, proxy: string, start: typeof startHaproxy, how: string): Trial => ({
  name,
  summary: `two api and two worker processes behind ${how} are restarted in turn at 40 requests a second, while indexes are built and long reads run`,
  programs: [proxy],
  run: () => runAndSave(rolling(name, start)),
});

export const rollingRestart = trial('rolling-restart', 'haproxy', startHaproxy, 'HAProxy with its defaults');
export const rollingRestartCaddy = trial(
  'rolling-restart-caddy',
  'caddy',
  startCaddy,
  'Caddy with the file of ops/compose',
);
