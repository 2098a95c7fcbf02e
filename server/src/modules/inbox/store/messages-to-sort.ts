import { sql } from 'kysely';
import { messagesToSort as rowsToSort } from '../../devices/index.ts';
import type { InboxKind } from './kind.ts';

/** Messages of banks that wait for a person: what the match desk lists. */
export const messagesToSort: InboxKind = ({ accountId, at }) => sql`
  select count(*) as count, (array_agg(id order by heard_at, id))[1] as id,
    min(heard_at) as since, null::timestamptz as until, sum(amount)::bigint as sum, null::timestamptz as changes_at
  from (${rowsToSort(accountId, at)}) as waiting`;
