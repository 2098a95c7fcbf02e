import { createServer, type RequestListener } from 'node:http';

/** Where something listens apart from the product's own address. */
export interface Place {
  host: string;
  /** 0: any that is free. */
  port: number;
}

export interface Listening {
  port: number;
  stop: () => Promise<void>;
}

/** Listens apart, for those who watch the process. @throws Error of the system when the place cannot be had. */
export async function listenApart({ host, port }: Place, answer: RequestListener): Promise<Listening> {
  const server = createServer(answer);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : port,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
