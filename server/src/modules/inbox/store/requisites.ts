import { type RawBuilder, sql } from 'kysely';
import { isWaitingRequisite } from '../../requisites/index.ts';
import type { InboxKind } from './kind.ts';

const ofRequisites =
  (isSo: RawBuilder<boolean>, since: RawBuilder<Date>): InboxKind =>
  ({ accountId }) =>
    sql`
    select count(*) as count, (array_agg(id order by ${since}, id))[1] as id, min(${since}) as since,
      null::timestamptz as until, null::bigint as sum, null::timestamptz as changes_at
    from requisite where trader_id = ${accountId} and archived_at is null and ${isSo}`;

/** Requisites that a bank's word has switched off. */
export const requisitesPaused = ofRequisites(isWaitingRequisite.requisites_paused, sql`paused_at`);

/** Requisites that take no more orders until their counter is set back. */
export const limitsReached = ofRequisites(isWaitingRequisite.limits_reached, sql`nullif(last_order_at, '-infinity')`);
