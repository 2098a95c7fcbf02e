import { kantorTest } from '../support/fixtures.ts';
import { startKantor } from '../support/kantor.ts';
import { usdt } from '../support/money.ts';
import { startChain } from './simulated-chain.ts';

/** A marketplace beside the chain that its traders are paid on. */
export const chainTest = kantorTest
  .extend('chain', { scope: 'file' }, async ({ kantor }, { onCleanup }) => {
    const chain = await startChain(kantor);
    onCleanup(() => chain.close());
    return chain;
  })
  /** Another marketplace, which has read nothing of the chain yet. */
  .extend('newcomer', async ({ kantor }, { onCleanup }) => {
    const newcomer = await startKantor({ now: kantor.clock() });
    onCleanup(() => newcomer.close());
    return newcomer;
  });

/** Each test has a worker that has read the chain, and a trader; all that earlier tests left is final, and no worker of theirs has a lease. */
export const test = chainTest
  .extend('scan', async ({ chain }) => {
    chain.grow(20);
    const scan = chain.scan();
    await chain.readAll(scan);
    return scan;
  })
  .extend('trader', ({ chain, scan: _read }) => chain.createTrader())
  /** Somebody pays the trader, in the next block unless the test says otherwise. */
  .extend(
    'pay',
    ({ chain, trader }) =>
      (amount: string, { number, txHash }: { number?: number; txHash?: string } = {}) =>
        chain.plan({ to: trader.wallet, amount: usdt(amount), ...(txHash !== undefined && { txHash }) }, number),
  )
  /** So many more blocks are made, and the worker reads them. @returns its warnings. */
  .extend('advance', ({ chain, scan }) => async (blocks = 1) => {
    chain.grow(blocks);
    return chain.readAll(scan);
  })
  /** The trader's USDT. */
  .extend(
    'balance',
    ({ kantor, trader }) =>
      async (of: { id: string } = trader) =>
        (await kantor.balances(of.id)).available,
  );
