import {
  createTraderWallet,
  createWallet,
  createWithdrawal,
  listTraderWallets,
  listWallets,
} from '@kantor/contract/wire/withdrawals.ts';
import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { newId } from '../../src/kernel/ids.ts';
import { atOnce } from '../support/at-once.ts';
import { kantorTest } from '../support/fixtures.ts';
import type { Kantor } from '../support/kantor.ts';
import { newAddress } from './fixture.ts';

const ADDRESS = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';

const test = kantorTest.extend('merchant', async ({ kantor }) => {
  const merchant = await kantor.createMerchant();
  await kantor.fund(merchant.id, '1000');
  return merchant;
});

/** Puts a wallet into the database as it was before addresses were looked at. @returns its id. */
async function insertOldWallet({ db, clock }: Kantor, ownerId: string, address: string): Promise<string> {
  const id = newId(clock());
  await sql`
    insert into wallet (id, owner_id, address, is_valid, created_at, usable_at)
    values (${id}, ${ownerId}, ${address}, false, ${clock()}, ${clock()})`.execute(db);
  return id;
}

describe('a wallet', () => {
  test('is an address of TRON, and its owner alone sees it', async ({ kantor, merchant }) => {
    const wallet = await merchant.call(createWallet, { body: { wallet_to_withdraw: ` ${ADDRESS}\t` } });
    const created_at = kantor.clock().toISOString();
    expect(wallet).toEqual({
      id: wallet.id,
      wallet_to_withdraw: ADDRESS,
      is_valid: true,
      created_at,
      usable_at: null,
    });
    expect(await merchant.call(listWallets)).toEqual({ count: 1, results: [wallet] });
    const stranger = await kantor.createMerchant();
    expect(await stranger.call(listWallets)).toEqual({ count: 0, results: [] });
  });

  test.for([
    ['words', 'мой кошелёк'],
    ['an address of another chain', '0x52908400098527886E0F7030069857D2E4169EE7'],
    ['a wrong checksum', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6u'],
    ['a character less', ADDRESS.slice(0, -1)],
    ['a character more', `${ADDRESS}1`],
    ['a zero, which base58 has not', ADDRESS.replace('8', '0')],
    ['base58check of a bitcoin address', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'],
    ['a space inside', `${ADDRESS.slice(0, 10)} ${ADDRESS.slice(10)}`],
    ['nothing', ''],
  ] as const)('of %s is refused beside its field', async ([_what, wallet_to_withdraw], { merchant }) => {
    expect(await merchant.refusal(createWallet, { body: { wallet_to_withdraw } })).toMatchObject({
      status: 400,
      code: 'invalid',
      problem: { errors: { wallet_to_withdraw: [expect.stringMatching(/[а-я]/)] } },
    });
    expect(await merchant.call(listWallets)).toEqual({ count: 0, results: [] });
  });

  test('that its owner has already is refused beside its field; another owner may have it', async ({
    kantor,
    merchant,
  }) => {
    const body = { wallet_to_withdraw: ADDRESS };
    await merchant.call(createWallet, { body });
    expect(await merchant.refusal(createWallet, { body })).toMatchObject({
      status: 409,
      code: 'wallet_exists',
      problem: { errors: { wallet_to_withdraw: ['Этот адрес уже есть среди ваших кошельков'] } },
    });
    expect((await merchant.call(listWallets)).count).toBe(1);
    const trader = await kantor.createTrader();
    await trader.call(createTraderWallet, { body });
    expect((await trader.call(listTraderWallets)).count).toBe(1);
  });

  test('after fifty is refused, also when many are added at once', async ({ merchant }) => {
    const add = () => merchant.call(createWallet, { body: { wallet_to_withdraw: newAddress() } });
    const { answers, refusals } = await atOnce(Array.from({ length: 60 }, add));
    expect(answers).toHaveLength(50);
    expect(new Set(refusals.map(({ status, code, problem }) => `${status} ${code} ${problem.detail}`))).toEqual(
      new Set(['409 wallets_limit Кошельков может быть не больше 50']),
    );
    expect((await merchant.call(listWallets)).count).toBe(50);
  });

  test('of old that is no address is marked, takes no place, and no withdrawal goes there', async ({
    kantor,
    merchant,
  }) => {
    const id = await insertOldWallet(kantor, merchant.id, 'мой кошелёк');
    kantor.pass(1);
    await merchant.call(createWallet, { body: { wallet_to_withdraw: ADDRESS } });
    expect((await merchant.call(listWallets)).results).toMatchObject([
      { is_valid: true },
      { id, wallet_to_withdraw: 'мой кошелёк', is_valid: false },
    ]);
    expect(await merchant.refusal(createWithdrawal, { body: { amount_in_usdt: 1, wallet_id: id } })).toMatchObject({
      status: 400,
      problem: { errors: { wallet_id: [expect.stringContaining('не адрес TRON')] } },
    });
    expect(await kantor.balances(merchant.id)).toMatchObject({ held: 0n });
  });
});
