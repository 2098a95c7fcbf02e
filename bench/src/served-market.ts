import { pathOf } from '@kantor/contract/client.ts';
import { API_BASE, confirmOrder } from '@kantor/contract/plain/routes.ts';
import type { Environment, Running } from './environment.ts';
import { bearer, HttpConnection } from './http-connection.ts';
import { type BenchMarket, type MarketSize, openMarket, recordHeartbeats } from './market.ts';
import { type Driven, drive, percentile, spread, type Work } from './measure.ts';
import { expectStatus, issueOrder } from './orders.ts';
import { signIn, startServers } from './servers.ts';

interface Load {
  connections: number;
  /** Those whose keys the connections use in turns. */
  merchants: number;
  seconds: number;
}

/** The middle of the milliseconds that each took. */
interface Alone {
  issue: number;
  confirm: number;
}

/** A marketplace, the processes that serve it, and its traders signed in. */
export class ServedMarket {
  readonly databaseUrl: string;
  readonly servers: readonly Running[];
  readonly #keys: readonly string[];
  readonly #traders: ReadonlyMap<string, string>;

  private constructor(
    databaseUrl: string,
    servers: readonly Running[],
    keys: readonly string[],
    traders: ReadonlyMap<string, string>,
  ) {
    this.databaseUrl = databaseUrl;
    this.servers = servers;
    this.#keys = keys;
    this.#traders = traders;
  }

  static async open(
    environment: Environment,
    name: string,
    size: MarketSize,
    processes: number,
  ): Promise<ServedMarket> {
    const databaseUrl = await environment.createDatabase(name);
    return ServedMarket.serve(environment, databaseUrl, await openMarket(databaseUrl, size), processes);
  }

  /** Serves a marketplace that is there. */
  static async serve(
    environment: Environment,
    databaseUrl: string,
    { keys, traders }: BenchMarket,
    processes: number,
  ): Promise<ServedMarket> {
    const servers = await startServers(environment, databaseUrl, processes);
    const headers = new Map<string, string>();
    const [server] = servers;
    if (server === undefined) throw new Error('There is no server to sign in to');
    for (const { username } of traders) headers.set(username, bearer((await signIn(server.url, username)).access));
    return new ServedMarket(databaseUrl, servers, keys, headers);
  }

  /** Issues and confirms orders over so many connections. `urls`: of others than its own servers. */
  async load({ connections, merchants, seconds }: Load, urls?: readonly URL[]): Promise<Driven> {
    await recordHeartbeats(this.databaseUrl);
    let next = 0;
    const keys = new WeakMap<HttpConnection, string>();
    const work: Work = async (connection) => {
      const key = keys.get(connection) ?? this.#keys[next++ % merchants] ?? '';
      keys.set(connection, key);
      const { id, trader } = await issueOrder(connection, key);
      await this.#confirm(connection, id, trader);
    };
    const servers = urls ?? this.servers.map(({ url }) => url);
    return drive({ urls: spread(servers, connections), seconds, work });
  }

  /** Issues and confirms orders one after the other, while nobody else asks for anything. */
  async alone(seconds: number): Promise<Alone> {
    await recordHeartbeats(this.databaseUrl);
    const [server] = this.servers;
    const [key = ''] = this.#keys;
    if (server === undefined) throw new Error('There is no server to ask');
    let took = 0;
    const connection = await HttpConnection.open(server.url, (milliseconds) => (took = milliseconds));
    const times: { issue: number[]; confirm: number[] } = { issue: [], confirm: [] };
    for (const end = performance.now() + seconds * 1000; performance.now() < end;) {
      const { id, trader } = await issueOrder(connection, key);
      times.issue.push(took);
      await this.#confirm(connection, id, trader);
      times.confirm.push(took);
    }
    connection.close();
    return { issue: percentile(times.issue, 50), confirm: percentile(times.confirm, 50) };
  }

  async #confirm(connection: HttpConnection, id: string, trader: string): Promise<void> {
    const path = API_BASE + pathOf(confirmOrder.path, { id });
    expectStatus(await connection.request('POST', path, this.#traders.get(trader)), 200, 'A confirmation');
  }

  async stop(): Promise<void> {
    for (const server of this.servers) await server.stop();
  }
}
