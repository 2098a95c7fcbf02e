import { login, logout } from '@kantor/contract/wire/auth.ts';
import { API_BASE } from '@kantor/contract/plain/routes.ts';
import { problem } from '@kantor/contract/wire/call.ts';
import { getCabinetQr, listCabinets } from '@kantor/contract/wire/cabinets.ts';
import { listRequisites } from '@kantor/contract/wire/requisites.ts';
import type { z } from 'zod';
import { persist } from './patience.ts';
import type { Say } from './quiet-log.ts';

export interface Credentials {
  username: string;
  password: string;
}

export type Cabinet = z.output<typeof listCabinets.response>['results'][number];
type Requisite = z.output<typeof listRequisites.response>['results'][number];

/** A trader in the back office, as far as phones need one. */
export interface Trader {
  cabinets: () => Promise<Cabinet[]>;
  requisites: () => Promise<Requisite[]>;
  /** The picture that pairs a phone with the cabinet. */
  qr: (cabinetId: string) => Promise<Uint8Array>;
  leave: () => Promise<void>;
}

export interface Surroundings {
  url: URL;
  say: Say;
  signal: AbortSignal;
}

const ANSWER_LIMIT_MS = 15_000;
const ALL = '?page=1&page_size=100';

interface Asking {
  method?: 'GET' | 'POST' | 'PATCH';
  headers?: Record<string, string>;
  /** JSON, or a form. */
  body?: string | FormData;
}

/** The server decided against it. */
export class Refused extends Error {
  readonly status: number;

  constructor(path: string, status: number, code: string) {
    super(`${path} is refused with ${status} ${code}`);
    this.status = status;
  }
}

/** Asks until the server has decided. @throws Refused. */
export function ask(
  { url, say, signal }: Surroundings,
  path: string,
  { headers = {}, ...asking }: Asking = {},
): Promise<Response> {
  return persist(async () => {
    const answer = await fetch(new URL(path, url), {
      ...asking,
      // A form tells its own.
      headers: asking.body instanceof FormData ? headers : { 'content-type': 'application/json', ...headers },
      signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_LIMIT_MS)]),
    }).catch(() => undefined);
    signal.throwIfAborted();
    if (answer?.ok) return answer;
    if (answer !== undefined && answer.status < 500 && answer.status !== 429) {
      const { code = 'unknown' } = problem.safeParse(await answer.json().catch(() => undefined)).data ?? {};
      throw new Refused(path, answer.status, code);
    }
    say(`${url.origin} does not answer; trying again`);
    return undefined;
  }, signal);
}

/** Signs in. @throws Error when the name or the password is wrong. */
export async function signIn(surroundings: Surroundings, credentials: Credentials): Promise<Trader> {
  const post = (path: string, body: object) =>
    ask(surroundings, `${API_BASE}${path}`, { method: 'POST', body: JSON.stringify(body) });
  const { access, refresh } = login.response.parse(await (await post(login.path, credentials)).json());
  const get = (path: string) =>
    ask(surroundings, `${API_BASE}${path}`, { headers: { authorization: `Bearer ${access}` } });
  return {
    cabinets: async () => listCabinets.response.parse(await (await get(listCabinets.path + ALL)).json()).results,
    requisites: async () => listRequisites.response.parse(await (await get(listRequisites.path + ALL)).json()).results,
    qr: async (cabinetId) => (await get(getCabinetQr.path.replace(':id', cabinetId))).bytes(),
    leave: async () => void (await post(logout.path, { refresh })),
  };
}
