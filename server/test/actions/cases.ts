import * as accounts from '@kantor/contract/wire/platform/account-actions.ts';
import * as contested from '@kantor/contract/wire/platform/contested.ts';
import * as rates from '@kantor/contract/wire/platform/rate.ts';
import * as withdrawals from '@kantor/contract/wire/platform/withdrawals.ts';
import { getWithdrawal } from '@kantor/contract/wire/withdrawals.ts';
import { sql } from 'kysely';
import type { Market } from '../commands/fixture.ts';
import { ACCOUNT_CASES } from './account-cases.ts';
import { anyCalls, byAnother, type Case, newNumber, proposed } from './case.ts';
import { RADAR_CASES } from './radar-cases.ts';

const onWithdrawal = (calls: object, fields: Record<string, unknown> = {}): Case => ({
  calls: anyCalls(calls),
  make: async (market) => {
    const id = await market.withdraw();
    return { id, fields, meanwhile: () => market.run('send-withdrawal', id) };
  },
});

const newHash = () => newNumber().toString(16).padStart(64, 'a');

const onAppeal = (calls: object, fields: Record<string, unknown> = {}): Case => ({
  calls: anyCalls(calls),
  make: async (market) => {
    const { id } = await market.appeal('1000');
    return { id, fields, meanwhile: () => market.run('decline-appeal', id) };
  },
});

/** A rate that is far from all before it: roubles in 1/10000. */
const nextRate = () => BigInt(Math.round(300_0000 * 1.2 ** (rateCount += 1)));
let rateCount = 0;

const onProposedRate = (calls: object): Case => ({
  calls: anyCalls(calls),
  make: async (market) => {
    const proposal = await market.propose(nextRate());
    const object = proposal;
    return { fields: { proposal }, object, meanwhile: () => market.run('decline-rate', proposal) };
  },
});

async function newestWebhook(market: Market): Promise<string> {
  market.kantor.pass(1);
  await market.deliveredWebhook();
  const { rows } = await sql<{ id: string }>`select id from webhook order by id desc limit 1`.execute(market.kantor.db);
  return rows[0]?.id ?? '';
}

const anAdjustment = async (market: Market) =>
  proposed(market, [
    'adjust',
    (await market.kantor.createMerchant()).username,
    '+1',
    '--account',
    'available',
    '--text',
    'bonus',
  ]);

export const CASES: Record<string, Case> = {
  sendWithdrawal: onWithdrawal(withdrawals.sendWithdrawal),
  rejectWithdrawal: onWithdrawal(withdrawals.rejectWithdrawal, { reason: 'Адрес биржи', is_not_sent: true }),
  closeWithdrawal: {
    ...onWithdrawal(withdrawals.closeWithdrawal),
    make: async (market) => ({
      ...(await onWithdrawal({}).make(market)),
      fields: { transaction_hash: newHash() },
    }),
  },
  sendWithdrawals: {
    calls: anyCalls(withdrawals.sendWithdrawals),
    make: async (market) => {
      const [object, other] = [await market.withdraw(), await market.withdraw()];
      return { object, fields: { ids: [other, object] }, meanwhile: () => market.run('send-withdrawal', other) };
    },
  },
  closeWithdrawals: {
    calls: anyCalls(withdrawals.closeWithdrawals),
    make: async (market) => {
      const object = await market.withdraw(301 + newNumber());
      const { wallet, amount_in_usdt: amount } = await market.merchant.call(getWithdrawal, { params: { id: object } });
      const text = `hash;address;amount\n${newHash()};${wallet};${amount}`;
      return { object, fields: { text }, meanwhile: () => market.run('send-withdrawal', object) };
    },
  },

  allowWallet: {
    calls: anyCalls(contested.allowWallet),
    make: async (market) => {
      const id = await market.waitingWallet();
      return { id, meanwhile: () => market.run('allow-wallet', id) };
    },
  },

  setRate: {
    calls: anyCalls(rates.setRate),
    make: async (market) => ({
      fields: { rate: `100.0${newNumber()}`, is_forced: true },
      object: 'rate',
      meanwhile: () => market.kantor.changeRate(BigInt(101_0000 + newNumber())),
    }),
  },
  acceptRate: onProposedRate(rates.acceptRate),
  declineRate: onProposedRate(rates.declineRate),

  confirmAppeal: onAppeal(contested.confirmAppeal, { amount: '1000' }),
  declineAppeal: onAppeal(contested.declineAppeal, { reason: 'fake_receipt', comment: 'Чек не открылся' }),
  splitAppeal: onAppeal(contested.splitAppeal, { amount: '500', comment: 'Пополам' }),
  freePayout: {
    calls: anyCalls(contested.freePayout),
    make: async (market) => {
      const id = await market.payoutInWork();
      return { id, meanwhile: () => market.run('free-payout', id) };
    },
  },
  decidePayout: {
    calls: anyCalls(contested.decidePayout),
    make: async (market) => {
      const id = await market.payoutInWork();
      return { id, fields: { for: 'merchant', reason: 'Не ушло' }, meanwhile: () => market.run('free-payout', id) };
    },
  },
  resendWebhook: {
    calls: anyCalls(contested.resendWebhook),
    make: async (market) => {
      const id = await newestWebhook(market);
      return { id, meanwhile: () => market.run('resend-webhook', id) };
    },
  },
  resendWebhooks: {
    calls: anyCalls(contested.resendWebhooks),
    make: async (market) => {
      const object = await newestWebhook(market);
      return { object, fields: { ids: [object] }, meanwhile: () => market.run('resend-webhook', object) };
    },
  },

  ...ACCOUNT_CASES,

  ...RADAR_CASES,

  depositByHand: {
    calls: anyCalls(accounts.depositByHand),
    make: async (market) => {
      const [{ id, username }, reference] = [await market.kantor.createTrader(), newHash()];
      return {
        id,
        fields: { amount: '10', reference },
        meanwhile: () => market.run('deposit', username, '10', '--reference', reference),
      };
    },
  },
  adjustAccount: {
    calls: anyCalls(accounts.adjustAccount),
    make: async (market) => {
      const { id } = await market.kantor.createTrader();
      return {
        id,
        object: 'new',
        fields: { account: 'available', amount_usdt: '-5.5', reason: 'Ошибка' },
        meanwhile: () => market.kantor.fund(id, '1'),
      };
    },
  },
  reverseOrder: {
    calls: anyCalls(accounts.reverseOrder),
    make: async (market) => {
      const { id: appeal, orderId: id } = await market.appeal('1000');
      await market.run('confirm-appeal', appeal);
      return {
        id,
        object: 'new',
        fields: { amount: '100', reason: 'Возврат банка' },
        meanwhile: () => proposed(market, ['reverse-order', id, '--amount', '100', '--reason', 'Возврат'], true),
      };
    },
  },
  acceptProposal: {
    calls: anyCalls(accounts.acceptProposal),
    make: async (market) => {
      const id = await anAdjustment(market);
      return { id, meanwhile: () => byAnother(market, 'withdraw-proposal', id) };
    },
  },
  declineProposal: {
    calls: anyCalls(accounts.declineProposal),
    make: async (market) => {
      const id = await anAdjustment(market);
      return { id, fields: { reason: 'Не та сумма' }, meanwhile: () => byAnother(market, 'accept', id) };
    },
  },
};
