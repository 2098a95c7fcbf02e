import * as money from '@kantor/contract/wire/platform/account-actions.ts';
import { closeWithdrawal } from '@kantor/contract/wire/platform/withdrawals.ts';
import { describe, expect } from 'vitest';
import { readCorrections } from '../../src/modules/corrections/index.ts';
import { verify } from '../../src/modules/verification/index.ts';
import { usdt } from '../support/money.ts';
import { acting, test } from './fixture.ts';

describe('what takes two people', () => {
  test('is carried out by another than the one who proposed it, once; both are named', async ({
    kantor,
    anna,
    boris,
    audited,
  }) => {
    const trader = await kantor.createTrader({ balance: '100' });
    const fields = { account: 'available', amount_usdt: '-5.5', reason: 'Ошибка' } as const;
    const proposed = await acting(anna, money.adjustAccount, fields, trader.id).done();
    expect(proposed.is_proposal).toBe(true);
    expect((await kantor.balances(trader.id)).available).toBe(usdt('100'));
    const [waiting] = await readCorrections(kantor.db, { waiting: true, last: 1 }, kantor.clock());
    const id = waiting?.id ?? '';
    expect((await acting(anna, money.acceptProposal, {}, id).refusedPreview()).code).toBe('same_operator');
    kantor.pass(1);
    const accepted = acting(boris, money.acceptProposal, {}, id);
    const told = await accepted.preview();
    await accepted.carryOut(told);
    expect((await accepted.refused(told)).code).toBe('changed');
    expect((await kantor.balances(trader.id)).available).toBe(usdt('94.5'));
    const rows = await audited(id);
    expect(rows.map(({ who, action }) => [who, action])).toEqual([
      [anna.username, 'adjust'],
      [boris.username, 'accept'],
    ]);
    expect(rows.at(-1)?.after).toMatchObject({ proposed_by: anna.username });
    expect(await verify(kantor.db)).toEqual([]);
  });

  test('are a withdrawal above the limit, and small ones that add up to it', async ({
    kantor,
    market,
    onTestFinished,
  }) => {
    const carol = await kantor.createOperator();
    const { secondOperatorAbove } = kantor.actions;
    kantor.actions.secondOperatorAbove = usdt('1000');
    onTestFinished(() => void (kantor.actions.secondOperatorAbove = secondOperatorAbove));
    const isProposal = async (amount: number, digit: string) => {
      const fields = { transaction_hash: digit.repeat(64) };
      return (await acting(carol, closeWithdrawal, fields, await market.withdraw(amount)).done()).is_proposal;
    };
    expect(await isProposal(1001, '1')).toBe(true);
    expect(await isProposal(600, '2')).toBe(false);
    expect(await isProposal(401, '3')).toBe(true);
    expect(await isProposal(400, '4')).toBe(false);
  });
});
