import { sql } from 'kysely';
import type { Tx } from '../../db/tx.ts';
import { appendEvents } from '../../outbox/append.ts';

interface Pause {
  traderId: string;
  /** Requisites of his. */
  ids: readonly string[];
  /** The bank's message that says why; the caller writes it in this transaction. */
  notificationId: string;
  at: Date;
}

/** Switches a trader's requisites off, also those that are off already, until he switches each of them on by hand. None: nothing. */
export async function pauseRequisites(tx: Tx, { traderId, ids, notificationId, at }: Pause): Promise<void> {
  if (ids.length === 0) return;
  const { rows } = await sql<{ id: string }>`
    with named as (
      select id from requisite
      where id = any(${ids}::uuid[]) order by id for no key update
    )
    update requisite set is_active = false, paused_at = ${at}, paused_by = ${notificationId}
    from named where requisite.id = named.id
    returning requisite.id`.execute(tx);
  await appendEvents(tx, { kind: 'requisite.changed', objectIds: rows.map(({ id }) => id), owners: [traderId], at });
}
