import { test as base } from '../support/fixtures.ts';
import { fanOutAll } from '../support/outbox-reading.ts';
import { createObjects } from './objects.ts';

/** People of each role with an object of each kind, and strangers of each role, whose none of them is. */
export const test = base
  .extend('trader', { scope: 'file' }, ({ kantor }) => kantor.createTrader({ payoutEnable: true }))
  .extend('merchant', { scope: 'file' }, ({ kantor }) => kantor.createMerchant({ payoutEnable: true }))
  .extend('objects', { scope: 'file' }, ({ kantor, trader, merchant }) =>
    createObjects({ ...kantor, fanOut: () => fanOutAll(kantor) }, trader, merchant),
  )
  .extend('people', { scope: 'file' }, ({ trader, merchant, operator }) => ({ trader, merchant, operator }))
  .extend('strangers', { scope: 'file' }, async ({ kantor }) => ({
    trader: await kantor.createTrader({ payoutEnable: true }),
    merchant: await kantor.createMerchant({ payoutEnable: true }),
    operator: await kantor.createOperator(),
  }));
