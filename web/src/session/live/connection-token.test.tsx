import * as routes from '@kantor/contract/plain/routes.ts';
import { waitFor } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { accessGranted } from '@/api/auth-slice';
import { live } from '@/shared/lib/live';
import { serveEvents } from '@/test/event-stream';
import { openLive, pass, serveLiveOrders } from '@/test/live-orders';
import { serve, server } from '@/test/server';

// A connection lives as long as its token, and the session behind that.

beforeEach(() => void serveLiveOrders());

const untilLost = () => vi.waitUntil(() => live.get() === 'lost', { timeout: 10_000 });

/** Each token is followed by another one. @returns how many there were. */
function countRefreshes(): () => number {
  let refreshes = 0;
  server.use(
    serve(routes.refresh, () => {
      refreshes += 1;
      return HttpResponse.json({ access: `access-${refreshes}`, refresh: `refresh-${refreshes}` });
    }),
  );
  return () => refreshes;
}

describe('a connection', () => {
  test('whose token has run out is renewed at once', async () => {
    const events = serveEvents((attempt) => (attempt === 1 ? new HttpResponse(null, { status: 401 }) : undefined));
    const refreshes = countRefreshes();
    openLive('/orders');
    expect((await events.stream(1)).token).toBe('Bearer access-2');
    expect(refreshes()).toBe(2);
  });

  test('is there at once with a renewed token, also after failures', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0.99);
    countRefreshes();
    let answer: () => Response | undefined = () => HttpResponse.error();
    const events = serveEvents(() => answer());
    openLive('/orders');
    await untilLost();
    // Now the next attempt would be far away.
    await pass(40_000);
    const attempts = events.attempts();
    let since = 0;
    answer = () => {
      since = performance.now();
      answer = () => undefined;
      return new HttpResponse(null, { status: 401 });
    };
    while (events.attempts() === attempts) await pass(100);
    await events.stream();
    expect(performance.now() - since).toBeLessThan(5000);
    expect(events.attempts()).toBe(attempts + 2);
  });

  test('whose renewed tokens are refused, too, is not sought in a loop', async () => {
    countRefreshes();
    const events = serveEvents(() => new HttpResponse(null, { status: 401 }));
    openLive('/orders');
    await untilLost();
    await pass(60_000);
    expect(events.attempts()).toBeGreaterThan(3);
    expect(events.attempts()).toBeLessThan(20);
  });

  test('takes the token that another call has got meanwhile', async () => {
    const refreshes = countRefreshes();
    const events = serveEvents((attempt) => {
      if (attempt > 1) return undefined;
      store.dispatch(accessGranted('access-other'));
      return new HttpResponse(null, { status: 401 });
    });
    const { store } = openLive('/orders');
    expect((await events.stream(1)).token).toBe('Bearer access-other');
    expect(refreshes()).toBe(1);
  });

  test('whose session is over ends it', async () => {
    serveEvents(() => new HttpResponse(null, { status: 401 }));
    let refreshes = 0;
    server.use(
      serve(routes.refresh, () =>
        (refreshes += 1) === 1
          ? HttpResponse.json({ access: 'access-1', refresh: 'refresh-1' })
          : new HttpResponse(null, { status: 401 }),
      ),
    );
    const { address } = openLive('/orders');
    await waitFor(() => expect(address()).toBe('/login'));
    expect(refreshes).toBe(2);
  });
});
