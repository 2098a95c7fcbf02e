import * as calls from '@kantor/contract/wire/reconciliations.ts';
import { createWallet, createWithdrawal } from '@kantor/contract/wire/withdrawals.ts';
import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { moscowDay, moscowMoment } from '../../src/kernel/clock.ts';
import { transaction } from '../../src/db/tx.ts';
import { newId } from '../../src/kernel/ids.ts';
import { creditDeposits } from '../../src/modules/chain/index.ts';
import { countsOf, csvOf, orderAt, pileOf, reconcile, terms, test } from './fixture.ts';

describe('a bank’s statement', () => {
  const at = new Date('2026-11-20T09:00:00Z');
  const minutes = (n: number) => new Date(at.getTime() + n * 60_000);
  const line = (moment: Date, sum: string, tail = '4321') => `${moscowMoment(moment)};${sum};*${tail}`;

  test('is compared with closings by sum, time and account; spending takes no part', async ({
    merchant,
    write,
    operator,
  }) => {
    // Paid five minutes after they were made.
    await write(merchant, [
      orderAt(at, 'b-1', 150_000n),
      orderAt(at, 'b-2', 200_000n),
      orderAt(minutes(1), 'b-3', 200_000n),
      orderAt(minutes(100), 'b-4', 300_000n),
      orderAt(at, 'b-5', 400_000n, 'EXPIRED'),
    ]);
    const file = csvOf([
      'Дата операции;Сумма;Карта',
      line(minutes(4), '1 500,00'),
      line(minutes(5), '2000'),
      line(minutes(7), '2000', '5678'),
      line(minutes(5), '2000'),
      line(minutes(5), '4000'),
      line(minutes(6), '-700'),
      `${moscowMoment(new Date('2026-10-01T00:00:00Z'))};100;*4321`,
    ]);
    const asked = terms('bank', ['date', 'amount', 'tail'], {
      window_minutes: '10',
      from: '2026-11-20',
      to: '2026-11-20',
    });
    const made = await reconcile(operator, file, asked);
    expect(countsOf(made)).toEqual({ match: 3, only_theirs: 2, only_ours: 1, left_out: 2 });
    expect((await pileOf(operator, made, 'match')).map(({ line: n, key, object }) => [n, key, object?.kind])).toEqual([
      [2, 'b-1', 'order'],
      [expect.any(Number), expect.stringMatching(/^b-[23]$/), 'order'],
      [expect.any(Number), expect.stringMatching(/^b-[23]$/), 'order'],
    ]);
    expect((await pileOf(operator, made, 'only_ours')).map(({ key }) => key)).toEqual(['b-4']);
    expect((await pileOf(operator, made, 'left_out')).map(({ reason }) => reason)).toEqual([
      'Строка 7: списание, а сверяются зачисления',
      'Строка 8: не из этих дней',
    ]);
    expect(made.difference).toBe('-3000.00');
  });

  test('is of the account that somebody names, or none', async ({ operator, requisite }) => {
    const ask = (of: string) => ({
      file: csvOf(['Дата;Сумма', '20.11.2026;1500']),
      body: terms('bank', ['date', 'amount'], { of }),
    });
    expect(countsOf(await operator.call(calls.makePlatformReconciliation, ask(requisite)))).toMatchObject({ match: 1 });
    expect(countsOf(await operator.call(calls.makePlatformReconciliation, ask('4321')))).toMatchObject({ match: 1 });
    for (const of of ['', '0000', 'все', newId(new Date(0))])
      expect((await operator.refusal(calls.makePlatformReconciliation, ask(of))).problem.errors).toHaveProperty('of');
  });
});

test('a wallet’s statement is compared with deposits and withdrawals by the hash', async ({
  kantor,
  merchant,
  trader,
  operator,
}) => {
  const now = kantor.clock();
  const hash = (sign: string) => sign.repeat(64);
  const deposit = (sign: string, amount: bigint, logIndex = 0) => ({
    id: newId(now),
    traderId: trader.id,
    createdAt: now,
    txHash: hash(sign),
    logIndex,
    amount,
    blockNumber: 1n,
    rawData: '',
  });
  await transaction(kantor.db, (tx) =>
    creditDeposits(
      tx,
      [deposit('a', 5_000_000n), deposit('a', 1n, 1), deposit('b', 7_000_000n), deposit('e', 9n)],
      now,
    ),
  );
  await kantor.fund(merchant.id, '100');
  const wallet = await merchant.call(createWallet, {
    body: { wallet_to_withdraw: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t' },
  });
  const sent = await merchant.call(createWithdrawal, { body: { amount_in_usdt: 10, wallet_id: wallet.id } });
  await sql`
    update withdrawal set status = 'CLOSED', outcome = 'SENT', transaction_hash = ${hash('c')}, done_at = ${now}
    where id = ${sent.id}`.execute(kantor.db);
  const day = moscowDay(now);
  const file = csvOf([
    'TxID;Amount',
    `0x${hash('A')};5,000001`,
    `${hash('b')};7,5`,
    `${hash('c')};-10`,
    `${hash('d')};1`,
    `${hash('c')};10`,
  ]);
  const made = await reconcile(operator, file, terms('wallet', ['key', 'amount'], { from: day, to: day }));
  expect(countsOf(made)).toEqual({ match: 2, amount: 1, only_theirs: 1, only_ours: 1, left_out: 1 });
  expect((await pileOf(operator, made, 'match')).map(({ object, ours }) => [object?.kind, ours])).toEqual([
    ['deposit', '5.000001'],
    ['withdrawal', '10.000000'],
  ]);
  expect(await pileOf(operator, made, 'left_out')).toMatchObject([{ reason: 'Строка 6: этот хэш уже в строке 4' }]);
  const bad = csvOf(['TxID;Amount', 'abc;1']);
  const refused = await operator.refusal(calls.makePlatformReconciliation, {
    body: terms('wallet', ['key', 'amount']),
    file: bad,
  });
  expect(refused.problem.errors?.['rows']).toEqual([expect.stringMatching(/^Строка 2, «TxID»: «abc» — не хэш/)]);
});
