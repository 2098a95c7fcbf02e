import { sql } from 'kysely';
import type { Database } from '../../src/db/pool.ts';
import type { Clock } from '../../src/kernel/clock.ts';
import { internet } from '../../src/modules/webhooks/web-address.ts';
import { askNameServers, createDispatcher, createSender, fanOut } from '../../src/modules/webhooks/index.ts';
import { collectLog } from '../support/log.ts';
import { untilShown } from '../support/outbox-reading.ts';

/** Tests make servers slow to see what happens meanwhile, however long that takes: none of them is to be given up for it. */
const PATIENCE_MS = 120_000;

interface WorkerOptions {
  /** The one private address that is trusted. */
  trusted: string;
  /** The server's. */
  secret: string;
}

/** A worker's part for webhooks. */
export function startWorker({ db, clock }: { db: Database; clock: Clock }, { trusted, secret }: WorkerOptions) {
  const { log, lines } = collectLog();
  const dispatcher = createDispatcher({
    db,
    clock,
    secret: Buffer.from(secret),
    send: createSender({ clock, reach: internet(trusted), resolve: askNameServers(), timeoutMs: PATIENCE_MS }),
    log,
    // Pauses of exactly the length that is written.
    random: () => 0.5,
  });
  /** Makes messages of what readers are shown and sends all that is due, and what becomes due by that. */
  const deliverShown = async (): Promise<void> => {
    await fanOut({ db, clock });
    for (;;) {
      await dispatcher.dispatch();
      await dispatcher.settled();
      const { rows } = await sql`
        select from webhook left join webhook_endpoint endpoint
          on endpoint.id = coalesce(webhook.endpoint_id, webhook.merchant_id)
        where status = 'PENDING' and next_attempt_at <= ${clock()} and (leased_until is null or leased_until <= ${clock()})
          and (not to_endpoint or (is_active and endpoint.url <> '')) limit 1`.execute(db);
      if (rows.length === 0) return;
    }
  };
  /** The same of everything that happened. */
  const deliver = async (): Promise<void> => {
    await untilShown(db);
    await deliverShown();
  };
  return { dispatcher, lines, deliver, deliverShown };
}
