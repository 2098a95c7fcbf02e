import { sql } from 'kysely';
import { isOnline } from '../../cabinets/index.ts';
import type { AlertSource } from './source.ts';

/** A phone has gone silent while orders wait for what it hears. */
export const phoneSilent: AlertSource = {
  kind: 'phone_silent',
  events: ['cabinet.silent'],
  rows: () => sql`
    select object_id, trader_id as account_id, null::bigint as sum, at as due_at, at + interval '30 minutes' as expires_at
    from event join cabinet on cabinet.id = object_id
    where exists (select from requisite where cabinet_id = object_id and active_orders > 0)`,
  isStill: (now) => sql`
    exists (select from cabinet where cabinet.id = delivery.object_id and not ${isOnline(now)})`,
};
