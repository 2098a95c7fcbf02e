import { sql } from 'kysely';
import type { AlertSource } from './source.ts';

/** An appeal waits for its trader: a new one, or one whose decline was contested. */
export const appealOpen: AlertSource = {
  kind: 'appeal_open',
  events: ['appeal.open', 'appeal.contested'],
  rows: () => sql`
    select object_id, trader_id as account_id, amount as sum, at as due_at, answer_until as expires_at
    from event join appeal on appeal.id = object_id where stage = 'trader'`,
  isStill: () => sql`exists (select from appeal where appeal.id = delivery.object_id and stage = 'trader')`,
};
