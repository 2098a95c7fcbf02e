import { describe } from 'vitest';
import { LIST_CHECKS } from '../../src/modules/verification/store/lists.ts';
import { BLOCKS, DENSE, PAYEE, PLATFORM, SUMS, testCorruptions } from './fixture.ts';

describe('Verification names', () => {
  testCorruptions(LIST_CHECKS, {
    'a list that says it is longer': ({ merchant }) => ({
      sql: `update list_sequence set last = last + 1 where owner_id = '${merchant.id}'`,
      breaks: [DENSE],
      names: { table: 'list_sequence', row: `${merchant.id}/orders` },
    }),
    'a list with a hole': ({ trader, is }) => ({
      sql: `update orders set trader_seq = trader_seq + 100 where ${is('active')}`,
      breaks: [DENSE],
      names: { table: 'list_sequence', row: `${trader.id}/orders` },
    }),
    'a list that does not begin with 1': ({ trader, is }) => ({
      sql: `update orders set trader_seq = 0 where ${is('expired')}`,
      breaks: [DENSE, PAYEE],
      names: { table: 'list_sequence', row: `${trader.id}/orders` },
    }),
    'a list without its length': ({ trader }) => ({
      sql: `delete from list_sequence where owner_id = '${trader.id}'`,
      breaks: [DENSE],
      names: { table: 'list_sequence', row: `${trader.id}/orders` },
    }),
    'a length without its list': ({ requisiteId }) => ({
      sql: `insert into list_sequence values ('${requisiteId}', 'orders', 1)`,
      breaks: [DENSE],
      names: { table: 'list_sequence', row: `${requisiteId}/orders` },
    }),
    'a counter of a status that went astray': ({ merchant }) => ({
      sql: `update list_block set n = n + 1 where owner_id = '${merchant.id}' and status = 'CLOSED' and level = 0`,
      breaks: [BLOCKS],
      names: { table: 'list_block', row: `${merchant.id}/orders/CLOSED/0/0` },
    }),
    'a sum of active orders that went astray': ({ merchant }) => ({
      sql: `update list_block set amount = amount + 1 where owner_id = '${merchant.id}' and status = 'ACTIVE' and level = 1`,
      breaks: [BLOCKS],
      names: { table: 'list_block', row: `${merchant.id}/orders/ACTIVE/1/0` },
    }),
    'a sum of closed orders that went astray': ({ trader }) => ({
      sql: `update list_block set amount = amount - 1 where owner_id = '${trader.id}' and status = 'CLOSED' and level = 0`,
      breaks: [BLOCKS],
      names: { table: 'list_block', row: `${trader.id}/orders/CLOSED/0/0` },
    }),
    'a counter of a status that is missing': ({ trader }) => ({
      sql: `delete from list_block where owner_id = '${trader.id}' and status = 'APPEAL' and level = 1`,
      breaks: [BLOCKS],
      names: { table: 'list_block', row: `${trader.id}/orders/APPEAL/1/0` },
    }),
    'a counter of orders that are not there': ({ trader }) => ({
      sql: `insert into list_block values ('${trader.id}', 'orders', 'ACTIVE', 0, 3, 1)`,
      breaks: [BLOCKS],
      names: { table: 'list_block', row: `${trader.id}/orders/ACTIVE/0/3` },
    }),
    'a reader of events that passed some over': ({ merchant }) => ({
      sql: `update outbox_reader set (xid, id, high_id) = (select max(xid), max(id), max(id) from outbox) where name = 'lists'`,
      breaks: [BLOCKS, PLATFORM],
      names: { table: 'list_block', row: `${merchant.id}/orders/DECLINED/0/0` },
    }),
    'a reader of events that forgot its place': ({ merchant }) => ({
      sql: `update outbox_reader set xid = '3', id = 0 where name = 'lists'`,
      breaks: [BLOCKS],
      names: { table: 'list_block', row: `${merchant.id}/orders/CLOSED/0/0` },
    }),
    'a counter of the platform that went astray': () => ({
      sql: `update list_block set n = n + 1 where owner_id = platform_owner() and status = 'CLOSED' and level = 0`,
      breaks: [BLOCKS],
      names: { table: 'list_block', row: '00000000-0000-0000-0000-000000000000/orders/CLOSED/0/0' },
    }),
    'a list of the platform with a hole': ({ orders, is }) => ({
      sql: `update platform_list set number = number + 100 where object_${is('active')}`,
      breaks: [PLATFORM],
      names: { table: 'platform_list', row: `orders/${orders.active}` },
    }),
    'a list of the platform that leaves an object out': ({ orders, is }) => ({
      sql: `delete from platform_list where object_${is('active')}`,
      breaks: [BLOCKS, PLATFORM],
      names: { table: 'platform_list', row: `orders/${orders.active}` },
    }),
    'a list of the platform with another sum': ({ orders, is }) => ({
      sql: `update platform_list set amount = amount + 1 where object_${is('active')}`,
      breaks: [SUMS],
      names: { table: 'platform_list', row: `orders/${orders.active}` },
    }),
    'a list of the platform that leaves a requisite out': ({ requisiteId }) => ({
      sql: `delete from platform_list where object_id = '${requisiteId}'`,
      breaks: [BLOCKS, PLATFORM],
      names: { table: 'platform_list', row: `requisites/${requisiteId}` },
    }),
    'a list of the platform that shows a status of before': ({ orders, is }) => ({
      sql: `update platform_list set status = 'ACTIVE' where object_${is('closed')}`,
      breaks: [BLOCKS, PLATFORM],
      names: { table: 'platform_list', row: `orders/${orders.closed}` },
    }),
  });
});
