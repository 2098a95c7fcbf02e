import { type Client, createClient, readProblem } from '@kantor/contract/client.ts';
import { MERCHANT_API_BASE } from '@kantor/contract/plain/merchant-routes.ts';
import type { Log } from './log.ts';
import { retry } from './retry.ts';

/** The parts that all actors share. */
export interface Context {
  /** Kantor's address. */
  url: URL;
  log: Log;
  /** Ends everything. */
  signal: AbortSignal;
}

const TIMEOUT_MS = 15_000;

/** Sends a request and reads its answer; without one it throws. */
export const timedFetch =
  ({ signal }: Context) =>
  async (request: Request): Promise<Response> => {
    const response = await fetch(request, { signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]) });
    const body = await response.bytes();
    return new Response(body.length === 0 ? null : body, response);
  };

/**
 * Sends a request until the server has decided on it. After a failure on the way (the network, a restart, an overloaded server)
 * the same request is sent again, with the same idempotency key: its effect is there once, however often it was sent.
 * @throws the signal's reason when it is aborted.
 */
export const persistentFetch = (context: Context) => {
  const { url, log, signal } = context;
  const send = timedFetch(context);
  return (request: Request): Promise<Response> =>
    retry(async () => {
      const response = await send(request.clone()).catch(() => undefined);
      signal.throwIfAborted();
      if (response === undefined) {
        log(`${url.origin} does not answer; trying again`);
        return undefined;
      }
      const { status } = response;
      if (response.ok) return response;
      const { code } = await readProblem(response.clone());
      if (status < 500 && status !== 429 && code !== 'idempotency_running') return response;
      log(`${url.origin} answers ${status} (${code}); trying again`);
      return undefined;
    }, signal);
};

/** The merchant's server as a client of Kantor. */
export const createMerchantClient = (context: Context, apiKey: string): Client =>
  createClient({
    base: new URL(MERCHANT_API_BASE, context.url).href,
    token: apiKey,
    fetch: persistentFetch(context),
  });
