import { randomBytes } from 'node:crypto';
import type { House, Running } from './house.ts';
import { PASSWORD } from './market.ts';
import { bearer } from './wire.ts';

/** Starts real server processes (without the worker) on a database. */
export function startServers(house: House, databaseUrl: string, n: number): Promise<Running[]> {
  const secret = randomBytes(32).toString('hex');
  const environment = { DATABASE_URL: databaseUrl, PORT: '0', KANTOR_DEMO: 'off', KANTOR_JWT_SECRET: secret };
  const start = () => house.run('../../server/src/app/main.ts', environment, ['--role', 'api']);
  return Promise.all(Array.from({ length: n }, start));
}

/** @returns the header that shows who is calling. */
export const signIn = async (url: URL, username: string): Promise<string> => bearer(await readToken(url, username));

/** @returns the access token of somebody of the market. */
export const readToken = async (url: URL, username: string): Promise<string> => (await logIn(url, username)).access;

/** Signs somebody of the market in. @returns both tokens. */
export async function logIn(url: URL, username: string): Promise<{ access: string; refresh: string }> {
  const response = await fetch(new URL('/api/v1/auth/login/', url), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password: PASSWORD }),
  });
  const answer = (await response.json()) as { access: string; refresh: string };
  if (!response.ok) throw new Error(`Cannot sign in: ${JSON.stringify(answer)}`);
  return answer;
}
