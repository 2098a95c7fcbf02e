import { KEY_ENDING_MS } from '@kantor/contract/plain/api-keys.ts';
import { sql } from 'kysely';
import { after } from '../../../kernel/clock.ts';
import type { InboxKind } from './kind.ts';

/** Keys whose time is over within a week: the shop's server needs others by then. The next one joins them by time alone. */
export const keysExpiring: InboxKind = ({ accountId, at }) => {
  const ending = sql`expires_at <= ${after(at, KEY_ENDING_MS)}`;
  return sql`
    select count(*) filter (where ${ending}) as count,
      (array_agg(id order by expires_at, id) filter (where ${ending}))[1] as id,
      null::timestamptz as since, null::timestamptz as until, null::bigint as sum,
      (min(expires_at) filter (where not ${ending})) - ${KEY_ENDING_MS} * interval '1 ms' as changes_at
    from api_key where merchant_id = ${accountId} and revoked_at is null and expires_at > ${at}`;
};
