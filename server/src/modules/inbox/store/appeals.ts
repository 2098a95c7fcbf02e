import type { WaitingIn } from '@kantor/contract/plain/inbox.ts';
import { sql } from 'kysely';
import { isWaitingAppeal } from '../../appeals/index.ts';
import type { InboxKind } from './kind.ts';

/** Appeals that wait for one side's answer; the most urgent is the one whose time is over first. */
const waitingFor =
  (side: 'trader' | 'merchant', what: WaitingIn<'appeals'>): InboxKind =>
  ({ accountId }) =>
    sql`
    select count(*) as count, (array_agg(id order by answer_until, id))[1] as id, min(created_at) as since,
      min(answer_until) as until, sum(amount)::bigint as sum, null::timestamptz as changes_at
    from appeal a where ${sql.ref(`${side}_id`)} = ${accountId} and ${isWaitingAppeal[what]}`;

/** Those that the trader has yet to answer. */
export const appeals = waitingFor('trader', 'appeals');

/** Those that a trader has declined: the merchant contests them, or they close. */
export const appealsDeclined = waitingFor('merchant', 'appeals_declined');
