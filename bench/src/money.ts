import { setTimeout as delay } from 'node:timers/promises';
import type { OrderAnswer } from './orders.ts';
import { type Environment, query } from './environment.ts';
import { idleMemory, memoryRow, watchMemory } from './machine.ts';
import { compare, type Driven, interleaved, median, percentile } from './measure.ts';
import type { Row } from './report.ts';
import { ServedMarket } from './served-market.ts';
import { startServer, startWorker } from './servers.ts';
import { openTpcB } from './tpcb.ts';

/** No row is hot: each connection works with its own merchant, and traders and requisites are drawn by the server. */
const MARKET = { merchants: 16, traders: 16, requisites: 4 };
const SMALL_MARKET = { merchants: 16, traders: 1, requisites: 4 };
const CONNECTIONS = 16;
const MANY_CONNECTIONS = 64;
const WARM_UP_S = 3;
const ROUND_S = 3;
const ALONE_S = 2;
const ROUNDS = 4;
const STARTS = 3;
const MAX_P95_MS = 12;
/** Times that a transaction of TPC-B takes. */
const MAX_ALONE = 2.5;

const LOOK_MS = 100;
const CALM_LIMIT_MS = 120_000;

/** A worker that has just started catches up with what happened without one, and verifies the night: once, not beside every order. */
async function untilCalm(url: string): Promise<void> {
  for (const end = performance.now() + CALM_LIMIT_MS; performance.now() < end;) {
    await delay(LOOK_MS);
    const [row] = await query<{ isCalm: boolean }>(
      url,
      `select not exists (select from outbox, outbox_reader reader where (outbox.xid, outbox.id) > (reader.xid, reader.id))
         and not exists (select from verification_run where ended_at is null) as "isCalm"`,
    );
    if (row?.isCalm) return;
  }
  throw new Error('A worker did not catch up');
}

/** Orders issued and confirmed over HTTP, against TPC-B on the same server; and the memory that it takes. */
export async function measureMoney(environment: Environment, signal: AbortSignal, processes: number): Promise<Row[]> {
  const market = await ServedMarket.open(environment, 'bench_money', MARKET, processes);
  const small = await ServedMarket.open(environment, 'bench_small', SMALL_MARKET, processes);
  const { merchants } = MARKET;
  const idle = await idleMemory(() => startServer(environment, market.databaseUrl), STARTS);
  const instant = await environment.run('./instant-server.ts', { variables: { REPLY: INSTANT_REPLY } });
  const tpcb = await openTpcB(await environment.createDatabase('bench_tpcb'), CONNECTIONS, signal);

  const usual = (seconds = ROUND_S) => market.load({ connections: CONNECTIONS, merchants, seconds });
  const many = (seconds = ROUND_S) => market.load({ connections: MANY_CONNECTIONS, merchants, seconds });
  const few = (seconds = ROUND_S) => small.load({ connections: CONNECTIONS, merchants, seconds });
  for (const warmUp of [usual, many, few]) await warmUp(WARM_UP_S);
  // As pgbench does for its tables, and as the database does by itself within a minute: what was planned on empty tables reads more.
  for (const { databaseUrl } of [market, small]) await query(databaseUrl, 'analyze');
  await tpcb.run(CONNECTIONS, WARM_UP_S);
  const memory = watchMemory(market.servers[0]?.pid ?? 0);
  const rounds = await interleaved(ROUNDS, {
    usual,
    tpcb: () => tpcb.run(CONNECTIONS, ROUND_S),
    many,
    hot: () => market.load({ connections: CONNECTIONS, merchants: 1, seconds: ROUND_S }),
    small: few,
    besideWorker: async () => {
      const worker = await startWorker(environment, market.databaseUrl);
      await untilCalm(market.databaseUrl);
      const driven = await usual();
      await worker.stop();
      return driven;
    },
    alone: () => market.alone(ALONE_S),
    tpcbAlone: () => tpcb.run(1, ALONE_S),
    instant: () => market.load({ connections: CONNECTIONS, merchants, seconds: 1 }, [instant.url]),
  });
  const mostMemory = memory.stop();
  for (const running of [market, small, instant]) await running.stop();

  type Round = (typeof rounds)[number];
  /** A load against TPC-B. */
  const againstTpcB = (what: string, load: (round: Round) => Driven, least: number, note: string): Row => {
    const rates = compare(
      rounds,
      (round) => load(round).rate,
      (round) => round.tpcb,
    );
    return {
      what,
      ours: `${rates.ours.toFixed(0)} a second`,
      reference: `${rates.reference.toFixed(0)} transactions a second of TPC-B`,
      ratio: rates.ratio,
      target: { least },
      note: `${note} ${shareOfDriver(rounds.map((round) => load(round)))}`,
    };
  };
  /** A load against that of 16 merchants and 16 traders. */
  const againstUsual = (what: string, load: (round: Round) => Driven, least: number, note: string): Row => {
    const rates = compare(
      rounds,
      (round) => load(round).rate,
      (round) => round.usual.rate,
    );
    return {
      what,
      ours: `${rates.ours.toFixed(0)} a second`,
      reference: `${rates.reference.toFixed(0)} a second without that`,
      ratio: rates.ratio,
      target: { least },
      note,
    };
  };
  /** One request while there is no other, against a transaction of TPC-B. */
  const alone = (name: 'issue' | 'confirm', note: string): Row => {
    const times = compare(
      rounds,
      (round) => round.alone[name],
      (round) => 1000 / round.tpcbAlone,
    );
    return {
      what: `to ${name} one order while nobody else asks, p50`,
      ours: `${times.ours.toFixed(2)} ms`,
      reference: `${times.reference.toFixed(2)} ms of a transaction of TPC-B alone (mean)`,
      ratio: times.ratio,
      target: { most: MAX_ALONE },
      note,
    };
  };
  const p95 = median(rounds.map(({ usual: { times } }) => percentile(times, 95)));
  const p50 = median(rounds.map(({ usual: { times } }) => percentile(times, 50)));
  const atOnce = median(rounds.map((round) => round.instant.rate));
  const atOnceP95 = median(rounds.map((round) => percentile(round.instant.times, 95)));
  return [
    againstTpcB(
      'issue and confirm an order over HTTP',
      (round) => round.usual,
      0.5,
      `an issue and a confirmation are two operations. ${processes} server process(es), ${CONNECTIONS} connections, ` +
        `${merchants} merchants, ${MARKET.traders} traders with ${MARKET.requisites} requisites each; ` +
        `${tpcb.name}, ${CONNECTIONS} clients, scale ${CONNECTIONS}. Ratios are taken within a round of ${ROUND_S} s; the median of ${ROUNDS}. ` +
        `The load comes from the same machine.`,
    ),
    {
      what: `the same, p95 of one operation`,
      ours: `${p95.toFixed(1)} ms (p50 ${p50.toFixed(1)})`,
      reference: `${MAX_P95_MS} ms`,
      ratio: p95 / MAX_P95_MS,
      target: { most: 1 },
      note:
        `the load itself, on a server that answers at once: ${atOnce.toFixed(0)} operations a second, ` +
        `p95 ${atOnceP95.toFixed(1)} ms, of which most is waiting for the ${CONNECTIONS - 1} others.`,
    },
    againstTpcB(
      `the same over ${MANY_CONNECTIONS} connections`,
      (round) => round.many,
      0.75,
      `TPC-B stays at ${CONNECTIONS} clients: with more than it has branches they wait for each other.`,
    ),
    alone(
      'issue',
      '0.79 of what it took before operations were gathered into turns, on one machine in turns (decision 160).',
    ),
    alone('confirm', 'likewise 0.86.'),
    againstUsual('one merchant sends all orders', (round) => round.hot, 0.6, 'over the same connections.'),
    againstUsual(
      `one trader with ${SMALL_MARKET.requisites} requisites takes all orders`,
      (round) => round.small,
      0.4,
      'their balance, their list and each requisite are written by every order.',
    ),
    againstUsual(
      'issue and confirm beside a worker process',
      (round) => round.besideWorker,
      0.8,
      'no webhooks are sent; the worker has caught up with what happened before it.',
    ),
    memoryRow('memory of an idle server process', idle, 150),
    memoryRow('the same under that load', mostMemory, 300),
  ];
}

/** What the instant server answers to an order. */
const INSTANT_REPLY = JSON.stringify({
  id: '0193a5b2-0000-7000-8000-000000000000',
  payment_url: 'http://localhost/pay/AAAAAAAAAAAAAAAAAAAAAA',
  requisite: { fio: 'trader-0', last_4_digits_card: '1000' },
  // As long as the real one.
  filler: 'x'.repeat(340),
} satisfies OrderAnswer & { filler: string });

/** What the load itself took, as a sentence. */
function shareOfDriver(driven: readonly Driven[]): string {
  const cores = median(driven.map(({ driverCores }) => driverCores));
  const each = median(driven.map(({ driverCores, rate }) => (driverCores * 1e6) / rate));
  return `The load took ${(cores * 100).toFixed(0)} % of a core, ${each.toFixed(0)} µs an operation.`;
}
