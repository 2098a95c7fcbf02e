import { describe } from 'vitest';
import { SLOT_CHECKS } from '../../src/modules/verification/store/slots.ts';
import * as names from './fixture.ts';
import { type Market, testCorruptions } from './fixture.ts';

/** The clock of tests is behind that of the migrations. */
const RULE_IN_FORCE = `update schema_version set run_at = '-infinity' where version = 63`;

/** The second order of 1002 roubles is in the way, or that of another sum which is made its own. */
const again =
  (breaks: string[], ...sql: ((each: Market) => string)[]) =>
  (each: Market) => ({
    sql: [RULE_IN_FORCE, ...sql.map((statement) => statement(each))],
    breaks,
    names: { table: 'orders', row: each.orders['of a sum again'] },
  });
const ofOneSum = [names.SLOT, names.USDT, names.BLOCKS, names.SUMS, names.ROLLUPS];

describe('Verification names an order of an amount', () => {
  testCorruptions(SLOT_CHECKS, {
    'within the grace of an order that is over': again(
      [names.SLOT],
      ({ is }) => `update orders set created_at = created_at - interval '1 ms' where ${is('of a sum again')}`,
    ),
    'while another was active': again(
      [names.SLOT],
      ({ is }) => `update orders set created_at = created_at - interval '20 minutes' where ${is('of a sum again')}`,
    ),
    'within the grace of a late closing': again(
      [names.SLOT, names.ROLLUPS],
      ({ is }) => `update orders set paid_at = paid_at + interval '5 minutes' where ${is('closed late')}`,
    ),
    'while another was contested': again(
      ofOneSum,
      ({ is }) => `update orders set amount = 100300 where ${is('of a sum again')}`,
    ),
    'while another has waited for too long': again(
      ofOneSum,
      ({ is }) =>
        `update orders set amount = 100200, created_at = created_at - interval '1 day', expires_at = expires_at - interval '1 day'
          where ${is('active')}`,
    ),
  });
});
