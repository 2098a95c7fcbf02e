import { sql } from 'kysely';
import { failingEndpoints } from '../../webhooks/index.ts';
import type { InboxKind } from './kind.ts';

/** Endpoints that have failed for an hour, and are not switched off. */
export const webhooksFailing: InboxKind = ({ accountId }) => sql`
  select count(*) as count, (array_agg(id order by failing_since, id))[1] as id, min(failing_since) as since,
    null::timestamptz as until, null::bigint as sum, null::timestamptz as changes_at
  from (${failingEndpoints}) as failing where merchant_id = ${accountId}`;
