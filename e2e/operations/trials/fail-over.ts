import { setTimeout as delay } from 'node:timers/promises';
import { gate } from '@kantor/storms/src/harness/gates.ts';
import { openMarket } from '@kantor/storms/src/harness/market.ts';
import { storm } from '@kantor/storms/src/harness/storm.ts';
import { startOrderTraffic } from '../order-traffic.ts';
import { type Cluster, startCluster } from '../patroni.ts';
import { whyNoPostgres } from '../postgres.ts';
import { type Trial, runAndSave } from '../trial.ts';

const PER_SECOND = 12;
const MOST_PAUSE_MS = 15_000;
/** Traffic before the fault, and after all goes well again. */
const CALM_MS = 4000;
/** By then Patroni has looked twice. */
const NOTICED_MS = 10_000;
/** A machine that has frozen is taken away so long after another has taken over. */
const FROZEN_MS = 5000;

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

const failOver = storm({
  name: 'fail-over',
  summary: '',
  minutes: 6,
  sizes: {},
  run: async (ground) => {
    const cluster = await startCluster(ground);
    const market = await openMarket(ground, { roles: ['api', 'api', 'worker'], database: cluster });
    const traffic = await startOrderTraffic(market, { perSecond: PER_SECOND });

    const pauses: [name: string, ms: number][] = [];
    for (const [name, happen] of FAULTS) {
      await delay(CALM_MS);
      traffic.mark();
      ground.say(name);
      const repair = await happen(cluster);
      await repair();
      await cluster.whole();
      await delay(CALM_MS);
      const pause = traffic.longestPause();
      pauses.push([name, pause]);
      ground.say(`${name}: ${Math.round(pause)} ms without an answer, ${traffic.doubts()} answers in doubt`);
    }
    await traffic.end();
    await market.settle();
    return [
      ...pauses.map(([name, ms]) =>
        gate(`${name}: the longest time without an order`, { most: MOST_PAUSE_MS }, ms, { unit: 'ms' }),
      ),
      ...(await traffic.gates(cluster.adminUrl)),
    ];
  },
});

export const failOverTrial: Trial = {
  name: 'fail-over',
  summary:
    'two machines under Patroni and etcd behind HAProxy: the leader’s machine is killed, its postmaster, another made the leader, the machine freezes, while shops send orders',
  programs: ['patroni', 'etcd', 'haproxy'],
  whyNot: whyNoPostgres,
  run: () => runAndSave(failOver),
};
