import * as money from '@kantor/contract/wire/platform/account-actions.ts';
import { closeWithdrawal } from '@kantor/contract/wire/platform/withdrawals.ts';
import { listProposals } from '@kantor/contract/wire/platform/proposals.ts';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { after, DAY } from '../../src/kernel/clock.ts';
import { acting, test } from './fixture.ts';

const adjustment = { account: 'available', amount_usdt: '-5.5', reason: 'Ошибка' } as const;

test('what waits is told with who proposed it, what and till when; another person accepts it, and both are named', async ({
  kantor,
  anna,
  boris,
  audited,
}) => {
  const trader = await kantor.createTrader({ balance: '100' });
  kantor.pass(1);
  const at = kantor.clock();
  await acting(anna, money.adjustAccount, adjustment, trader.id).done();
  const newest = async (who: typeof anna) => (await who.call(listProposals)).results.at(-1);
  const told = await newest(boris);
  expect(told).toEqual({
    kind: 'adjustment',
    id: expect.any(String),
    account_id: trader.id,
    account_name: trader.username,
    part: 'available',
    against: 'revenue',
    amount_in_usdt: '-5.500000',
    reason: 'Ошибка',
    proposed_by: anna.username,
    is_own: false,
    created_at: at.toISOString(),
    lapses_at: after(at, DAY).toISOString(),
  });
  expect((await newest(anna))?.is_own).toBe(true);
  const id = told?.id ?? '';
  expect((await acting(anna, money.acceptProposal, {}, id).refusedPreview()).code).toBe('same_operator');
  expect((await newest(boris))?.id).toBe(id);
  kantor.pass(1);
  await acting(boris, money.acceptProposal, {}, id).done();
  expect((await newest(boris))?.id).not.toBe(id);
  expect((await audited(id)).map(({ who, action }) => [who, action])).toEqual([
    [anna.username, 'adjust'],
    [boris.username, 'accept'],
  ]);
  const { rows } = await sql`select from outbox where kind = 'correction.changed' and object_id = ${id}`.execute(
    kantor.db,
  );
  expect(rows).toHaveLength(2);
});

test('as many wait as there are rows; what was declined or has lapsed waits no more', async ({
  kantor,
  market,
  anna,
  boris,
}) => {
  const trader = await kantor.createTrader({ balance: '100' });
  const waiting = async () => (await boris.call(listProposals)).results;
  const count = async () =>
    (await sql`select from correction where status = 'WAITING' and lapses_at > ${kantor.clock()}`.execute(kantor.db))
      .rows.length;
  for (const amount of ['-1', '-2']) {
    kantor.pass(1);
    await acting(anna, money.adjustAccount, { ...adjustment, amount_usdt: amount }, trader.id).done();
  }
  kantor.pass(1);
  const withdrawal = await market.withdraw(100);
  const closing = { transaction_hash: 'c'.repeat(64), is_unseen: true };
  await acting(anna, closeWithdrawal, closing, withdrawal).done();
  const [first, second, third] = (await waiting()).slice(-3);
  expect(await waiting()).toHaveLength(await count());
  expect([first, second]).toMatchObject([{ amount_in_usdt: '-1.000000' }, { amount_in_usdt: '-2.000000' }]);
  expect(third).toMatchObject({ kind: 'closing', withdrawal_id: withdrawal, is_unseen: true });

  await acting(boris, money.declineProposal, { reason: 'Нет' }, first?.id ?? '').done();
  expect((await waiting()).map(({ id }) => id)).not.toContain(first?.id);
  expect(await waiting()).toHaveLength(await count());
  kantor.pass(DAY);
  expect(await waiting()).toEqual([]);
});
