import { createRequisite } from '@kantor/contract/wire/requisites.ts';
import { kantorTest } from '../support/fixtures.ts';

/** Each test has a trader of its own, the only one who receives orders. */
export const test = kantorTest
  .extend('merchant', { scope: 'file' }, ({ kantor }) => kantor.createMerchant())
  .extend('trader', ({ kantor }) => kantor.createSoleTrader())
  /** Fills in the form of a new requisite. */
  .extend(
    'add',
    ({ trader }) =>
      (fields = {}) =>
        trader.call(createRequisite, { body: { bank_type: 1, ...fields } }),
  );
