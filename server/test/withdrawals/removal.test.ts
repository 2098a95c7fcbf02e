import {
  cancelWithdrawal,
  createTraderWallet,
  createTraderWithdrawal,
  createWallet,
  createWithdrawal,
  getWithdrawal,
  listTraderWallets,
  listWallets,
  listWithdrawals,
  removeTraderWallet,
  removeWallet,
} from '@kantor/contract/wire/withdrawals.ts';
import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { verify } from '../../src/modules/verification/index.ts';
import { atOnce } from '../support/at-once.ts';
import { kantorTest } from '../support/fixtures.ts';
import { newAddress } from './fixture.ts';

const test = kantorTest
  .extend('merchant', async ({ kantor }) => {
    const merchant = await kantor.createMerchant();
    await kantor.fund(merchant.id, '1000');
    return merchant;
  })
  .extend(
    'add',
    ({ merchant }) =>
      (wallet_to_withdraw = newAddress()) =>
        merchant.call(createWallet, { body: { wallet_to_withdraw } }),
  )
  .extend(
    'withdraw',
    ({ merchant }) =>
      (wallet_id: string) =>
        merchant.call(createWithdrawal, { body: { amount_in_usdt: 1, wallet_id } }),
  );

describe('a wallet that its owner removes', () => {
  test('is in the list no longer, and nothing is withdrawn to it', async ({ kantor, merchant, add }) => {
    const [kept, removed] = [await add(), await add()];
    kantor.pass(1);
    expect(await merchant.call(removeWallet, { params: { id: removed.id } })).toEqual(removed);
    expect(await merchant.call(listWallets)).toEqual({ count: 1, results: [kept] });
    const body = { amount_in_usdt: 1, wallet_id: removed.id };
    expect(await merchant.refusal(createWithdrawal, { body })).toMatchObject({
      status: 400,
      problem: { errors: { wallet_id: ['Выберите кошелёк из списка'] } },
    });
    expect((await merchant.refusal(removeWallet, { params: { id: removed.id } })).status).toBe(404);
    expect(await kantor.balances(merchant.id)).toMatchObject({ held: 0n });
  });

  test('stays while a withdrawal to it is open, and afterwards with its withdrawals', async ({
    merchant,
    add,
    withdraw,
  }) => {
    const wallet = await add();
    const { id } = await withdraw(wallet.id);
    expect(await merchant.refusal(removeWallet, { params: { id: wallet.id } })).toMatchObject({
      status: 409,
      code: 'wallet_in_use',
      problem: { detail: 'На этот кошелёк открыт вывод: удалить его можно, когда вывод завершится' },
    });
    expect((await merchant.call(listWallets)).count).toBe(1);
    await merchant.call(cancelWithdrawal, { params: { id } });
    await merchant.call(removeWallet, { params: { id: wallet.id } });
    const shown = { id, wallet: wallet.wallet_to_withdraw, outcome: 'CANCELLED' };
    expect(await merchant.call(getWithdrawal, { params: { id } })).toMatchObject(shown);
    expect((await merchant.call(listWithdrawals)).results).toMatchObject([shown]);
  });

  test("is not another's: a trader's goes by the trader's call alone", async ({ kantor, merchant, add }) => {
    const trader = await kantor.createTrader({ balance: '10' });
    const own = await trader.call(createTraderWallet, { body: { wallet_to_withdraw: newAddress() } });
    const merchants = await add();
    expect((await trader.refusal(removeTraderWallet, { params: { id: merchants.id } })).status).toBe(404);
    expect((await merchant.refusal(removeWallet, { params: { id: own.id } })).status).toBe(404);
    expect((await trader.refusal(removeWallet, { params: { id: own.id } })).status).toBe(403);
    await trader.call(createTraderWithdrawal, { body: { amount_in_usdt: '0.5', wallet_id: own.id } });
    expect((await trader.refusal(removeTraderWallet, { params: { id: own.id } })).code).toBe('wallet_in_use');
    const other = await trader.call(createTraderWallet, { body: { wallet_to_withdraw: newAddress() } });
    await trader.call(removeTraderWallet, { params: { id: other.id } });
    expect((await trader.call(listTraderWallets)).results).toMatchObject([{ id: own.id }]);
    expect((await merchant.call(listWallets)).results).toMatchObject([{ id: merchants.id }]);
  });

  test('gives its place and its address free', async ({ merchant, add }) => {
    const wallets = await Promise.all(Array.from({ length: 50 }, () => add()));
    const body = { wallet_to_withdraw: newAddress() };
    expect((await merchant.refusal(createWallet, { body })).code).toBe('wallets_limit');
    const { id, wallet_to_withdraw } = wallets[20]!;
    await merchant.call(removeWallet, { params: { id } });
    const again = await add(wallet_to_withdraw);
    expect(again.id).not.toBe(id);
    expect((await merchant.refusal(createWallet, { body })).code).toBe('wallets_limit');
    expect((await merchant.call(listWallets)).count).toBe(50);
  });

  test('while money is withdrawn to it, is removed or has the withdrawal, never both', async ({
    kantor,
    merchant,
    add,
    withdraw,
  }) => {
    for (let i = 0; i < 10; i += 1) {
      const { id } = await add();
      const remove = () => merchant.call(removeWallet, { params: { id } });
      const [withdrawn, removed] = await Promise.all([
        atOnce([withdraw(id), withdraw(id)]),
        atOnce([remove(), remove()]),
      ]);
      expect(removed.answers).toHaveLength(withdrawn.answers.length > 0 ? 0 : 1);
    }
    const { rows } = await sql`
      select from withdrawal join wallet on wallet.id = wallet_id
      where status = 'OPEN' and removed_at is not null`.execute(kantor.db);
    expect(rows).toEqual([]);
    expect(await verify(kantor.db)).toEqual([]);
  });
});
