import { createMerchantPayout } from '@kantor/contract/wire/merchant-payouts.ts';
import { takePayout } from '@kantor/contract/wire/payouts.ts';
import { updateWebhookEndpoint } from '@kantor/contract/wire/webhooks.ts';
import {
  createTraderWallet,
  createTraderWithdrawal,
  createWallet,
  createWithdrawal,
} from '@kantor/contract/wire/withdrawals.ts';
import { sql } from 'kysely';
import { transaction } from '../../src/db/tx.ts';
import { SECOND } from '../../src/kernel/clock.ts';
import { newId } from '../../src/kernel/ids.ts';
import { openAppeal } from '../../src/modules/appeals/index.ts';
import { creditDeposits } from '../../src/modules/chain/index.ts';
import { createBankPhone, SBER } from '../support/bank-phone.ts';
import type { Kantor } from '../support/kantor.ts';
import { rub } from '../support/money.ts';
import { fanOutAll } from '../support/outbox-reading.ts';

const ADDRESSES = ['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE'] as const;
export const SENDERS = ['Пётр К.', 'ОЛЬГА МИХАЙЛОВНА М.'] as const;

/** A trader and a merchant with an object of each kind; no key of theirs is another market's. */
export async function createMarket(kantor: Kantor, n: 0 | 1) {
  const trader = await kantor.createSoleTrader({ balance: '100000', payoutEnable: true });
  const merchant = await kantor.createMerchant({ payoutEnable: true });
  await kantor.fund(merchant.id, '1000');
  await merchant.call(updateWebhookEndpoint, { body: { url: 'https://shop.example/', is_active: true } });
  const cabinetId = await kantor.createCabinet(trader.id);
  await kantor.createRequisite(trader.id, { cabinetId, bankId: SBER });
  const hear = createBankPhone(kantor, { id: cabinetId, traderId: trader.id });
  const said = (sum: string) =>
    hear({ application: '900', text: `СЧЁТ4321 12:01 Перевод из Т-Банк +${sum}р от ${SENDERS[n]} Баланс: 20000.50р` });
  const order = await merchant.order(`${1700 + n}`, { external_id: `заказ-${n}/%` });
  kantor.pass(SECOND);
  await said(`${1700 + n}`);
  await said(`${2700 + n}`);
  const contested = await merchant.order(`${3700 + n}`);
  const appeal = await openAppeal(kantor, {
    merchantId: merchant.id,
    orderId: contested.id,
    amount: rub(`${3600 + n}`),
  });
  const payoutOf = (amount: number, phone: string) =>
    merchant.api.call(createMerchantPayout, {
      body: { amount, external_id: `payout-${amount}`, method: 'sbp', fio: 'Имя', phone },
    });
  const payout = await payoutOf(410 + n, `+799955544${n}3`);
  await trader.call(takePayout, { params: { id: payout.id } });
  kantor.pass(SECOND);
  const open = await payoutOf(420 + n, `+799955566${n}6`);
  const address = ADDRESSES[n];
  const wallet = await merchant.call(createWallet, { body: { wallet_to_withdraw: address } });
  const withdrawal = await merchant.call(createWithdrawal, { body: { amount_in_usdt: 51 + n, wallet_id: wallet.id } });
  const own = await trader.call(createTraderWallet, { body: { wallet_to_withdraw: address } });
  const tradersWithdrawal = await trader.call(createTraderWithdrawal, {
    body: { amount_in_usdt: 61 + n, wallet_id: own.id },
  });
  const hash = `${n}c`.repeat(32);
  await sql`
    update withdrawal set status = 'CLOSED', outcome = 'SENT', done_at = ${kantor.clock()},
      transaction_hash = case id when ${withdrawal.id} then ${hash} else ${`${n}d`.repeat(32)} end
    where id in (${withdrawal.id}, ${tradersWithdrawal.id})`.execute(kantor.ownerDb);
  const deposit = newId(kantor.clock());
  await transaction(kantor.db, (tx) =>
    creditDeposits(
      tx,
      [
        {
          id: deposit,
          traderId: trader.id,
          createdAt: kantor.clock(),
          txHash: `${n}e`.repeat(32),
          logIndex: 0,
          amount: BigInt(71_000_000 + n),
          blockNumber: 1n,
          rawData: '',
        },
      ],
      kantor.clock(),
    ),
  );
  await sql`update account set wallet = ${ADDRESSES[n].replace('T', 'TX').slice(0, 34)} where id = ${trader.id}`.execute(
    kantor.ownerDb,
  );
  await sql`
    update cabinet set device_name = ${`Пиксель ${n}`}, phone = ${`+79990001${n}23`} where id = ${cabinetId}`.execute(
    kantor.ownerDb,
  );
  await fanOutAll(kantor);
  return { trader, merchant, order, appeal, payout, open, withdrawal, tradersWithdrawal, deposit };
}
export type Market = Awaited<ReturnType<typeof createMarket>>;
