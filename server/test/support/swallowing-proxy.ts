import { createServer, connect, type AddressInfo, type Socket } from 'node:net';

/** A way to the database that can lose connections without a word, as a machine does that vanishes. */
export async function startSwallowingProxy(databaseUrl: string) {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let swallowing = false;
  const server = createServer((client) => {
    sockets.add(client);
    client.on('error', () => undefined);
    if (swallowing) return void client.resume();
    const database = connect(Number(target.port), target.hostname);
    sockets.add(database);
    database.on('error', () => undefined);
    client.pipe(database).pipe(client);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    /** From now on no connection is answered, nor reset; neither are new ones. */
    swallow(): void {
      swallowing = true;
      for (const socket of sockets) socket.unpipe().resume();
    },
    /** New connections are served again; the old ones stay as they are. */
    serveNew(): void {
      swallowing = false;
    },
    async close(): Promise<void> {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
