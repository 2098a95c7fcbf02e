import { describe } from 'vitest';
import { BALANCE_CHECKS } from '../../src/modules/verification/store/balances.ts';
import { type Market, testCorruptions } from './fixture.ts';

const [KNOWN = '', DONE = ''] = BALANCE_CHECKS.map(({ invariant }) => invariant);
const ANY = /^[0-9a-f-]{36}/;

/** A verdict on the message that paid: it was done, and says that so many kopecks were there before. */
const verdict =
  (rule: string, order: keyof Market['orders'], before: string) =>
  ({ message, orders }: Market) => ({
    sql: `insert into balance_verdict (notification_id, bank_id, rule, order_id, balance_before, was_done, created_at)
      select id, 1, '${rule}', '${orders[order]}', ${before}, true, created_at from notification where id = ${message('paid')}`,
    breaks: [DONE],
    names: { table: 'balance_verdict', row: ANY },
  });

describe('Verification names', () => {
  testCorruptions(BALANCE_CHECKS, {
    'an account of which more is known than was said': () => ({
      sql: 'update balance_chain set balance = balance + 1',
      breaks: [KNOWN],
      names: { table: 'balance_chain', row: ANY },
    }),
    'an account that knows a message of somebody else': ({ trader }) => ({
      sql: `update balance_chain set application = application || '!' where requisite_id in (
        select id from requisite where trader_id = '${trader.id}')`,
      breaks: [KNOWN],
      names: { table: 'balance_chain', row: ANY },
    }),
    'a message that paid another order than its balance says': verdict('balance', 'closed', 'balance - amount'),
    'a message whose balance does not go on': verdict('balance', 'closed by a phone', 'balance - amount - 1'),
    'a message that paid another order than was counted': verdict('count', 'closed', 'null'),
    'a message that paid in spite of a doubt': verdict('doubt', 'closed by a phone', '1'),
  });
});
