import { createServer, connect, type AddressInfo, type Socket } from 'node:net';

interface Way {
  client: Socket;
  /** Absent where nobody was connected: all are swallowed. */
  database?: Socket;
}

/** A way to the database that can lose connections without a word, as a machine does that vanishes. */
export async function startSwallowingProxy(databaseUrl: string) {
  const target = new URL(databaseUrl);
  const ways = new Set<Way>();
  let swallowing = false;
  const server = createServer((client) => {
    const way: Way = { client };
    ways.add(way);
    client.on('error', () => undefined);
    if (swallowing) return void client.resume();
    const database = connect(Number(target.port), target.hostname);
    way.database = database;
    database.on('error', () => undefined);
    client.pipe(database).pipe(client);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);
  const swallowAnswers = () => {
    for (const { client, database } of ways) database?.unpipe(client).resume();
  };
  const swallow = () => {
    swallowing = true;
    for (const { client, database } of ways) client.unpipe(database).resume();
    swallowAnswers();
  };
  return {
    url: url.href,
    /** From now on no connection is answered, nor reset; neither are new ones. The database knows nothing of it: its sessions stay. */
    swallow,
    /** What the database is told still arrives; no answer of it does. New connections are served. */
    swallowAnswers,
    /** The same as `swallow`, and the database's sessions end: its machine is gone. */
    vanish(): void {
      swallow();
      for (const { database } of ways) database?.destroy();
    },
    /** New connections are served again; the old ones stay as they are. */
    serveNew(): void {
      swallowing = false;
    },
    async close(): Promise<void> {
      for (const { client, database } of ways) {
        client.destroy();
        database?.destroy();
      }
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
