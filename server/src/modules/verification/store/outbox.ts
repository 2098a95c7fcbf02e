import { sql } from 'kysely';
import { clusterIdentifier, isOfThisCluster } from '../../../outbox/anchor.ts';
import type { Check } from './check.ts';

/** Invariants of the events' places, which a restore into another cluster breaks until the next start. */
export const OUTBOX_CHECKS: readonly Check[] = [
  {
    invariant: 'Every reader of the outbox has its place in this cluster (a start anchors it anew)',
    ofRecent: 'whole',
    find: sql`
      select 'outbox_reader' as "table", name as row, format('is at %s/%s of the cluster %s, but this is %s, at %s', xid, id,
        coalesce(system_identifier::text, 'unknown'), ${clusterIdentifier}, pg_snapshot_xmax(pg_current_snapshot())) as problem
      from outbox_reader where not ${isOfThisCluster}`,
  },
  {
    invariant: 'No event is of a transaction that is still to come (a start numbers the events anew)',
    ofRecent: 'whole',
    find: sql`
      select 'outbox' as "table", id::text as row, format('is of transaction %s, but this cluster is at %s', xid,
        pg_snapshot_xmax(pg_current_snapshot())) as problem
      from outbox where xid >= pg_snapshot_xmax(pg_current_snapshot())`,
  },
];
