import { login, refresh } from '@kantor/contract/wire/auth.ts';
import { API_BASE } from '@kantor/contract/plain/routes.ts';
import { ask, type Credentials, Refused, type Surroundings } from './trader.ts';

export interface Session {
  /** Asks the back office. @throws Refused. */
  get: (path: string) => Promise<unknown>;
  /** Has something done: JSON, or a form. @throws Refused. */
  post: (path: string, body?: object | FormData, method?: 'POST' | 'PATCH') => Promise<unknown>;
}

/** A person who stays signed in all day. */
export function openSession(surroundings: Surroundings, credentials: Credentials): Session {
  let tokens: { access: string; refresh: string } | undefined;

  const take = async (path: string, body: object) => {
    const answer = await ask(surroundings, API_BASE + path, { method: 'POST', body: JSON.stringify(body) });
    return login.response.parse(await answer.json());
  };

  /** New tokens for old ones; whose session has ended signs in again. */
  async function renew(): Promise<{ access: string }> {
    const old = tokens;
    tokens = undefined;
    if (old !== undefined) tokens = await take(refresh.path, { refresh: old.refresh }).catch(forgive);
    return (tokens ??= await take(login.path, credentials));
  }

  async function call(path: string, asking: Parameters<typeof ask>[2]): Promise<unknown> {
    const once = async ({ access }: { access: string }) => {
      const headers = { authorization: `Bearer ${access}` };
      return (await ask(surroundings, API_BASE + path, { ...asking, headers })).json();
    };
    try {
      return await once(tokens ?? (await renew()));
    } catch (error) {
      if (!(error instanceof Refused && error.status === 401)) throw error;
      return once(await renew());
    }
  }

  return {
    get: (path) => call(path, {}),
    post: (path, body, method = 'POST') =>
      call(path, { method, body: body instanceof FormData ? body : JSON.stringify(body ?? {}) }),
  };
}

function forgive(error: unknown): undefined {
  if (!(error instanceof Refused)) throw error;
}
