import { pathOf } from '@kantor/contract/client.ts';
import { API_BASE, confirmOrder } from '@kantor/contract/plain/routes.ts';
import type { Environment, Running } from './environment.ts';
import { memoryRow, settledMemory, watchMemory } from './machine.ts';
import { bearer, type HttpConnection } from './http-connection.ts';
import { openMarket, recordHeartbeats } from './market.ts';
import { drive, interleaved, spread } from './measure.ts';
import { expectStatus, issueOrder } from './orders.ts';
import type { Row } from './report.ts';
import { signIn, startServers } from './servers.ts';
import { openTpcB } from './tpcb.ts';

/** No row is hot: each connection works with its own merchant, and traders and requisites are drawn by the server. */
const CONNECTIONS = 16;
const MARKET = { merchants: CONNECTIONS, traders: 16, requisites: 4 };
const WARM_UP_S = 4;
const ROUND_S = 7;
const ROUNDS = 3;

/** Issues an order as a merchant's server does, and confirms it as its trader. @returns the operations. */
async function issueAndConfirm(
  connection: HttpConnection,
  key: string,
  traders: ReadonlyMap<string, string>,
): Promise<number> {
  const { id, trader } = await issueOrder(connection, key);
  const path = API_BASE + pathOf(confirmOrder.path, { id });
  expectStatus(await connection.request('POST', path, traders.get(trader)), 200, 'A confirmation');
  return 2;
}

/** Orders issued and confirmed over HTTP, against TPC-B on the same server. */
export async function measureMoney(environment: Environment, signal: AbortSignal, processes: number): Promise<Row[]> {
  const databaseUrl = await environment.createDatabase('bench_money');
  const market = await openMarket(databaseUrl, MARKET);
  const servers = await startServers(environment, databaseUrl, processes);
  const traders = await signInAll(servers, market.traders);
  const idle = await settledMemory(servers[0]?.pid ?? 0);
  const tpcb = await openTpcB(await environment.createDatabase('bench_tpcb'), CONNECTIONS, signal);

  let nextKey = 0;
  const keys = new WeakMap<HttpConnection, string>();
  const work = (connection: HttpConnection) => {
    const key = keys.get(connection) ?? market.keys[nextKey++ % market.keys.length] ?? '';
    keys.set(connection, key);
    return issueAndConfirm(connection, key, traders);
  };
  const urls = spread(
    servers.map((server) => server.url),
    CONNECTIONS,
  );
  const ours = async (seconds: number) => {
    await recordHeartbeats(databaseUrl);
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
  for (const { username } of traders) headers.set(username, bearer((await signIn(server.url, username)).access));
  return headers;
}
