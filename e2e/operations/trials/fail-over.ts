import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { idempotencyKey, Refused } from '@kantor/contract/client.ts';
import { createMerchantOrder } from '@kantor/contract/wire/merchant-orders.ts';
import { gate, noneOf } from '@kantor/storms/src/harness/gates.ts';
import { type Merchant, openMarket } from '@kantor/storms/src/harness/market.ts';
import { query } from '@kantor/storms/src/harness/database.ts';
import { runStorm } from '@kantor/storms/src/harness/run.ts';
import { storm } from '@kantor/storms/src/harness/storm.ts';
import { save } from '@kantor/storms/src/report.ts';
import { binaries, type Cluster, startCluster } from '../patroni.ts';
import type { Trial } from '../trial.ts';

const PER_SECOND = 12;
const MOST_PAUSE_MS = 15_000;
const AMOUNT = 500;
const RETRY_MS = 250;
/** Traffic before the fault, and after all goes well again. */
const CALM_MS = 4000;
/** By then Patroni has looked twice. */
const NOTICED_MS = 10_000;
/** A machine that has frozen is taken away so long after another has taken over. */
const FROZEN_MS = 5000;
const HEALED_WITHIN_MS = 60_000;

/** What happens to the leader, and what brings its machine back. */
const FAULTS: readonly [name: string, happen: (cluster: Cluster) => Promise<() => Promise<void>>][] = [
  [
    'its machine is killed',
    async (cluster) => {
      const node = await cluster.leader();
      node.signalAll('SIGKILL');
      return async () => {
        await cluster.leaderBut(node);
        await node.start();
      };
    },
  ],
  [
    'its postmaster is killed',
    async (cluster) => {
      process.kill((await cluster.leader()).postmaster(), 'SIGKILL');
      return () => delay(NOTICED_MS);
    },
  ],
  [
    'another is made the leader',
    async (cluster) => {
      await cluster.switchOver();
      return () => delay(NOTICED_MS);
    },
  ],
  [
    'its machine says nothing more',
    async (cluster) => {
      const node = await cluster.leader();
      node.signalAll('SIGSTOP');
      return async () => {
        await cluster.leaderBut(node);
        await delay(FROZEN_MS);
        node.signalAll('SIGKILL');
        await node.start();
      };
    },
  ],
];

interface Made {
  externalId: string;
  id?: string;
}

const failOver = storm({
  name: 'fail-over',
  summary: '',
  minutes: 6,
  sizes: {},
  run: async (ground) => {
    const cluster = await startCluster(ground);
    const market = await openMarket(ground, { roles: ['api', 'api', 'worker'], database: cluster });
    const merchants: Merchant[] = [];
    for (let n = 0; n < 4; n += 1) merchants.push(await market.createMerchant({ balance: 1_000_000 }));
    const trader = await market.createTrader({ balance: 100_000_000 });
    for (let bank = 1; bank <= 8; bank += 1) await market.createRequisite(trader.id, { bankId: bank });

    const made: Made[] = [];
    const wrong: string[] = [];
    let [lastAnswer, pause, doubts] = [performance.now(), 0, 0];
    const work = async (n: number) => {
      const order: Made = { externalId: randomUUID() };
      made.push(order);
      const merchant = merchants[n % merchants.length];
      const body = { amount: (AMOUNT + n / 100).toFixed(2), method: 'sbp', external_id: order.externalId } as const;
      // The shop's server repeats under the same key until it is told.
      const headers = idempotencyKey();
      for (const end = performance.now() + HEALED_WITHIN_MS; performance.now() < end; await delay(RETRY_MS)) {
        try {
          order.id = (await merchant?.api.call(createMerchantOrder, { headers, body }))?.id ?? '';
          pause = Math.max(pause, performance.now() - lastAnswer);
          lastAnswer = performance.now();
          return;
        } catch (error) {
          doubts += 1;
          const isBusy = error instanceof Refused && (error.status === 503 || error.code === 'idempotency_running');
          if (error instanceof Refused && !isBusy) wrong.push(`${error.status} ${error.code}: ${error.message}`);
        }
      }
    };
    let isOver = false;
    const traffic = (async () => {
      const under: Promise<void>[] = [];
      const since = performance.now();
      for (let n = 0; !isOver; n += 1) {
        await delay(Math.max(0, since + (n * 1000) / PER_SECOND - performance.now()));
        under.push(work(n));
      }
      await Promise.all(under);
    })();

    const pauses: [name: string, ms: number, doubts: number][] = [];
    for (const [name, happen] of FAULTS) {
      await delay(CALM_MS);
      [pause, lastAnswer, doubts] = [0, performance.now(), 0];
      ground.say(name);
      const repair = await happen(cluster);
      await repair();
      await cluster.whole();
      await delay(CALM_MS);
      pauses.push([name, Math.max(pause, performance.now() - lastAnswer), doubts]);
      ground.say(`${name}: ${Math.round(pause)} ms without an answer, ${doubts} answers in doubt`);
    }
    isOver = true;
    await traffic;
    await market.settle();

    const rows = await query<{ external: string; id: string; n: number }>(
      cluster.adminUrl,
      'select external_id as external, min(id::text) as id, count(*)::integer as n from orders group by 1',
    );
    const found = new Map(rows.map((row) => [row.external, row]));
    const acknowledged = made.filter(({ id }) => id !== undefined);
    const lost = acknowledged.filter(({ externalId, id }) => found.get(externalId)?.id !== id);
    return [
      ...pauses.map(([name, ms]) =>
        gate(`${name}: the longest time without an order`, { most: MOST_PAUSE_MS }, ms, { unit: 'ms' }),
      ),
      noneOf(
        'acknowledged orders that are lost',
        lost.map(({ externalId }) => externalId),
        acknowledged.length,
      ),
      noneOf(
        'orders that are there twice',
        rows.filter(({ n }) => n > 1).map(({ external }) => external),
        rows.length,
      ),
      noneOf('answers that are neither the order nor 503', wrong, made.length),
      noneOf(
        'orders in doubt that their key did not heal within a minute',
        made.filter(({ id }) => id === undefined).map(({ externalId }) => externalId),
        made.length,
      ),
    ];
  },
});

export const failOverTrial: Trial = {
  name: 'fail-over',
  summary:
    'two machines under Patroni and etcd behind HAProxy: the leader’s machine is killed, its postmaster, another made the leader, the machine freezes, while shops send orders',
  programs: ['patroni', 'etcd', 'haproxy'],
  whyNot: () => (binaries() === undefined ? 'this machine has no PostgreSQL of its distribution' : undefined),
  run: async () => {
    const outcome = await runStorm(failOver);
    await save({ ...outcome, command: 'npm run trials -- fail-over' });
    return outcome.gates;
  },
};
