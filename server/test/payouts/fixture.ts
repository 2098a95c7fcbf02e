import {
  confirmPayout,
  createPayout,
  getPayout,
  takePayout,
  uploadPayoutPhoto,
} from '@kantor/contract/wire/payouts.ts';
import { sql } from 'kysely';
import { DAY } from '../../src/kernel/clock.ts';
import { returnOverduePayouts, settleDuePayouts } from '../../src/modules/payouts/index.ts';
import { NOON } from '../support/clock.ts';
import { kantorTest } from '../support/fixtures.ts';
import type { Trader } from '../support/people.ts';
import { png } from '../support/uploads.ts';

export const RECIPIENT = { fio: 'Пётр Петров', phone: '+79995554433', bank_account: '40817810000000000042' };

/** A payout of so many whole roubles. */
export const payoutOf = (amount: number) => ({ body: { amount, is_sbp: true, ...RECIPIENT } });

/** The test of payouts: a merchant with 1 000 USDT and a fee of 5 %, two traders with nothing and a reward of 2 %. */
export const test = kantorTest
  /** Every test begins at noon of a day of its own, when nothing of those before is under way. */
  .extend('newDay', { auto: true }, async ({ kantor }) => {
    kantor.pass(DAY - ((kantor.clock().getTime() - NOON.getTime()) % DAY));
    await settleDuePayouts(kantor);
    await returnOverduePayouts(kantor);
  })
  .extend('photo', { scope: 'file' }, () => png('чек.png'))
  .extend('merchant', async ({ kantor }) => {
    const merchant = await kantor.createMerchant({ payoutEnable: true });
    await kantor.fund(merchant.id, '1000');
    return merchant;
  })
  .extend('trader', ({ kantor }) => kantor.createTrader({ balance: '0', payoutEnable: true }))
  .extend('rival', ({ kantor }) => kantor.createTrader({ balance: '0', payoutEnable: true }))
  /** The merchant offers a payout, of 5 000 RUB (50 USDT) unless the test says otherwise. @returns its id. */
  .extend('offer', ({ merchant }) => async (amount = 5000) => {
    const { id } = await merchant.call(createPayout, payoutOf(amount));
    return id;
  })
  /** A payout that the trader has in work. @returns its id. */
  .extend('inWork', ({ trader, offer }) => async (who: Trader = trader) => {
    const id = await offer();
    await who.call(takePayout, { params: { id } });
    return id;
  })
  /** The trader keeps a proof of it. */
  .extend(
    'prove',
    ({ trader, photo }) =>
      (id: string) =>
        trader.call(uploadPayoutPhoto, { params: { id }, file: photo }),
  )
  /** A payout that the trader has done. @returns its id. */
  .extend('done', ({ trader, inWork, prove }) => async () => {
    const id = await inWork();
    await prove(id);
    await trader.call(confirmPayout, { params: { id } });
    return id;
  })
  /** The payout as its merchant sees it. */
  .extend(
    'shown',
    ({ merchant }) =>
      (id: string) =>
        merchant.call(getPayout, { params: { id } }),
  )
  /** The takings of a payout: whose, and their outcomes. */
  .extend('takes', ({ kantor }) => async (id: string) => {
    const { rows } = await sql<{ traderId: string; outcome: string | null }>`
      select trader_id as "traderId", outcome from payout_take where payout_id = ${id} order by taken_at, id`.execute(
      kantor.db,
    );
    return rows;
  });
