import { kantorTest } from '../support/fixtures.ts';

/** Each test has a trader of its own, with a cabinet. */
export const test = kantorTest
  .extend('trader', ({ kantor }) => kantor.createTrader())
  .extend('cabinetId', ({ kantor, trader }) => kantor.createCabinet(trader.id));
