import { setTimeout as delay } from 'node:timers/promises';
import { API_BASE, streamEvents } from '@kantor/contract/plain/routes.ts';
import { changes } from '@kantor/contract/wire/events.ts';
import type { Market, Person } from '../harness/market.ts';
import type { Ground } from '../harness/storm.ts';

const AGAIN_MS = 500;

/** An open screen: it listens, and comes again with its cursor when its stream ends, as the web does. */
export function openScreen({ defer }: Ground, market: Market, person: Person) {
  const told = new Map<string, number>();
  const ended = new AbortController();
  let cursor: string | undefined;
  let all = 0;
  const { promise: opened, resolve: open } = Promise.withResolvers<void>();
  const listen = async () => {
    const response = await fetch(market.anyServer().url + API_BASE + streamEvents.path, {
      headers: {
        authorization: `Bearer ${await person.token()}`,
        ...(cursor !== undefined && { 'last-event-id': cursor }),
      },
      signal: ended.signal,
    });
    if (response.ok) open();
    let text = '';
    for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += chunk;
      for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
        const event = text.slice(0, end);
        text = text.slice(end + 2);
        cursor = /^id: ?(.+)$/m.exec(event)?.[1] ?? cursor;
        const data = /^data: ?(.+)$/m.exec(event)?.[1];
        const parsed = data === undefined ? undefined : changes.safeParse(JSON.parse(data));
        for (const { id } of parsed?.data ?? []) {
          if (id === undefined) all = performance.now();
          else told.set(id, performance.now());
        }
      }
    }
  };
  const run = async () => {
    while (!ended.signal.aborted) {
      await listen().catch(() => undefined);
      await delay(AGAIN_MS);
    }
  };
  const running = run();
  defer(async () => {
    ended.abort();
    await running;
  });
  return {
    /** Resolves once its stream has begun. */
    opened,
    /** Whether it was told of an object, or to ask for everything, since a moment of `performance.now()`. */
    wasTold: (id: string, since: number) => Math.max(told.get(id) ?? 0, all) >= since,
  };
}

export type Screen = ReturnType<typeof openScreen>;
