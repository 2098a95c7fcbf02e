import { randomInt, randomUUID } from 'node:crypto';
import type { House, Running } from './house.ts';
import { memoryRow, settledMemory, watchMemory } from './machine.ts';
import { hearPhones, openMarket } from './market.ts';
import { drive, interleaved, spread } from './measure.ts';
import type { Row } from './report.ts';
import { signIn, startServers } from './servers.ts';
import { openTpcB } from './tpcb.ts';
import { bearer, JSON_BODY, type Reply, type Wire } from './wire.ts';

/** No row is hot: each connection works with its own merchant, and traders and requisites are drawn by the server. */
const CONNECTIONS = 16;
const MARKET = { merchants: CONNECTIONS, traders: 16, requisites: 4 };
const WARM_UP_S = 4;
const ROUND_S = 7;
const ROUNDS = 3;

function expect(reply: Reply, status: number, what: string): string {
  if (reply.status !== status) throw new Error(`${what} was answered with ${reply.status}: ${reply.body}`);
  return reply.body;
}

/** Issues an order as a merchant's server does, and confirms it as its trader. */
async function issueAndConfirm(wire: Wire, key: string, traders: ReadonlyMap<string, string>): Promise<number> {
  const kopecks = randomInt(100_000, 10_000_000);
  const order = {
    amount: `${Math.floor(kopecks / 100)}.${String(kopecks % 100).padStart(2, '0')}`,
    method: kopecks % 2 === 0 ? 'sbp' : 'c2c',
    external_id: randomUUID(),
  };
  const headers = `${bearer(key)}${JSON_BODY}idempotency-key: ${randomUUID()}\r\n`;
  const issued = await wire.request('POST', '/merchant/v1/orders', headers, JSON.stringify(order));
  const { id, requisite } = JSON.parse(expect(issued, 201, 'An order')) as { id: string; requisite: { fio: string } };
  const trader = traders.get(requisite.fio) ?? '';
  expect(await wire.request('POST', `/api/v1/orders/${id}/confirm/`, trader), 200, 'A confirmation');
  return 2;
}

/** Orders issued and confirmed over HTTP, against TPC-B on the same server. */
export async function measureMoney(house: House, signal: AbortSignal, processes: number): Promise<Row[]> {
  const databaseUrl = await house.createDatabase('bench_money');
  const market = await openMarket(databaseUrl, MARKET);
  const servers = await startServers(house, databaseUrl, processes);
  const traders = await signInAll(servers, market.traders);
  const idle = await settledMemory(servers[0]?.pid ?? 0);
  const tpcb = await openTpcB(await house.createDatabase('bench_tpcb'), CONNECTIONS, signal);

  let nextKey = 0;
  const keys = new WeakMap<Wire, string>();
  const work = (wire: Wire) => {
    const key = keys.get(wire) ?? market.keys[nextKey++ % market.keys.length] ?? '';
    keys.set(wire, key);
    return issueAndConfirm(wire, key, traders);
  };
  const urls = spread(
    servers.map((server) => server.url),
    CONNECTIONS,
  );
  const ours = async (seconds: number) => {
    await hearPhones(databaseUrl);
    return drive({ urls, seconds, work });
  };

  await ours(WARM_UP_S);
  await tpcb.run(CONNECTIONS, WARM_UP_S);
  const memory = watchMemory(servers[0]?.pid ?? 0);
  const measured = await interleaved(
    ROUNDS,
    () => ours(ROUND_S),
    () => tpcb.run(CONNECTIONS, ROUND_S),
  );
  const mostMemory = memory.stop();
  for (const server of servers) await server.stop();

  const row: Row = {
    what: 'issue and confirm an order over HTTP',
    ours: `${measured.ours.toFixed(0)} a second`,
    reference: `${measured.reference.toFixed(0)} transactions a second of TPC-B`,
    ratio: measured.ours / measured.reference,
    target: { least: 0.5 },
    note:
      `an issue and a confirmation are two operations. ${processes} server process(es), ${CONNECTIONS} connections, ` +
      `${MARKET.merchants} merchants, ${MARKET.traders} traders with ${MARKET.requisites} requisites each; ` +
      `${tpcb.name}, ${CONNECTIONS} clients, scale ${CONNECTIONS}. The load comes from the same machine.`,
  };
  return [
    row,
    memoryRow('memory of an idle server process', idle, 150),
    memoryRow('the same under that load', mostMemory, 300),
  ];
}

async function signInAll(servers: readonly Running[], traders: readonly { username: string }[]) {
  const headers = new Map<string, string>();
  const [server] = servers;
  if (server === undefined) throw new Error('There is no server to sign in to');
  for (const { username } of traders) headers.set(username, await signIn(server.url, username));
  return headers;
}
