import { API_BASE } from '@kantor/contract/plain/routes.ts';
import { streamEvents } from '@kantor/contract/wire/events.ts';
import { once } from 'node:events';
import net from 'node:net';
import { sql } from 'kysely';
import { expect, vi } from 'vitest';
import { test } from './fixture.ts';

test('a stream ends when its client does not read, and what waits for it stays small', async ({
  kantor,
  trader,
  url,
  open,
}) => {
  const connected = once(kantor.app.server, 'connection');
  const socket = net.connect(Number(new URL(url).port));
  socket.on('error', () => undefined);
  const closed = new Promise((resolve) => socket.once('close', resolve));
  socket.write(
    `GET ${API_BASE}${streamEvents.path} HTTP/1.1\r\nhost: kantor\r\nauthorization: Bearer ${await trader.token()}\r\n\r\n`,
  );
  await new Promise((resolve) => socket.once('data', resolve));
  socket.pause();
  const [served] = (await connected) as [net.Socket];
  const observer = await open(trader);
  const kinds = [
    ...['order.closed', 'ping.new', 'cabinet.changed', 'notification.new', 'deposit.gone', 'appeal.open'],
    ...['payout.done', 'withdrawal.open', 'webhook.changed'],
  ];
  await vi.waitFor(
    async () => {
      const before = observer.messages.length;
      await sql`
        insert into outbox (kind, object_id, owners, created_at)
        select kind, gen_random_uuid(), ${[trader.id]}::uuid[], ${kantor.clock()}
        from unnest(${kinds}::text[]) as kind, generate_series(1, 100)`.execute(kantor.db);
      // More of a kind at once would become one change for all of them, in a few bytes.
      await observer.until(() => observer.messages.length > before);
      expect(served.destroyed).toBe(true);
    },
    { timeout: 100_000, interval: 1 },
  );
  socket.resume();
  await closed;
});
