import { kantorTest } from '../support/fixtures.ts';

/** Each test has a trader of its own, the only one who receives orders. */
export const test = kantorTest
  .extend('merchant', { scope: 'file' }, ({ kantor }) => kantor.createMerchant())
  .extend('trader', ({ kantor }) => kantor.createSoleTrader());
