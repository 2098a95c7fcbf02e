import {
  createTraderWallet,
  createTraderWithdrawal,
  createWallet,
  createWithdrawal,
  listTraderWallets,
  listWallets,
  removeWallet,
} from '@kantor/contract/wire/withdrawals.ts';
import { expect } from 'vitest';
import { DAY, HOUR } from '../../src/kernel/clock.ts';
import { kantorTest } from '../support/fixtures.ts';
import type { KantorOptions } from '../support/kantor.ts';
import { newAddress } from './fixture.ts';

// The first use of a new wallet waits.

const test = kantorTest
  .extend('options', { scope: 'file' }, { walletWaitMs: DAY } as KantorOptions)
  .extend('merchant', async ({ kantor }) => {
    const merchant = await kantor.createMerchant();
    await kantor.fund(merchant.id, '1000');
    return merchant;
  });

test('A new wallet waits, and the wallet says until when', async ({ kantor, merchant }) => {
  const { id, usable_at } = await merchant.call(createWallet, { body: { wallet_to_withdraw: newAddress() } });
  expect(usable_at).toBe(new Date(kantor.clock().getTime() + DAY).toISOString());
  const body = { amount_in_usdt: 10, wallet_id: id };
  const refused = {
    status: 409,
    code: 'wallet_waits',
    problem: {
      detail: 'Кошелёк новый: выводить на него можно с 21.11.2026, 12:00 по Москве',
      errors: { wallet_id: [expect.stringContaining('21.11.2026')] },
    },
  };
  expect(await merchant.refusal(createWithdrawal, { body })).toMatchObject(refused);
  kantor.pass(DAY - 1);
  expect((await merchant.refusal(createWithdrawal, { body })).code).toBe('wallet_waits');
  expect(await kantor.balances(merchant.id)).toMatchObject({ held: 0n });
  kantor.pass(1);
  expect((await merchant.call(listWallets)).results).toMatchObject([{ id, usable_at: null }]);
  expect((await merchant.call(createWithdrawal, { body })).status).toBe('OPEN');
});

test('A new wallet waits no longer once an operator allows it', async ({ kantor }) => {
  const trader = await kantor.createTrader();
  const { id } = await trader.call(createTraderWallet, { body: { wallet_to_withdraw: newAddress() } });
  const body = { amount_in_usdt: '0.5', wallet_id: id };
  expect((await trader.refusal(createTraderWithdrawal, { body })).code).toBe('wallet_waits');
  kantor.pass(HOUR);
  await kantor.cli('allow-wallet', id);
  expect((await trader.call(listTraderWallets)).results).toMatchObject([{ id, usable_at: null }]);
  expect((await trader.call(createTraderWithdrawal, { body })).status).toBe('OPEN');
});

test('A wallet that was removed and is added again waits again, unless an operator allows it', async ({
  kantor,
  merchant,
}) => {
  const body = { wallet_to_withdraw: newAddress() };
  const first = await merchant.call(createWallet, { body });
  kantor.pass(DAY);
  await merchant.call(removeWallet, { params: { id: first.id } });
  await expect(kantor.cli('allow-wallet', first.id)).rejects.toThrow(/has removed the wallet/);
  const again = await merchant.call(createWallet, { body });
  expect(again.usable_at).toBe(new Date(kantor.clock().getTime() + DAY).toISOString());
  const withdrawal = { amount_in_usdt: 10, wallet_id: again.id };
  expect((await merchant.refusal(createWithdrawal, { body: withdrawal })).code).toBe('wallet_waits');
  await kantor.cli('allow-wallet', again.id);
  expect((await merchant.call(createWithdrawal, { body: withdrawal })).status).toBe('OPEN');
});

test('A wallet that waits is removed, and "wallets" does not list it', async ({ kantor, merchant }) => {
  const { id } = await merchant.call(createWallet, { body: { wallet_to_withdraw: newAddress() } });
  expect(await kantor.cli('wallets')).toContain(id);
  await merchant.call(removeWallet, { params: { id } });
  expect(await kantor.cli('wallets')).not.toContain(id);
});
