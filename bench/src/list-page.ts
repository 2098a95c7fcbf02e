import { API_BASE, listOrders } from '@kantor/contract/plain/routes.ts';
import { createPool } from '@kantor/server/src/db/pool.ts';
import type { Environment } from './environment.ts';
import { pageStatement } from './lists.ts';
import { memoryRow, watchMemory } from './machine.ts';
import { compare, drive, interleaved, spread } from './measure.ts';
import type { Row } from './report.ts';
import { signIn, startServers } from './servers.ts';
import { bearer, type HttpConnection } from './http-connection.ts';

const CONNECTIONS = 16;
const PAGE_SIZE = 30;
const WARM_UP_S = 3;
const ROUND_S = 5;
const ROUNDS = 4;

interface Filled {
  databaseUrl: string;
  trader: { id: string; username: string };
}

const ask = (path: string, headers: string) => async (connection: HttpConnection) => {
  const { status, body } = await connection.request('GET', path, headers);
  if (status !== 200) throw new Error(`A page was answered with ${status}: ${body}`);
};

/** The first page of a list over HTTP, against a bare Node server that sends the same statement, prepared; and the memory that it takes. */
export async function measureListPage(environment: Environment, { databaseUrl, trader }: Filled): Promise<Row[]> {
  const [server] = await startServers(environment, databaseUrl, 1);
  if (server === undefined) throw new Error('There is no server to measure');
  const db = createPool(databaseUrl);
  const statement = await pageStatement(db, {
    traderId: trader.id,
    status: 'ALL',
    page: 1,
    pageSize: PAGE_SIZE,
  });
  await db.destroy();
  const bare = await environment.run('./bare-server.ts', {
    variables: { DATABASE_URL: databaseUrl, QUERY: JSON.stringify(statement) },
  });
  const { access } = await signIn(server.url, trader.username);
  const page = ask(`${API_BASE}${listOrders.path}?page_size=${PAGE_SIZE}`, bearer(access));

  const ours = (seconds: number) => drive({ urls: spread([server.url], CONNECTIONS), seconds, work: page });
  const theirs = (seconds: number) => drive({ urls: spread([bare.url], CONNECTIONS), seconds, work: ask('/', '') });
  await ours(WARM_UP_S);
  await theirs(WARM_UP_S);
  const memory = watchMemory(server.pid);
  const rounds = await interleaved(ROUNDS, { ours: () => ours(ROUND_S), theirs: () => theirs(ROUND_S) });
  const mostMemory = memory.stop();
  await server.stop();
  await bare.stop();
  const rates = compare(
    rounds,
    (round) => round.ours.rate,
    (round) => round.theirs.rate,
  );
  return [
    {
      what: 'a page of 30 orders over HTTP',
      ours: `${rates.ours.toFixed(0)} a second`,
      reference: `${rates.reference.toFixed(0)} a second of a bare Node server`,
      ratio: rates.ratio,
      target: { least: 0.7 },
      note: `one server process each, ${CONNECTIONS} connections, the same statement, which the bare server has prepared. PostgreSQL plans that one anew at each call, as it does by itself; ours is planned once a connection.`,
    },
    memoryRow(`memory of a server process under ${CONNECTIONS} readers of lists at full speed`, mostMemory, 300),
  ];
}
