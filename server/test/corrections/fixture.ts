import { confirmOrder } from '@kantor/contract/wire/orders.ts';
import { singleStatement } from '../../src/db/tx.ts';
import { setTraffic } from '../../src/modules/accounts/index.ts';
import { kantorTest } from '../support/fixtures.ts';
import type { Kantor } from '../support/kantor.ts';

/** A trader with 1 000 USDT, a merchant whose fee is 5 %, and two operators. The trader earns 2 %. */
async function createDesk(kantor: Kantor) {
  const [trader, merchant, anna, boris] = await Promise.all([
    kantor.createTrader(),
    kantor.createMerchant({ payoutEnable: true }),
    kantor.createOperator(),
    kantor.createOperator(),
  ]);
  await kantor.createRequisite(trader.id);
  return {
    trader,
    merchant,
    anna: anna.username,
    boris: boris.username,

    /** A closed order. @returns its id. */
    closed: async (amount: string): Promise<string> => {
      const { id } = await merchant.order(amount);
      await trader.call(confirmOrder, { params: { id } });
      return id;
    },

    /** Proposes by the first operator. @returns the proposal's id. */
    propose: async (...command: string[]): Promise<string> => {
      kantor.pass(1);
      const said = await kantor.cli(...command, '--by', anna.username);
      return /^Proposed (\S+):/.exec(said)?.[1] ?? '';
    },
    /** Accepts by the second operator, a moment later. */
    accept: (id: string) => {
      kantor.pass(1);
      return kantor.cli('accept', id, '--by', boris.username);
    },

    /** Takes back a sum of an order, both operators. */
    reverse: async (orderId: string, amount: string, reason = 'Возврат банка'): Promise<string> => {
      kantor.pass(1);
      const reversal = ['reverse-order', orderId, '--amount', amount, '--reason', reason];
      const said = await kantor.cli(...reversal, '--by', anna.username);
      return kantor.cli('accept', /^Proposed (\S+):/.exec(said)?.[1] ?? '', '--by', boris.username);
    },

    /** What both have. Micro-USDT. */
    balances: async () => ({
      trader: await kantor.balances(trader.id),
      merchant: await kantor.balances(merchant.id),
    }),
  };
}

export type Desk = Awaited<ReturnType<typeof createDesk>>;

export const test = kantorTest.extend('desk', async ({ kantor }, { onCleanup }) => {
  const desk = await createDesk(kantor);
  // The next test's orders go to the next trader.
  onCleanup(async () => {
    await singleStatement(kantor.db, (statement) => setTraffic(statement, desk.trader.id, false));
  });
  return desk;
});
