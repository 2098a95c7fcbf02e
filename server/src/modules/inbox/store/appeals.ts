import { sql } from 'kysely';
import type { InboxKind } from './kind.ts';

/** Appeals that wait for one side's answer; the most urgent is the one whose time is over first. */
const waitingFor =
  (stage: 'trader' | 'merchant'): InboxKind =>
  ({ accountId }) =>
    sql`
    select count(*) as count, (array_agg(id order by answer_until, id))[1] as id, min(created_at) as since,
      min(answer_until) as until, sum(amount)::bigint as sum, null::timestamptz as changes_at
    from appeal
    where ${sql.ref(`${stage}_id`)} = ${accountId} and status = 'OPEN' and stage = ${sql.lit(stage)}`;

/** Those that the trader has yet to answer. */
export const appeals = waitingFor('trader');

/** Those that a trader has declined: the merchant contests them, or they close. */
export const appealsDeclined = waitingFor('merchant');
