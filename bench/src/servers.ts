import { randomBytes } from 'node:crypto';
import { type Client, createClient, type Decoded } from '@kantor/contract/client.ts';
import { API_BASE } from '@kantor/contract/plain/routes.ts';
import { login } from '@kantor/contract/wire/auth.ts';
import { arrangeRoles } from '@kantor/server/src/db/roles.ts';
import type { Environment, Running } from './environment.ts';
import { PASSWORD } from './market.ts';

/** Starts real server processes (without the worker) on a database, which `databaseUrl` opens for a superuser; they serve by their own role. */
export async function startServers(environment: Environment, databaseUrl: string, n: number): Promise<Running[]> {
  const secret = randomBytes(32).toString('hex');
  const { serving } = await arrangeRoles(databaseUrl);
  const variables = { DATABASE_URL: serving, PORT: '0', KANTOR_DEMO: 'off', KANTOR_JWT_SECRET: secret };
  const start = () => environment.run('../../server/src/app/main.ts', variables, ['--role', 'api']);
  return Promise.all(Array.from({ length: n }, start));
}

const clientOf = (url: URL, token?: string): Client =>
  createClient({ base: new URL(API_BASE, url).href, ...(token !== undefined && { token }) });

/** Signs a person of the market in. */
export const signIn = (url: URL, username: string): Promise<Decoded<typeof login>> =>
  clientOf(url).call(login, { body: { username, password: PASSWORD } });

/** The API as a person of the market calls it. */
export const clientAs = async (url: URL, username: string): Promise<Client> =>
  clientOf(url, (await signIn(url, username)).access);
