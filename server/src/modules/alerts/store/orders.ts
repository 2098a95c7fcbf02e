import { ENDING_MS } from '@kantor/contract/plain/inbox.ts';
import { sql } from 'kysely';
import { isIdOf } from '../../../kernel/ids.ts';
import type { AlertSource } from './source.ts';

const isActive = () =>
  sql<boolean>`exists (select from orders where orders.id = delivery.object_id and status = 'ACTIVE')`;

/** An appeal that is declined makes its order active again: that is no new order. */
const isNew: AlertSource['isOf'] = ({ objectId, at }) => isIdOf(objectId, at);

export const orderNew: AlertSource = {
  kind: 'order_new',
  events: ['order.active'],
  isOf: isNew,
  rows: () => sql`
    select object_id, trader_id as account_id, amount as sum, at as due_at, expires_at
    from event join orders on orders.id = object_id`,
  isStill: isActive,
};

/** It is made with the order, and waits for its time: nothing happens then. */
export const orderEnding: AlertSource = {
  kind: 'order_ending',
  events: ['order.active'],
  isOf: isNew,
  rows: () => sql`
    select object_id, trader_id as account_id, amount as sum,
      expires_at - ${ENDING_MS} * interval '1 ms' as due_at, expires_at
    from event join orders on orders.id = object_id`,
  isStill: isActive,
};

/** By a bank's message: what a trader confirms they know of. */
export const orderPaid: AlertSource = {
  kind: 'order_paid',
  events: ['order.closed'],
  rows: () => sql`
    select object_id, trader_id as account_id, amount as sum, at as due_at, at + interval '1 hour' as expires_at
    from event join orders on orders.id = object_id
    where exists (
      select from order_status_change change
      where change.order_id = object_id and change.status = 'CLOSED' and change.actor = 'device')`,
  isStill: () => sql`true`,
};
