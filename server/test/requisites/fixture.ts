import { createRequisite } from '@kantor/contract/wire/requisites.ts';
import { sql } from 'kysely';
import { kantorTest } from '../support/fixtures.ts';

/** Each test has a trader of its own, the only one who receives orders. */
export const test = kantorTest
  .extend('merchant', { scope: 'file' }, ({ kantor }) => kantor.createMerchant())
  .extend('trader', async ({ kantor }) => {
    // The accounts of the tests before are free again.
    await sql`update requisite set archived_at = now(), is_active = false, switch_at = null where archived_at is null`.execute(
      kantor.db,
    );
    await sql`delete from account_claim`.execute(kantor.db);
    return kantor.createSoleTrader();
  })
  /** Fills in the form of a new requisite. */
  .extend(
    'add',
    ({ trader }) =>
      (fields = {}) =>
        trader.call(createRequisite, { body: { bank_type: 1, ...fields } }),
  );
