import { sql } from 'kysely';
import { isToSort } from '../../devices/index.ts';
import type { AlertSource } from './source.ts';

export const messageToSort: AlertSource = {
  kind: 'message_to_sort',
  events: ['notification.new'],
  rows: (now) => sql`
    select object_id, trader_id as account_id, amount as sum, at as due_at, at + interval '1 hour' as expires_at
    from event join notification on notification.id = object_id where ${isToSort(now)}`,
  isStill: (now) => sql`
    exists (select from notification where notification.id = delivery.object_id and ${isToSort(now)})`,
};

/** A bank's word has switched a requisite off. */
export const requisitePaused: AlertSource = {
  kind: 'requisite_paused',
  events: ['notification.new'],
  rows: () => sql`
    select requisite.id as object_id, requisite.trader_id as account_id, null::bigint as sum, at as due_at,
      at + interval '12 hours' as expires_at
    from event join notification on notification.id = object_id and outcome = 'block'
    join requisite on requisite.trader_id = notification.trader_id and requisite.paused_by = notification.id`,
  isStill: () => sql`exists (select from requisite where requisite.id = delivery.object_id and paused_at is not null)`,
};
