import { moveEarnings } from '@kantor/contract/wire/balance.ts';
import { confirmOrder } from '@kantor/contract/wire/orders.ts';
import { sql } from 'kysely';
import { DAY, HOUR, MINUTE, moscowDay, moscowMidnight } from '../../src/kernel/clock.ts';
import { kantorTest } from '../support/fixtures.ts';
import type { Kantor } from '../support/kantor.ts';

/** A trader and a merchant: an order closed an hour before a midnight in Moscow, one after it, and the earnings moved. */
async function twoDays(kantor: Kantor) {
  // Nobody of before takes orders.
  await sql`update requisite set is_active = false`.execute(kantor.db);
  kantor.pass(moscowMidnight(kantor.clock()).getTime() + DAY - HOUR - kantor.clock().getTime());
  const first = moscowDay(kantor.clock());
  const trader = await kantor.createTrader({ balance: '100' });
  await kantor.createRequisite(trader.id);
  const merchant = await kantor.createMerchant();
  const close = async (amount: string) => {
    const { id } = await merchant.order(amount);
    await trader.call(confirmOrder, { params: { id } });
  };
  await close('1500');
  kantor.pass(HOUR + MINUTE);
  const second = moscowDay(kantor.clock());
  await close('100');
  await trader.call(moveEarnings);
  kantor.pass(DAY + HOUR);
  return {
    trader,
    merchant,
    today: moscowDay(kantor.clock()),
    one: { from: first, to: first },
    both: { from: first, to: second },
  };
}

/** Each test has people of its own; the platform has an owner. */
export const test = kantorTest
  .extend('owner', { scope: 'file', auto: true }, ({ kantor }) => kantor.createOperator())
  .extend('market', { auto: true }, ({ kantor }) => twoDays(kantor))
  .extend('trader', ({ market }) => market.trader)
  .extend('merchant', ({ market }) => market.merchant)
  .extend('one', ({ market }) => market.one)
  .extend('both', ({ market }) => market.both);
