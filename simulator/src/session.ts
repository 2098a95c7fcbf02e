import { type Client, createClient, Refused } from '@kantor/contract/client.ts';
import { API_BASE } from '@kantor/contract/plain/routes.ts';
import { login, logout, refresh } from '@kantor/contract/wire/auth.ts';
import { type Context, persistentFetch } from './http.ts';

export interface Credentials {
  username: string;
  password: string;
}

export interface Session extends Client {
  signOut: () => Promise<void>;
}

/** A person in the back office: signs in with the first call and stays signed in. */
export function openSession(context: Context, { username, password }: Credentials): Session {
  const base = new URL(API_BASE, context.url).href;
  const fetch = persistentFetch(context);
  const anonymous = createClient({ base, fetch });
  let tokens: { access: string; refresh: string } | undefined;

  /** New tokens for old ones; after the session's end the person signs in again. */
  async function renew(): Promise<string> {
    const old = tokens;
    tokens = undefined;
    if (old) tokens = await anonymous.call(refresh, { body: { refresh: old.refresh } }).catch(ignoreRefusal);
    tokens ??= await anonymous.call(login, { body: { username, password } });
    return tokens.access;
  }

  const client = createClient({
    base,
    fetch: async (request) => {
      const sendAs = (access: string) => {
        const copy = request.clone();
        copy.headers.set('authorization', `Bearer ${access}`);
        return fetch(copy);
      };
      const response = await sendAs(tokens?.access ?? (await renew()));
      return response.status === 401 ? sendAs(await renew()) : response;
    },
  });
  return {
    ...client,
    signOut: async () => {
      if (tokens) await anonymous.call(logout, { body: { refresh: tokens.refresh } });
      tokens = undefined;
    },
  };
}

function ignoreRefusal(error: unknown): undefined {
  if (!(error instanceof Refused)) throw error;
}
