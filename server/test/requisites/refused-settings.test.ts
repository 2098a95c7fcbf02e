import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { kantorTest } from '../support/fixtures.ts';

// What the database refuses of a requisite, whoever writes it.

const test = kantorTest
  .extend('trader', { scope: 'file' }, ({ kantor }) => kantor.createTrader())
  .extend('requisite', { scope: 'file' }, ({ kantor, trader }) => kantor.createRequisite(trader.id));

describe('A requisite', () => {
  test.for([
    ['requisite_limits', 'interval_minutes = -1'],
    ['requisite_limits', 'max_deals = -1'],
    ['requisite_limits', 'max_current_deals = -1'],
    ['requisite_limits', 'min_amount = -1'],
    ['requisite_limits', 'max_amount = -1'],
    ['requisite_last_4_digits_card', `last_4_digits_card = '12'`],
    ['requisite_last_4_digits_card', `last_4_digits_card = '12345'`],
    ['requisite_archived', 'archived_at = now(), is_active = true'],
    ['requisite_paused', 'paused_at = now(), paused_by = id, is_active = true'],
    ['requisite_paused_by', 'paused_at = now(), is_active = false'],
    ['requisite_paused_by', 'paused_by = id'],
    ['requisite_times', `work_on_time = true, time_up = '10:00', switch_at = now()`],
    ['requisite_times', `work_on_time = true, time_down = '10:00', switch_at = now()`],
    ['requisite_schedule', `work_on_time = true, time_up = '10:00', time_down = '11:00'`],
    ['requisite_schedule', 'switch_at = now()'],
    [
      'requisite_schedule',
      `work_on_time = true, time_up = '10:00', time_down = '11:00', switch_at = now(), archived_at = now(), is_active = false`,
    ],
    ['requisite_counts', 'active_orders = -1'],
    ['requisite_counts', 'current_deals_count = -1'],
    ['requisite_counts', 'total_deals_count = -1'],
    ['requisite_sums', 'sum_deals = -1'],
    ['requisite_sums', 'total_deals_amount = -1'],
    ['requisite_sums', 'today_deals_amount = -1'],
  ] as const)('is refused by %s: %s', async ([rule, change], { kantor, requisite }) => {
    const set = sql`update requisite set ${sql.raw(change)} where id = ${requisite}`.execute(kantor.ownerDb);
    await expect(set).rejects.toMatchObject({ constraint: rule });
  });

  test('is refused as a new row, too', async ({ kantor, requisite }) => {
    const copied = sql`
      insert into requisite
      select broken.* from requisite, jsonb_populate_record(null::requisite, to_jsonb(requisite) || '{"max_deals": -1}') as broken
      where requisite.id = ${requisite}`.execute(kantor.ownerDb);
    await expect(copied).rejects.toMatchObject({ constraint: 'requisite_limits' });
  });
});
