import { API_BASE, listOrders } from '@kantor/contract/plain/routes.ts';
import { createPool } from '@kantor/server/src/db/pool.ts';
import type { Environment } from './environment.ts';
import { pageStatement } from './lists.ts';
import { drive, interleaved, spread } from './measure.ts';
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
  return 1;
};

/** The first page of a list over HTTP, against a bare Node server that sends the same statement, prepared. */
export async function measureListPage(environment: Environment, { databaseUrl, trader }: Filled): Promise<Row> {
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
    DATABASE_URL: databaseUrl,
    QUERY: JSON.stringify(statement),
  });
  const { access } = await signIn(server.url, trader.username);
  const page = ask(`${API_BASE}${listOrders.path}?page_size=${PAGE_SIZE}`, bearer(access));

  const ours = (seconds: number) => drive({ urls: spread([server.url], CONNECTIONS), seconds, work: page });
  const theirs = (seconds: number) => drive({ urls: spread([bare.url], CONNECTIONS), seconds, work: ask('/', '') });
  await ours(WARM_UP_S);
  await theirs(WARM_UP_S);
  const measured = await interleaved(
    ROUNDS,
    () => ours(ROUND_S),
    () => theirs(ROUND_S),
  );
  await server.stop();
  await bare.stop();
  return {
    what: 'a page of 30 orders over HTTP',
    ours: `${measured.ours.toFixed(0)} a second`,
    reference: `${measured.reference.toFixed(0)} a second of a bare Node server`,
    ratio: measured.ours / measured.reference,
    target: { least: 0.7 },
    note: `one server process each, ${CONNECTIONS} connections, the same statement, which the bare server has prepared.`,
  };
}
