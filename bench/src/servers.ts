import { randomBytes } from 'node:crypto';
import { type Client, createClient, type Decoded } from '@kantor/contract/client.ts';
import { API_BASE } from '@kantor/contract/plain/routes.ts';
import { login } from '@kantor/contract/wire/auth.ts';
import { freePort } from '@kantor/embedded-postgres/ports.mjs';
import { NODE_ARGUMENTS, NODE_ENVIRONMENT } from '@kantor/server/src/app/node-arguments.mjs';
import { arrangeRoles } from '@kantor/server/src/db/roles.ts';
import type { Environment, Running } from './environment.ts';
import { PASSWORD } from './market.ts';

const SECRET = randomBytes(32).toString('hex');

/** Starts a real server process on a database, which `databaseUrl` opens for a superuser; it serves by its own role. */
export async function startServer(
  environment: Environment,
  databaseUrl: string,
  role: 'api' | 'worker' = 'api',
): Promise<Running> {
  const { serving } = await arrangeRoles(databaseUrl);
  return environment.run('../../server/src/app/main.ts', {
    variables: {
      ...NODE_ENVIRONMENT,
      DATABASE_URL: serving,
      PORT: '0',
      KANTOR_DEMO: 'off',
      KANTOR_JWT_SECRET: SECRET,
      ...(role === 'worker' && { KANTOR_HEALTH_PORT: String(await freePort()) }),
    },
    args: ['--role', role],
    nodeArguments: NODE_ARGUMENTS,
  });
}

/** Starts processes that answer requests. */
export const startServers = (environment: Environment, databaseUrl: string, n: number): Promise<Running[]> =>
  Promise.all(Array.from({ length: n }, () => startServer(environment, databaseUrl)));

/** Starts a process that does the background work. */
export const startWorker = (environment: Environment, databaseUrl: string): Promise<Running> =>
  startServer(environment, databaseUrl, 'worker');

const clientOf = (url: URL, token?: string): Client =>
  createClient({ base: new URL(API_BASE, url).href, ...(token !== undefined && { token }) });

/** Signs a person of the market in. */
export const signIn = (url: URL, username: string): Promise<Decoded<typeof login>> =>
  clientOf(url).call(login, { body: { username, password: PASSWORD } });

/** The API as a person of the market calls it. */
export const clientAs = async (url: URL, username: string): Promise<Client> =>
  clientOf(url, (await signIn(url, username)).access);
