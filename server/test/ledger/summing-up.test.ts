import { confirmOrder } from '@kantor/contract/wire/orders.ts';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { DAY, moscowDay } from '../../src/kernel/clock.ts';
import { lastSettledDay, sumUpLedger } from '../../src/modules/ledger/index.ts';
import { freshKantorTest as test } from '../support/fixtures.ts';

test('a worker that was away for months counts all days of the revenue that are over, at its first look', async ({
  kantor,
}) => {
  const { trader, params } = await kantor.activeOrder();
  await trader.call(confirmOrder, { params });
  const closedOn = moscowDay(kantor.clock());
  kantor.pass(100 * DAY);
  await sumUpLedger({ db: kantor.db, clock: kantor.clock });
  const { rows } = await sql`
    select through.day::text as through, counted.day::text as counted, entries::integer
    from ledger_revenue_through as through, ledger_revenue_day as counted`.execute(kantor.db);
  expect(rows).toEqual([{ through: lastSettledDay(kantor.clock()), counted: closedOn, entries: 1 }]);
});
