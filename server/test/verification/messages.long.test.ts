import { describe } from 'vitest';
import { MESSAGE_CHECKS } from '../../src/modules/verification/store/messages.ts';
import * as names from './fixture.ts';
import { type Market, testCorruptions } from './fixture.ts';

const NOBODY = '01980000-0000-7000-8000-000000000000';
const ANY = /^[0-9a-f-]{36}$/;

/** A message of which something was changed after it had been kept. */
const changed =
  (outcome: Parameters<Market['message']>[0], change: string, ...breaks: string[]) =>
  (each: Market) => ({
    sql: `update notification set ${change} where id = ${each.message(outcome)}`,
    breaks,
    names: { table: 'notification', row: ANY },
  });

describe('Verification names', () => {
  testCorruptions(MESSAGE_CHECKS, {
    'a message that paid another sum': changed('paid', 'amount = amount + 1', names.MESSAGE_PAID),
    'a message that is older than the order that it paid': changed(
      'paid',
      `heard_at = heard_at - interval '1 hour'`,
      names.MESSAGE_PAID,
    ),
    'a message that paid an order that is not closed': ({ message, orders }) => ({
      sql: `update notification set order_id = '${orders.active}',
        amount = (select amount from orders where id = '${orders.active}') where id = ${message('paid')}`,
      breaks: [names.MESSAGE_PAID, names.PAID_ONCE],
      names: { table: 'orders', row: orders.active },
    }),
    'a message that paid an order that is not there': (market) => ({
      ...changed('paid', `order_id = '${NOBODY}'`, names.MESSAGE_PAID, names.PAID_ONCE, names.OWN_MESSAGES)(market),
      unseenOfRecent: [names.MESSAGE_PAID],
    }),
    'a message that is kept for an appeal which is over': ({ message }) => ({
      sql: `update notification set appeal_id = (select id from appeal where status = 'CLOSED') where id = ${message('no_order')}`,
      breaks: [names.KEPT],
      names: { table: 'notification', row: ANY },
    }),
    'an appeal that asks its merchant about no message': () => ({
      sql: `update appeal set decided_by = 'merchant' where status = 'OPEN'`,
      breaks: [names.KEPT],
      names: { table: 'appeal', row: ANY },
    }),
    'an order that a phone closed without a message': ({ message, orders }) => ({
      sql: `update notification set outcome = 'no_order' where id = ${message('paid')}`,
      breaks: [names.PAID_ONCE],
      names: { table: 'orders', row: orders['closed by a phone'] },
    }),
    'an order that two messages paid': ({ message, orders }) => ({
      sql: [
        'drop index notification_pays',
        `update notification set outcome = 'paid', order_id = '${orders['closed by a phone']}',
          amount = (select amount from orders where id = '${orders['closed by a phone']}') where id = ${message('no_order')}`,
      ],
      breaks: [names.PAID_ONCE, names.USED_ONCE],
      names: { table: 'orders', row: orders['closed by a phone'] },
    }),
    'a message that paid an order that its trader confirmed': ({ message, orders }) => ({
      sql: `update notification set outcome = 'paid', order_id = '${orders.closed}',
        amount = (select amount from orders where id = '${orders.closed}') where id = ${message('no_order')}`,
      breaks: [names.PAID_ONCE],
      names: { table: 'orders', row: orders.closed },
    }),
    'a chosen message of an order that is not closed': ({ message, orders }) => ({
      sql: `update notification set order_id = '${orders.active}' where id = ${message('chosen')}`,
      breaks: [names.CHOSEN],
      names: { table: 'notification', row: ANY },
    }),
    'an order that its trader confirmed by two messages': ({ message, orders }) => ({
      sql: [
        'drop index notification_pays',
        `update notification set chosen_at = now(), order_id = '${orders['closed by a message']}'
          where id = ${message('no_order')}`,
      ],
      breaks: [names.CHOSEN, names.USED_ONCE],
      names: { table: 'orders', row: orders['closed by a message'] },
    }),
    'two orders that were confirmed by one message': ({ message, orders }) => ({
      sql: [
        'alter table order_confirmation drop constraint order_confirmation_notification_id_key',
        `insert into order_confirmation (order_id, trader_id, ground, notification_id, created_at)
          select '${orders.closed}', trader_id, ground, notification_id, created_at from order_confirmation
          where notification_id = ${message('chosen')}`,
      ],
      breaks: [names.CHOSEN, names.USED_ONCE],
      names: { table: 'notification', row: ANY },
    }),
    'a ground of an order that is not closed': ({ orders }) => ({
      sql: `update order_confirmation set order_id = '${orders.active}'`,
      breaks: [names.CHOSEN, names.GROUND],
      names: { table: 'order_confirmation', row: orders.active },
    }),
    'a message of the cabinet of another trader': ({ cabinetId }) => ({
      sql: `update cabinet set trader_id = '${NOBODY}' where id = '${cabinetId}'`,
      breaks: [names.OWN_MESSAGES],
      names: { table: 'notification', row: ANY },
    }),
    'a message at the order of another trader': changed('expired', `order_id = '${NOBODY}'`, names.OWN_MESSAGES),
    'a message that may be about the order of another trader': ({ message }) => ({
      sql: `insert into notification_candidate (notification_id, order_id) values (${message('no_order')}, '${NOBODY}')`,
      breaks: [names.OWN_MESSAGES],
      names: { table: 'notification', row: ANY },
    }),
  });
});
