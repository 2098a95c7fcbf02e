import { archiveRequisite } from '@kantor/contract/wire/requisites.ts';
import * as accounts from '@kantor/contract/wire/platform/account-actions.ts';
import * as contested from '@kantor/contract/wire/platform/contested.ts';
import * as rates from '@kantor/contract/wire/platform/rate.ts';
import * as withdrawals from '@kantor/contract/wire/platform/withdrawals.ts';
import { getWithdrawal } from '@kantor/contract/wire/withdrawals.ts';
import { sql } from 'kysely';
import type { Market } from '../commands/fixture.ts';
import { anyCalls, type Case } from './case.ts';
import { RADAR_CASES } from './radar-cases.ts';

const onWithdrawal = (calls: object, fields: Record<string, unknown> = {}): Case => ({
  calls: anyCalls(calls),
  make: async (market) => {
    const id = await market.withdraw();
    return { id, fields, meanwhile: () => market.run('send-withdrawal', id) };
  },
});

let hashes = 0;
const newHash = () => (hashes += 1).toString(16).padStart(64, 'a');

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

const onAccount = (
  calls: object,
  fields: Record<string, unknown>,
  meanwhile: (market: Pick<Market, 'run' | 'merchant'>) => Promise<unknown>,
): Case => ({
  calls: anyCalls(calls),
  make: async (market) => {
    const merchant = await market.kantor.createMerchant();
    return { id: merchant.id, fields, meanwhile: () => meanwhile({ ...market, merchant }) };
  },
});

async function newestWebhook(market: Market): Promise<string> {
  market.kantor.pass(1);
  await market.deliveredWebhook();
  const { rows } = await sql<{ id: string }>`select id from webhook order by id desc limit 1`.execute(market.kantor.db);
  return rows[0]?.id ?? '';
}

const operator = async ({ kantor }: Market) => (await kantor.createOperator()).username;

const byAnother = async (market: Market, command: string, id: string) =>
  market.run(command, id, '--by', await operator(market));

/** Proposes by a command. @returns the proposal's id; with `accepted`, it is carried out. */
async function proposed(market: Market, command: string[], accepted = false): Promise<string> {
  const said = await market.run(...command, '--by', await operator(market));
  const id = /^Proposed (\S+):/.exec(said)?.[1] ?? '';
  if (accepted) await byAnother(market, 'accept', id);
  return id;
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
      const object = await market.withdraw(301 + (hashes += 1));
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
      fields: { rate: `100.0${(hashes += 1)}`, is_forced: true },
      object: 'rate',
      meanwhile: () => market.kantor.changeRate(BigInt(101_0000 + hashes)),
    }),
  },
  acceptRate: onProposedRate(rates.acceptRate),
  declineRate: onProposedRate(rates.declineRate),

  confirmAppeal: onAppeal(contested.confirmAppeal, { amount: '1000' }),
  declineAppeal: onAppeal(contested.declineAppeal),
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

  createAccount: {
    calls: anyCalls(accounts.createAccount),
    make: async (market) => {
      const username = `made-${(hashes += 1)}`;
      const fields = { role: 'merchant', username, basis_points: 100 };
      return { fields, object: 'new', meanwhile: () => market.run('create-trader', username) };
    },
  },
  setFees: onAccount(accounts.setFees, { basis_points: 150 }, ({ run, merchant: { username } }) =>
    run('set-fees', username, '--fee-bp', '77'),
  ),
  setLimits: onAccount(accounts.setLimits, { active_orders: 7 }, ({ run, merchant: { username } }) =>
    run('set-limits', username, '--active-orders', '9'),
  ),
  blockAccount: onAccount(accounts.blockAccount, { reason: 'Проверка' }, ({ run, merchant: { username } }) =>
    run('block', username),
  ),
  unblockAccount: {
    calls: anyCalls(accounts.unblockAccount),
    make: async (market) => {
      const { id, username } = await market.kantor.createMerchant();
      await market.run('block', username);
      return { id, fields: { reason: 'Проверено' }, meanwhile: () => market.run('unblock', username) };
    },
  },
  allowAccount: {
    calls: anyCalls(accounts.allowAccount),
    make: async (market) => {
      const [holder, trader] = [await market.kantor.createTrader(), await market.kantor.createTrader()];
      const bankAccount = String(40_817_810_000_000_000_000n + BigInt((hashes += 1)));
      const requisite = await market.kantor.createRequisite(holder.id, { bankAccount });
      return {
        id: trader.id,
        fields: { bank_account: bankAccount },
        // It is nobody's any more: the next one to have it is another.
        meanwhile: async () => {
          await holder.call(archiveRequisite, { params: { id: requisite } });
          await market.kantor.createRequisite((await market.kantor.createTrader()).id, { bankAccount });
        },
      };
    },
  },

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
