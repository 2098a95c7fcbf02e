import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A source of rates on this machine, whose answers the test decides. */
export async function startRateServer() {
  let answer: (response: ServerResponse) => void = (response) => void response.end();
  let asked = 0;
  const server = createServer((_request, response) => {
    asked += 1;
    answer(response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    /** The number of requests so far. */
    asked: () => asked,
    says: (rate: string) => (answer = (response) => void response.end(`{"price": ${rate}}`)),
    does: (what: (response: ServerResponse) => void) => (answer = what),
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
