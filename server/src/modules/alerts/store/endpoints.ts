import { sql } from 'kysely';
import { failingEndpoints } from '../../webhooks/index.ts';
import type { AlertSource } from './source.ts';

const told = sql`
  select object_id, merchant_id as account_id, null::bigint as sum, at as due_at, at + interval '12 hours' as expires_at
  from event join webhook_endpoint on webhook_endpoint.id = object_id`;

/** An endpoint has failed for an hour. */
export const webhooksFailing: AlertSource = {
  kind: 'webhooks_failing',
  events: ['webhook.failing'],
  rows: () => told,
  isStill: () => sql`delivery.object_id in (select id from (${failingEndpoints}) as failing)`,
};

/** It does well again. */
export const webhooksRecovered: AlertSource = {
  kind: 'webhooks_recovered',
  events: ['webhook.recovered'],
  rows: () => told,
  isStill: () => sql`delivery.object_id not in (select id from (${failingEndpoints}) as failing)`,
};
