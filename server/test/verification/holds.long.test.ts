import { describe, expect } from 'vitest';
import { inspect } from '../../src/modules/verification/index.ts';
import { HOLD_CHECKS } from '../../src/modules/verification/store/holds.ts';
import { usdt } from '../support/money.ts';
import * as names from './fixture.ts';
import { PLATFORM, test, testCorruptions } from './fixture.ts';

/** Posts 1 micro-USDT from one account of an owner to another. */
const post = (owner: { id: string }, from: string, to: string, cause = names.NEW_ID) => `
  select ledger_post(array[${names.NEW_ID}], '{mistake}', array[${cause}]::uuid[], array[now()], '{1,1}', '{${owner.id},${owner.id}}', '{${from},${to}}', '{-1,1}')`;

const ID = '01a1f82f-1e80-7165-bb6b-52bced39bae7';

test('the oldest hold of each kind is told, with its owner', async ({ kantor, market }) => {
  const { oldestHolds } = await inspect(kantor.db);
  expect(oldestHolds).toEqual([
    {
      table: 'orders',
      id: market.orders['appealed late'],
      owner: market.trader.username,
      held: usdt('10.03'),
      since: new Date('2026-11-20T09:00:00Z'),
    },
  ]);
  expect(await kantor.cli('verify')).toContain(
    `Oldest hold of orders: 10.030000 USDT of ${market.trader.username} for 26 min, ${market.orders['appealed late']}.`,
  );
});

describe('Verification names', () => {
  testCorruptions(HOLD_CHECKS, {
    'a hold of a trader that nothing has': ({ trader }) => ({
      sql: post(trader, 'available', 'held'),
      breaks: [names.HELD, names.HOLD_POSTED],
      names: { table: 'account', row: trader.id },
    }),
    'a hold of a merchant that nothing has': ({ merchant }) => ({
      sql: post(merchant, 'available', 'held', `'${ID}'`),
      breaks: [names.HELD, names.HOLD_POSTED],
      names: { table: 'ledger_journal', row: ID },
    }),
    'a hold of another sum than its order says': ({ trader, orders }) => ({
      sql: post(trader, 'available', 'held', `'${orders.active}'`),
      breaks: [names.HELD, names.HOLD_POSTED],
      names: { table: 'orders', row: orders.active },
    }),
    'a hold of an order that has ended': ({ trader, orders }) => ({
      sql: post(trader, 'available', 'held', `'${orders.expired}'`),
      breaks: [names.HELD, names.HOLD_POSTED],
      names: { table: 'ledger_journal', row: orders.expired },
    }),
    // Together they come to what the account holds.
    'a hold posted for another order': ({ orders, journalOf }) => ({
      sql: `update ledger_journal set cause = ${names.NEW_ID} where id = ${journalOf('order_hold', 'active')}`,
      breaks: [names.HOLD_POSTED],
      names: { table: 'orders', row: orders.active },
    }),
    'a withdrawal of a trader that holds nothing': ({ trader }) => ({
      sql: `insert into withdrawal (id, owner_id, owner_seq, wallet_id, amount_usdt, created_at)
        values ('${ID}', '${trader.id}', 1, '${ID}', 1, now())`,
      breaks: [PLATFORM, names.HELD, names.HOLD_POSTED, names.DENSE],
      names: { table: 'withdrawal', row: ID },
    }),
  });
});
