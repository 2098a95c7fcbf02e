import { API_BASE, getMe, login, refresh } from '@kantor/contract/plain/routes.ts';
import type { Market } from '../harness/market.ts';
import { PASSWORD } from '../harness/market.ts';
import { jsonHeaders, type RawAnswer, sendRaw } from '../harness/raw.ts';

interface Attempt {
  username: string;
  password?: string;
  /** As the balancer tells it. */
  address?: string;
}

/** Signs in, or tries to, at any server. */
export const signIn = (market: Market, { username, password = PASSWORD, address }: Attempt): Promise<RawAnswer> =>
  sendRaw(market.anyServer().url, {
    method: login.method,
    path: API_BASE + login.path,
    headers: {
      ...jsonHeaders(),
      ...(address !== undefined && { 'x-forwarded-for': address }),
    },
    body: JSON.stringify({ username, password }),
  });

export interface Tokens {
  access: string;
  refresh: string;
}

export const tokensOf = ({ status, text }: RawAnswer): Tokens | undefined =>
  status === 200 ? (JSON.parse(text) as Tokens) : undefined;

/** Shows a refresh token at any server. */
export const renew = (market: Market, token: string): Promise<RawAnswer> =>
  sendRaw(market.anyServer().url, {
    method: refresh.method,
    path: API_BASE + refresh.path,
    headers: jsonHeaders(),
    body: JSON.stringify({ refresh: token }),
  });

/** Whether an access token lets in at every server. */
export async function isLetIn(market: Market, access: string): Promise<boolean> {
  const answers = await Promise.all(
    market.apis.map(({ url }) =>
      sendRaw(url, { method: getMe.method, path: API_BASE + getMe.path, headers: jsonHeaders(access) }),
    ),
  );
  return answers.some(({ status }) => status === 200);
}
