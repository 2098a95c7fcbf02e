import * as routes from '@kantor/contract/plain/routes.ts';
import { HttpResponse } from 'msw';
import { vi } from 'vitest';
import type { Change } from '@kantor/contract/wire/events.ts';
import { serve, server } from './server';

interface OpenStream {
  /** The cursor and the token that the client sent. */
  place: string | null;
  token: string | null;
  /** Whether the client has gone. */
  isCut: () => boolean;
  tell: (...changes: Change[]) => void;
  /** Sends any text, as it would come over the wire. */
  write: (text: string) => void;
  /** Ends in good order. */
  end: () => void;
  /** Breaks. */
  drop: () => void;
}

/** A server that tells of changes; `answer` may refuse. */
export function serveEvents(answer: (attempt: number) => Response | undefined = () => undefined) {
  const streams: OpenStream[] = [];
  let attempts = 0;
  let places = 0;
  const encoder = new TextEncoder();
  server.use(
    serve(routes.streamEvents, ({ request }) => {
      const refusal = answer((attempts += 1));
      if (refusal) return refusal;
      let isCut = false;
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          request.signal.addEventListener('abort', () => {
            isCut = true;
            controller.error(request.signal.reason);
          });
          const write = (text: string) => controller.enqueue(encoder.encode(text));
          streams.push({
            place: request.headers.get('last-event-id'),
            token: request.headers.get('authorization'),
            isCut: () => isCut,
            write,
            tell: (...changes) => write(`id: place-${(places += 1)}\ndata: ${JSON.stringify(changes)}\n\n`),
            end: () => controller.close(),
            drop: () => controller.error(new Error('The connection was lost')),
          });
          write('retry: 1000\nid: place-0\n\n');
        },
        cancel() {
          isCut = true;
        },
      });
      return new HttpResponse(body, {
        headers: { 'content-type': 'text/event-stream', 'transfer-encoding': 'chunked' },
      });
    }),
  );
  return {
    attempts: () => attempts,
    /** The n-th stream, once it is open; the last one so far by default. */
    stream: (n = Math.max(1, streams.length)) => vi.waitUntil(() => streams[n - 1], { timeout: 15_000, interval: 5 }),
  };
}
