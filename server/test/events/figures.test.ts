import { createWallet, createWithdrawal } from '@kantor/contract/wire/withdrawals.ts';
import { describe, expect } from 'vitest';
import { transaction } from '../../src/db/tx.ts';
import { openAppeal } from '../../src/modules/appeals/index.ts';
import { propose } from '../../src/modules/corrections/index.ts';
import { newAddress } from '../withdrawals/fixture.ts';
import { test } from './fixture.ts';

// What the platform's own people are told: everybody's events, as one word, now and then.

describe("the platform's people", () => {
  test('are told that figures have changed by whatever happens to others, and traders are not', async ({
    kantor,
    trader,
    merchant,
    open,
    settle,
  }) => {
    const operator = await kantor.createOperator();
    const [desk, own] = [await open(operator), await open(trader)];
    const count = () => desk.told().filter(({ tag }) => tag === 'Platform').length;
    const before = count();
    const orders = ['100', '200', '300'];
    for (const amount of orders) await merchant.order(amount);
    await desk.until(() => count() > before);
    // Nothing of the objects themselves, and not a word for each.
    expect(desk.told().every(({ tag, id }) => tag === 'Platform' && id === undefined)).toBe(true);
    expect((await settle(own, trader.id)).some(({ tag }) => tag === 'Platform')).toBe(false);
  });

  test('who come back are told once, as they may have missed a word', async ({ kantor, open }) => {
    const operator = await kantor.createOperator();
    const first = await open(operator);
    await first.until((told) => told.some(({ tag }) => tag === 'Platform'));
    const again = await open(operator, first.cursor());
    await again.until((told) => told.some(({ tag }) => tag === 'Platform'));
  });

  test('are told at once, by its id, of what waits for their hand: withdrawals, appeals, payouts; and of a proposal', async ({
    kantor,
    trader,
    merchant,
    open,
    settle,
  }) => {
    const operator = await kantor.createOperator();
    const [desk, own] = [await open(operator), await open(trader)];
    await kantor.fund(merchant.id, '100');
    const wallet = await merchant.call(createWallet, { body: { wallet_to_withdraw: newAddress() } });
    const { id: withdrawal } = await merchant.call(createWithdrawal, {
      body: { amount_in_usdt: 10, wallet_id: wallet.id },
    });
    await desk.until((told) => told.some(({ tag, id }) => tag === 'Withdraw' && id === withdrawal));
    const order = await merchant.order('150');
    const appeal = await openAppeal(kantor, { merchantId: merchant.id, orderId: order.id, amount: 15_000n });
    await desk.until((told) => told.some(({ tag, id }) => tag === 'Appeal' && id === appeal));
    const change = {
      kind: 'adjustment',
      userId: trader.id,
      account: 'available',
      against: 'revenue',
      amountUsdt: 1n,
    } as const;
    const proposal = await transaction(kantor.db, (tx) =>
      propose(tx, { change, reason: 'x', proposedById: operator.personId }, kantor.clock()),
    );
    await desk.until((told) => told.some(({ tag, id }) => tag === 'Proposal' && id === proposal));
    expect(desk.told().some(({ tag }) => tag === 'Order')).toBe(false);
    const toldTrader = await settle(own, trader.id);
    expect(toldTrader.some(({ tag, id }) => tag === 'Proposal' || id === withdrawal)).toBe(false);
  });
});
