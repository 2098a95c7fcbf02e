import { sql } from 'kysely';
import { isSilentWithOrders } from '../../cabinets/index.ts';
import type { InboxKind } from './kind.ts';

/** Cabinets with active orders whose phones are silent: nobody will hear that those were paid. */
export const phonesSilent: InboxKind = ({ accountId, at }) => sql`
  select count(*) as count, (array_agg(id order by last_heard_at, id))[1] as id, min(last_heard_at) as since,
    null::timestamptz as until, null::bigint as sum, null::timestamptz as changes_at
  from cabinet where trader_id = ${accountId} and ${isSilentWithOrders(at)}`;
