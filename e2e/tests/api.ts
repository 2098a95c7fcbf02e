import type { APIRequestContext } from '@playwright/test';
import { type Client, type ClientOptions, createClient } from '@kantor/contract/client.ts';
import { MERCHANT_API_BASE } from '@kantor/contract/plain/merchant-routes.ts';
import { API_BASE } from '@kantor/contract/plain/routes.ts';
import { login } from '@kantor/contract/wire/auth.ts';
import { ACCOUNTS, API_KEY } from '@kantor/demo/accounts.ts';

/** The way to a server: its address, and the function that sends requests. */
interface Connection extends Pick<ClientOptions, 'fetch'> {
  server: string;
}

/** The server that a test runs against. */
export const testedServer = (request: APIRequestContext): Connection => ({
  // Requests go to the test's `baseURL`, whatever stands here.
  server: 'http://kantor.test',
  fetch: async (sent) => {
    const { pathname, search } = new URL(sent.url);
    const answer = await request.fetch(pathname + search, {
      method: sent.method,
      headers: Object.fromEntries(sent.headers),
      ...(sent.body && { data: Buffer.from(await sent.arrayBuffer()) }),
    });
    const body = await answer.body();
    return new Response(body.length === 0 ? null : new Uint8Array(body), {
      status: answer.status(),
      headers: answer.headers(),
    });
  },
});

/** The back office as somebody calls it, in a session of its own beside the browser's. */
export function asWhom({ server, ...options }: Connection, person: { username: string; password: string }): Client {
  const base = server + API_BASE;
  const { username, password } = person;
  let access: Promise<string> | undefined;
  const signIn = async () =>
    (await createClient({ base, ...options }).call(login, { body: { username, password } })).access;
  return createClient({ base, ...options, token: () => (access ??= signIn()) });
}

/** As a person of the demo calls it. */
export const asPerson = (connection: Connection, person: keyof typeof ACCOUNTS): Client =>
  asWhom(connection, ACCOUNTS[person]);

/** The merchant API as the holder of a key calls it, by default the demo's. */
export const asMerchant = ({ server, ...options }: Connection, token: string = API_KEY): Client =>
  createClient({ base: server + MERCHANT_API_BASE, ...options, token });
