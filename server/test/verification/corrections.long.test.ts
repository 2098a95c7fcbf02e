import { describe } from 'vitest';
import { CORRECTION_CHECKS } from '../../src/modules/verification/store/corrections.ts';
import * as names from './fixture.ts';
import { testCorruptions } from './fixture.ts';

const TWO = 'A correction was accepted by another operator than proposed it';
const ONCE = 'An accepted correction was carried out once, and nothing else was corrected';
const REVERSED = 'A reversed order says what was accepted, at most what was paid';
const ADJUSTED = 'An adjustment moved what was accepted';

/** The table refuses these by itself; here it may not. */
const alone = 'alter table correction drop constraint correction_two_operators';

describe('Verification names', () => {
  testCorruptions(CORRECTION_CHECKS, {
    'a reversal that one operator made alone': ({ reversal }) => ({
      sql: [alone, `update correction set decided_by = proposed_by where id = '${reversal}'`],
      breaks: [TWO],
      names: { table: 'correction', row: reversal },
    }),
    'an adjustment that no operator accepted': ({ adjustment, merchant }) => ({
      sql: `update correction set decided_by = '${merchant.personId}' where id = '${adjustment}'`,
      breaks: [TWO],
      names: { table: 'correction', row: adjustment },
    }),
    'a reversal that nobody proposed': ({ reversal, orders }) => ({
      sql: `delete from correction where id = '${reversal}'`,
      breaks: [ONCE, REVERSED],
      names: { table: 'correction', row: orders.reversed },
    }),
    'a reversal that moved nothing': ({ orders, journalOf }) => ({
      sql: `update ledger_journal set kind = 'mistake' where id = ${journalOf('order_reversal', 'reversed')}`,
      breaks: [ONCE, names.TERMS],
      names: { table: 'correction', row: orders.reversed },
    }),
    'an adjustment that moved nothing': ({ adjustment }) => ({
      sql: `update ledger_journal set kind = 'mistake' where kind = 'adjustment'`,
      breaks: [ONCE, ADJUSTED],
      names: { table: 'correction', row: adjustment },
    }),
    'an order that says another sum was taken back': ({ is, orders }) => ({
      sql: `update orders set reversed_amount = reversed_amount - 1 where ${is('reversed')}`,
      breaks: [REVERSED, names.TERMS, names.ROLLUPS],
      names: { table: 'orders', row: orders.reversed },
    }),
    'more taken back than was paid': ({ is, orders, reversal }) => ({
      sql: [
        `update orders set reversed_amount = amount + 1 where ${is('reversed')}`,
        `update correction set amount = (select amount + 1 from orders where ${is('reversed')}) where id = '${reversal}'`,
      ],
      breaks: [REVERSED, names.TERMS, names.ROLLUPS],
      names: { table: 'orders', row: orders.reversed },
    }),
    'a reversed order that says nothing of it': ({ is, orders }) => ({
      sql: `update orders set reversed_amount = null, reversed_at = null, reversal_reason = null where ${is('reversed')}`,
      breaks: [REVERSED, names.TERMS, names.ROLLUPS],
      names: { table: 'orders', row: orders.reversed },
    }),
    'an adjustment of another sum': ({ adjustment }) => ({
      sql: 'update correction set amount_usdt = amount_usdt + 1 where amount_usdt is not null',
      breaks: [ADJUSTED],
      names: { table: 'correction', row: adjustment },
    }),
    'an adjustment of another account': ({ adjustment }) => ({
      sql: `update correction set account = 'earned' where id = '${adjustment}'`,
      breaks: [ADJUSTED],
      names: { table: 'correction', row: adjustment },
    }),
  });
});
