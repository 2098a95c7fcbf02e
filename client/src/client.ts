import type { CallOptions, ClientOptions } from './options.ts';
import { createTransport, type Request } from './transport.ts';
import { type Calls, OPERATIONS } from './types.ts';

/** A client of the merchant API: `await kantor.createOrder({ amount: '1500.00', method: 'sbp', external_id: 'order-42' })`. */
export function createClient(options: ClientOptions): Calls {
  const send = createTransport(options);
  const calls = Object.entries(OPERATIONS).map(([name, [method, path, takes]]) => {
    const call = (...given: unknown[]) => {
      const hasId = path.includes('{id}');
      const id = hasId ? encodeURIComponent(String(given[0])) : '';
      const rest = hasId ? given.slice(1) : given;
      const sent = takes === '' ? undefined : (rest[0] as Record<string, unknown> | undefined);
      const request: Request = {
        method,
        path: path.replace('{id}', id),
        ...(takes === 'query' ? { query: sent } : { body: sent, isForm: takes === 'form' }),
      };
      return send(request, (takes === '' ? rest[0] : rest[1]) as CallOptions | undefined);
    };
    return [name, call] as const;
  });
  return Object.fromEntries(calls) as unknown as Calls;
}

interface Part<Row> {
  results: Row[];
  next_cursor: string | null;
}

/**
 * All rows of a list, part after part, however many are made meanwhile: `for await (const order of each(kantor.listOrders, { status:
 * ['ACTIVE'] }))`. Of what has changed, and of events, up to now.
 */
export async function* each<Query extends { cursor?: string }, Row>(
  list: (query?: Query) => Promise<Part<Row>>,
  query: Query = {} as Query,
): AsyncGenerator<Row, void, undefined> {
  let { cursor } = query;
  for (;;) {
    const part = await list(cursor === undefined ? query : { ...query, cursor });
    yield* part.results;
    if (part.next_cursor === null || part.next_cursor === cursor) return;
    cursor = part.next_cursor;
  }
}
