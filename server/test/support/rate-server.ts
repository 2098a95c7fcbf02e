import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A source of rates on this machine, whose answers the test decides. */
export async function startRateServer() {
  let answer: (response: ServerResponse) => unknown = (response) => void response.end();
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
    /** Holds its next answer back. @returns what resolves once it is asked, and what lets the answer go. */
    holds: (rate: string) => {
      const [asked, mayAnswer] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
      answer = async (response) => {
        asked.resolve(undefined);
        await mayAnswer.promise;
        response.end(`{"price": ${rate}}`);
      };
      return { asked: asked.promise, answer: () => mayAnswer.resolve(undefined) };
    },
    does: (what: (response: ServerResponse) => unknown) => (answer = what),
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
