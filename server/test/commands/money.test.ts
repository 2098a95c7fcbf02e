import { confirmAppeal } from '@kantor/contract/wire/appeals.ts';
import { getOrder } from '@kantor/contract/wire/orders.ts';
import { getWithdrawal } from '@kantor/contract/wire/withdrawals.ts';
import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { verify } from '../../src/modules/verification/index.ts';
import type { Kantor } from '../support/kantor.ts';
import { usdt } from '../support/money.ts';
import { HASH, type Market, outcomes, test } from './fixture.ts';

const NOWHERE = '01a1f82f-1e80-7165-bb6b-52bced39bae7';
let hashes = 0;
const newHash = () => (hashes += 1).toString(16).padStart(64, '0');

const postings = async (kantor: Kantor, cause: string) => {
  const { rows } = await sql<{ kind: string }>`
    select kind from ledger_journal where cause = ${cause} order by created_at`.execute(kantor.db);
  return rows.map(({ kind }) => kind);
};

describe('withdrawals', () => {
  test('lists what is to be sent, oldest first, in both units', async ({ kantor, market, run }) => {
    expect(await run('withdrawals')).toBe('No withdrawal is open.');
    const [first, second] = [await market.withdraw(120), (kantor.pass(1), await market.withdraw(7))];
    const lines = (await run('withdrawals')).split('\n');
    expect(lines[0]).toMatch(/^id +since +owner +amount +wallet age +wallet +being sent by$/);
    expect(lines[1]).toBe(
      `${first}  2026-11-20 09:00 UTC  merchant-2  120.000000 USDT (12000.00 RUB at 100.0000)  0 min       TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t`,
    );
    expect(lines[2]).toContain(`${second}  2026-11-20 09:00 UTC  merchant-2  7.000000 USDT (700.00 RUB at 100.0000)`);
    expect(lines).toHaveLength(3);
    expect((await run('withdrawals', '--limit', '1')).split('\n').slice(1)).toEqual([
      expect.stringContaining(first),
      'There are more: --limit 1 ended the list.',
    ]);
    await run('close-withdrawal', first, '--hash', newHash());
    expect((await run('withdrawals')).split('\n')).toHaveLength(2);
    await run('close-withdrawal', second, '--hash', newHash());
  });

  test('marks a wallet that is no address on TRON', async ({ kantor, market, run }) => {
    const id = await market.withdraw(1);
    await sql`update wallet set address = 'мой кошелёк', is_valid = false, place = null`.execute(kantor.db);
    expect(await run('withdrawals')).toContain('мой кошелёк (NOT a TRON address)');
    await market.expectCommandError(['send-withdrawal', id], 'The wallet is no TRON address; reject the withdrawal ');
    await run('reject-withdrawal', id, '--reason', 'Это не адрес TRON');
    await sql`update wallet set address = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', is_valid = true, place = 1`.execute(
      kantor.db,
    );
  });
});

describe('close-withdrawal', () => {
  test('closes it with its hash, which may be written in several ways, and moves its money', async ({
    kantor,
    market,
    run,
  }) => {
    const before = await kantor.balances(market.merchant.id);
    const id = await market.withdraw(300);
    expect(await run('close-withdrawal', id.toUpperCase(), '--hash', ` 0x${HASH.toUpperCase()} `)).toBe(
      'Closed the withdrawal of merchant-2: 300.000000 USDT (30000.00 RUB at 100.0000) to ' +
        `TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t, by ${HASH}.`,
    );
    expect(await market.merchant.call(getWithdrawal, { params: { id } })).toMatchObject({
      status: 'CLOSED',
      transaction_hash_proof: HASH,
    });
    const after = await kantor.balances(market.merchant.id);
    expect(after).toMatchObject({ available: before.available - usdt('300'), held: before.held });
    expect(await postings(kantor, id)).toEqual(['withdrawal_hold', 'withdrawal_close']);
    const { rows } = await sql`select kind, owners from outbox where object_id = ${id} order by id`.execute(kantor.db);
    expect(rows.at(-1)).toEqual({ kind: 'withdrawal.closed', owners: [market.merchant.id] });

    await market.expectCommandError(
      ['close-withdrawal', id, '--hash', newHash()],
      `was closed 2026-11-20 09:00 UTC by ${HASH};`,
    );
    await market.expectCommandError(
      ['close-withdrawal', id, '--hash', HASH],
      'by this very transaction; nothing was changed.',
    );
    const other = await market.withdraw(1);
    await market.expectCommandError(
      ['close-withdrawal', other, '--hash', HASH],
      'This transaction already proves another withdrawal.',
    );
    await run('close-withdrawal', other, '--hash', newHash());
  });

  test.for([
    [[NOWHERE, '--hash', HASH], `There is no withdrawal ${NOWHERE}.`],
    [[NOWHERE, '--hash', HASH.slice(1)], "--hash must be the transaction's 64 hexadecimal digits, but is "],
    [[NOWHERE, '--hash', `${HASH}0`], "--hash must be the transaction's 64 hexadecimal digits"],
    [[NOWHERE, '--hash', HASH.replace('a', 'g')], "--hash must be the transaction's 64 hexadecimal digits"],
    [[NOWHERE, '--hash', HASH, '--by', ' '], '--by must be a name of 1 to 150 characters on one line.'],
    [[NOWHERE, '--hash', HASH, '--by', 'a\nb'], '--by must be a name of 1 to 150 characters on one line.'],
  ] as const)('refuses %j', ([args, sentence], { market }) =>
    market.expectCommandError(['close-withdrawal', ...args], sentence),
  );

  test('by several operators at once: one wins, the others are refused, and it is paid once', async ({
    kantor,
    market,
  }) => {
    const id = await market.withdraw(50);
    const commands = Array.from({ length: 8 }, () => ['close-withdrawal', id, '--hash', newHash()]);
    const { done, refused } = await market.atOnce('withdrawal', id, commands);
    expect(done).toHaveLength(1);
    expect(refused).toHaveLength(7);
    for (const why of refused) expect(why).toMatch(/was closed .+ by 0{60,}[0-9a-f]+; nothing was changed\.$/);
    expect(await postings(kantor, id)).toEqual(['withdrawal_hold', 'withdrawal_close']);
    expect(await market.audited(id)).toHaveLength(1);
    expect(await verify(kantor.db)).toEqual([]);
  });

  test('of two by one transaction at once: it proves one', async ({ kantor, market }) => {
    const ids = [await market.withdraw(5), await market.withdraw(6)];
    const hash = newHash();
    const close = (id: string) => kantor.cli('close-withdrawal', id, '--hash', hash);
    const { done, refused } = outcomes(await Promise.allSettled(ids.map(close)));
    expect([done.length, refused]).toEqual([
      1,
      ['This transaction already proves another withdrawal. Nothing was changed.'],
    ]);
    expect(await verify(kantor.db)).toEqual([]);
  });
});

describe('send-withdrawal', () => {
  test('is told once, is listed, and close-withdrawal follows', async ({ market, run }) => {
    const id = await market.withdraw(40);
    expect(await run('send-withdrawal', id, '--by', 'Anna')).toBe(
      'You are sending the withdrawal of merchant-2: 40.000000 USDT (4000.00 RUB at 100.0000) to ' +
        'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t. Tell the transaction with close-withdrawal.',
    );
    expect(await run('withdrawals')).toMatch(/ {2}Anna since 2026-11-20 09:00 UTC$/m);
    await market.expectCommandError(['send-withdrawal', id], 'is being sent by Anna since 2026-11-20 09:00 UTC;');
    await run('close-withdrawal', id, '--hash', newHash());
    await market.expectCommandError(['send-withdrawal', id], /was closed .+ by 0+[0-9a-f]+; nothing was changed\.$/);
  });
});

describe('reject-withdrawal', () => {
  test('returns the USDT and says why', async ({ kantor, market, run }) => {
    const before = await kantor.balances(market.merchant.id);
    const id = await market.withdraw(40);
    expect(await run('reject-withdrawal', id, '--reason', '  Адрес\nбиржи ')).toBe(
      'Rejected the withdrawal of merchant-2: 40.000000 USDT (4000.00 RUB at 100.0000) to TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t.',
    );
    expect(await market.merchant.call(getWithdrawal, { params: { id } })).toMatchObject({
      outcome: 'REJECTED',
      rejected_reason: 'Адрес биржи',
    });
    expect(await kantor.balances(market.merchant.id)).toMatchObject(before);
    expect(await postings(kantor, id)).toEqual(['withdrawal_hold', 'withdrawal_release']);
    await market.expectCommandError(
      ['close-withdrawal', id, '--hash', newHash()],
      /was closed .+ as rejected; nothing was changed\.$/,
    );
  });

  test('of one that is being sent only when it is sure that nothing left', async ({ market, run }) => {
    const id = await market.withdraw(40);
    await run('send-withdrawal', id, '--by', 'Anna');
    await market.expectCommandError(
      ['reject-withdrawal', id, '--reason', 'Адрес биржи'],
      /is being sent by Anna since .+ add --not-sent\.$/,
    );
    expect(await run('reject-withdrawal', id, '--reason', 'Адрес биржи', '--not-sent')).toMatch(/^Rejected /);
  });

  test.for(['', ' \n', 'x'.repeat(501), 'a\u0000b'])('refuses the reason %j', (reason, { market }) =>
    market.expectCommandError(['reject-withdrawal', NOWHERE, '--reason', reason], '--reason must be 1 to 500'),
  );
});

describe('appeals', () => {
  test('lists the open ones, oldest first, with what is claimed and what was asked', async ({ market, run }) => {
    expect(await run('appeals')).toBe('No appeal is open.');
    const { id, orderId } = await market.appeal('777.77');
    const lines = (await run('appeals')).split('\n');
    expect(lines[0]).toMatch(/^id +since +merchant +trader +claimed +order +receipt +order id$/);
    expect(lines[1]).toMatch(
      new RegExp(
        `^${id}  2026-11-20 09:00 UTC  merchant-2  trader-1  777\\.77 RUB \\(7\\.777700 USDT at 100\\.0000\\)  10\\d\\d\\.00 RUB +no +${orderId}$`,
      ),
    );
    expect(lines).toHaveLength(2);
    await run('decline-appeal', id);
    expect(await run('appeals')).toBe('No appeal is open.');
  });
});

describe('the decision on an appeal', () => {
  const order = ({ trader }: Market, id: string) => trader.call(getOrder, { params: { id } });

  test('confirms it for what is claimed, with the postings of any closing', async ({ kantor, market, run }) => {
    const { id, orderId } = await market.appeal('1000');
    expect(await run('confirm-appeal', id)).toBe(
      'Confirmed the appeal of merchant-2 for 1000.00 RUB (10.000000 USDT at 100.0000): trader-1 pays.',
    );
    expect((await order(market, orderId)).status_history.at(-1)).toMatchObject({ status: 'CLOSED', actor: 'operator' });
    expect(await postings(kantor, orderId)).toEqual(['order_hold', 'order_close']);
    await market.expectCommandError(
      ['confirm-appeal', id],
      'was already confirmed for 1000.00 RUB; nothing was changed.',
    );
    await market.expectCommandError(
      ['decline-appeal', id],
      'was already confirmed for 1000.00 RUB; nothing was changed.',
    );
  });

  test('confirms it for another amount, and tells everyone of that', async ({ kantor, market, run }) => {
    const { id, orderId } = await market.appeal('1000');
    expect(await run('confirm-appeal', id, '--amount', '500.5')).toContain(
      'for 500.50 RUB (5.005000 USDT at 100.0000)',
    );
    const { rows } = await sql`select amount, paid_amount as paid from appeal where id = ${id}`.execute(kantor.db);
    expect(rows).toEqual([{ amount: 100_000n, paid: 50_050n }]);
    expect(await order(market, orderId)).toMatchObject({ status: 'CLOSED' });
    expect(await verify(kantor.db)).toEqual([]);
  });

  test('splits it: the merchant gets a part, and both are told why', async ({ kantor, market, run }) => {
    const { id, orderId } = await market.appeal('1000');
    await market.expectCommandError(
      ['split-appeal', id, '--amount', '1000', '--comment', 'all of it'],
      'A part is less than the 1000.00 RUB that are claimed.',
    );
    expect(await run('split-appeal', id, '--amount', '400', '--comment', 'half came')).toBe(
      'Split the appeal of merchant-2: 400.00 RUB (4.000000 USDT at 100.0000) of 1000.00 RUB, trader-1 pays.',
    );
    const { rows } = await sql`select amount, paid_amount as paid from appeal where id = ${id}`.execute(kantor.db);
    expect(rows).toEqual([{ amount: 100_000n, paid: 40_000n }]);
    expect(await order(market, orderId)).toMatchObject({ status: 'CLOSED' });
    await market.expectCommandError(
      ['split-appeal', id, '--amount', '1', '--comment', 'again'],
      'was already confirmed for 400.00 RUB; nothing was changed.',
    );
    expect(await verify(kantor.db)).toEqual([]);
  });

  test('declines it: the order is as it was', async ({ market, run }) => {
    const { id, orderId } = await market.appeal();
    expect(await run('decline-appeal', id)).toBe('Declined the appeal of merchant-2: the order is ACTIVE as before.');
    expect((await order(market, orderId)).status_history.at(-1)).toMatchObject({ status: 'ACTIVE', actor: 'operator' });
    await market.expectCommandError(['confirm-appeal', id], 'was already declined; nothing was changed.');
  });

  test('is refused where the trader cannot pay', async ({ market, run }) => {
    const { id } = await market.appeal('90000000');
    await market.expectCommandError(
      ['confirm-appeal', id],
      'The trader has not enough USDT for it. Nothing was changed.',
    );
    await market.expectCommandError(['confirm-appeal', NOWHERE], `There is no appeal ${NOWHERE}.`);
    await market.expectCommandError(['decline-appeal', NOWHERE], `There is no appeal ${NOWHERE}.`);
    await run('decline-appeal', id);
  });

  test('is one when operators and the trader decide at once', async ({ kantor, market }) => {
    for (let round = 0; round < 5; round += 1) {
      const { id, orderId } = await market.appeal();
      const byTrader = async () => {
        await market.trader.call(confirmAppeal, { params: { id } });
        return 'confirmed by the trader';
      };
      const { done, refused } = outcomes(
        await Promise.allSettled([
          kantor.cli('confirm-appeal', id),
          byTrader(),
          kantor.cli('decline-appeal', id),
          kantor.cli('confirm-appeal', id, '--amount', '1'),
        ]),
      );
      expect([done.length, refused.length]).toEqual([1, 3]);
      for (const why of refused) expect(why).toMatch(/409 appeal_status|was already .+; nothing was changed\.$/);
      expect(await market.audited(id)).toHaveLength(done[0] === 'confirmed by the trader' ? 0 : 1);
      expect((await postings(kantor, orderId)).filter((kind) => kind === 'order_close').length).toBeLessThan(2);
    }
    expect(await verify(kantor.db)).toEqual([]);
  });
});
