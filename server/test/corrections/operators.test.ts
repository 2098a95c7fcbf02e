import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { transaction } from '../../src/db/tx.ts';
import { DAY } from '../../src/kernel/clock.ts';
import { propose } from '../../src/modules/corrections/index.ts';
import { verify } from '../../src/modules/verification/index.ts';
import type { Kantor } from '../support/kantor.ts';
import { rub, usdt } from '../support/money.ts';
import { PASSWORD } from '../support/people.ts';
import { test } from './fixture.ts';

const reversal = (orderId: string, amount = '1000') => ['reverse-order', orderId, '--amount', amount, '--reason', 'x'];

const count = async (kantor: Kantor, orderId: string) => {
  const { rows } = await sql<{ n: bigint }>`
    select count(*) as n from ledger_journal where kind = 'order_reversal' and cause = ${orderId}`.execute(kantor.db);
  return Number(rows[0]?.n);
};

describe('a correction takes two operators', () => {
  test('the proposal moves nothing, and the audit names both by their accounts', async ({ kantor, desk }) => {
    const id = await desk.closed('1000');
    const before = await desk.balances();
    const proposal = await desk.propose(...reversal(id));
    expect(await desk.balances()).toEqual(before);
    expect(await kantor.cli('proposals')).toMatch(
      new RegExp(`${proposal} +WAITING +2026-.+UTC +${desk.anna} +reverse 1000\\.00 RUB of order ${id} +x`),
    );
    expect(await desk.accept(proposal)).toBe(
      `Carried out what ${desk.anna} proposed: reverse 1000.00 RUB of order ${id}.`,
    );
    expect(await desk.balances()).not.toEqual(before);
    const [, accepted = ''] = (await kantor.cli('audit', '--object', proposal)).split(/(?=^2026)/m);
    expect(accepted).toMatch(new RegExp(`${desk.boris} .+accept {2}correction`));
    expect(accepted).toContain(`proposed_by: — → ${desk.anna}`);
    expect(await kantor.cli('proposals', '--all')).toContain(`ACCEPTED by ${desk.boris}`);
  });

  test('whoever proposed it cannot accept it, and the database refuses that, too', async ({ kantor, desk }) => {
    const id = await desk.closed('1000');
    const proposal = await desk.propose(...reversal(id));
    for (const name of [desk.anna, desk.anna.toUpperCase(), ` ${desk.anna} `])
      await expect(kantor.cli('accept', proposal, '--by', name)).rejects.toThrow('A proposal takes two operators');
    await expect(
      sql`update correction set status = 'ACCEPTED', decided_by = proposed_by, decided_at = created_at
        where id = ${proposal}`.execute(kantor.db),
    ).rejects.toThrow('correction_two_operators');
    expect(await count(kantor, id)).toBe(0);
  });

  test('each proves who they are', async ({ kantor, desk }) => {
    const id = await desk.closed('1000');
    const proposal = await desk.propose(...reversal(id));
    const wrong = '--by and the password are not those of an operator. Nothing was changed.';
    for (const name of ['nobody-at-all', desk.trader.username, desk.merchant.username])
      await expect(kantor.cli('accept', proposal, '--by', name)).rejects.toThrow(wrong);
    kantor.cliSettings.password = 'guessed';
    await expect(desk.accept(proposal)).rejects.toThrow(wrong);
    await expect(desk.propose(...reversal(id))).rejects.toThrow(wrong);
    kantor.cliSettings.password = PASSWORD;
    await kantor.cli('block', desk.boris);
    await expect(desk.accept(proposal)).rejects.toThrow('The operator is blocked. Nothing was changed.');
    await kantor.cli('unblock', desk.boris);
    await desk.accept(proposal);
    expect(await count(kantor, id)).toBe(1);
  });

  test('guessing a password is stopped as it is at the sign-in', async ({ kantor, desk }) => {
    const { username } = await kantor.createOperator();
    const proposal = await desk.propose(...reversal(await desk.closed('1000')));
    kantor.cliSettings.password = 'guessed';
    for (let tries = 0; tries < 10; tries += 1)
      await expect(kantor.cli('accept', proposal, '--by', username)).rejects.toThrow('are not those of an operator');
    kantor.cliSettings.password = PASSWORD;
    await expect(kantor.cli('accept', proposal, '--by', username)).rejects.toThrow(
      'There were too many wrong passwords',
    );
    await desk.accept(proposal);
  });
});

describe('a proposal', () => {
  test('is decided on once', async ({ kantor, desk }) => {
    const id = await desk.closed('1000');
    const proposal = await desk.propose(...reversal(id));
    await kantor.cli('withdraw-proposal', proposal, '--by', desk.boris);
    await expect(desk.accept(proposal)).rejects.toThrow('The proposal was decided on already. Nothing was changed.');
    const again = await desk.propose(...reversal(id, '1'));
    await desk.accept(again);
    await expect(desk.accept(again)).rejects.toThrow('The proposal was decided on already.');
    expect(await count(kantor, id)).toBe(1);
  });

  test('lapses after a day, and may be made anew', async ({ kantor, desk }) => {
    const id = await desk.closed('1000');
    const proposal = await desk.propose(...reversal(id));
    await expect(desk.propose(...reversal(id))).rejects.toThrow('A reversal of this order waits already');
    kantor.pass(DAY);
    await expect(desk.accept(proposal)).rejects.toThrow('The proposal has lapsed: propose it again.');
    await expect(kantor.cli('withdraw-proposal', proposal, '--by', desk.boris)).rejects.toThrow('has lapsed');
    expect(await kantor.cli('proposals')).not.toContain(proposal);
    expect(await kantor.cli('proposals', '--all')).toMatch(new RegExp(`${proposal} +LAPSED`));
    await desk.accept(await desk.propose(...reversal(id)));
    expect(await verify(kantor.db)).toEqual([]);
  });

  test('of what is just being accepted is refused, and neither waits for the other', async ({ kantor, desk }) => {
    const id = await desk.closed('1000');
    const accepted = await desk.propose(...reversal(id));
    const { rows } = await sql<{ by: string }>`select proposed_by as by from correction where id = ${accepted}`.execute(
      kantor.db,
    );
    const change = { kind: 'reversal', orderId: id, amount: rub('1') } as const;
    let accepting: Promise<string> | undefined;
    const proposing = transaction(kantor.db, async (tx) => {
      await sql`select from orders where id = ${id} for no key update`.execute(tx);
      accepting ??= desk.accept(accepted);
      await kantor.untilBlocked();
      await propose(tx, { change, reason: 'x', proposedById: rows[0]?.by ?? '' }, kantor.clock());
    });
    await expect(proposing).rejects.toMatchObject({ code: 'proposal_waits' });
    expect(await accepting).toContain('Carried out');
    expect(await kantor.deadlocks()).toBe(0);
  });

  test('of what cannot be done is refused at once', async ({ kantor, desk }) => {
    const { id: active } = await desk.merchant.order('1000');
    await expect(desk.propose(...reversal(active))).rejects.toThrow('Only a closed order can be reversed.');
    await expect(desk.propose(...reversal('01a1f82f-1e80-7165-bb6b-52bced39bae7'))).rejects.toThrow('no such object');
    await expect(desk.propose(...reversal(active, '0'))).rejects.toThrow();
    await expect(desk.propose('reverse-order', active, '--amount', '1', '--reason', ' \n ')).rejects.toThrow(
      '--reason must be',
    );
    await expect(kantor.cli(...reversal(active))).rejects.toThrow();
  });
});

describe('an adjustment', () => {
  const adjust = (name: string, sum: string, account = 'available', ...more: string[]) => [
    'adjust',
    name,
    sum,
    '--account',
    account,
    '--text',
    'Ошибка в подсчёте',
    ...more,
  ];

  test('moves an account of a trader against the revenue, or what is on the chain', async ({ kantor, desk }) => {
    const { trader } = desk;
    await desk.accept(await desk.propose(...adjust(trader.username, '+2.5', 'earned')));
    await desk.accept(await desk.propose(...adjust(trader.username, '-1000', 'available', '--against', 'custody')));
    expect(await kantor.balances(trader.id)).toMatchObject({ available: 0n, earned: usdt('2.5') });
    await expect(desk.propose(...adjust(trader.username, '-0.000001'))).rejects.toThrow(
      'There is not that much on the account. Nothing was changed.',
    );
    await expect(desk.propose(...adjust(trader.username, '+1', 'owed'))).rejects.toThrow('no such account');
    await expect(desk.propose(...adjust('Платформа', '+1'))).rejects.toThrow('no such account');
    await expect(desk.propose(...adjust(desk.anna, '+1'))).rejects.toThrow(`There is no user "${desk.anna}"`);
    await expect(desk.propose(...adjust(trader.username, '+1', 'held'))).rejects.toThrow();
    expect(await verify(kantor.db)).toEqual([]);
  });

  test('makes a debt of what a merchant has not, pays it, and forgives it', async ({ kantor, desk }) => {
    const { id, username } = desk.merchant;
    await desk.accept(await desk.propose(...adjust(username, '+3')));
    await desk.accept(await desk.propose(...adjust(username, '-10')));
    expect(await kantor.balances(id)).toMatchObject({ available: 0n, owed: -usdt('7') });
    await desk.accept(await desk.propose(...adjust(username, '+2')));
    expect(await kantor.balances(id)).toMatchObject({ available: 0n, owed: -usdt('5') });
    await expect(desk.propose(...adjust(username, '+5.000001', 'owed'))).rejects.toThrow('owes less than that');
    await expect(desk.propose(...adjust(username, '-1', 'owed'))).rejects.toThrow('A debt is only forgiven');
    await expect(desk.propose(...adjust(username, '+1', 'earned'))).rejects.toThrow('no such account');
    await desk.accept(await desk.propose(...adjust(username, '+5', 'owed')));
    expect(await kantor.balances(id)).toMatchObject({ available: 0n, owed: 0n });
    expect(await verify(kantor.db)).toEqual([]);
  });
});

describe('in a dry run', () => {
  test('a proposal tells every account that would move, and writes nothing', async ({ kantor, desk }) => {
    const id = await desk.closed('1000');
    const before = await desk.balances();
    const told = await kantor.cli(...reversal(id), '--by', desk.anna, '--dry-run');
    expect(told.split('\n').slice(1)).toEqual([
      '  status: — → WAITING',
      `  what: — → reverse 1000.00 RUB of order ${id}`,
      '  reason: — → x',
      `  on_acceptance.${desk.merchant.username}.available_usdt: 9.500000 → 0.000000`,
      `  on_acceptance.${desk.trader.username}.available_usdt: 990.000000 → 1000.000000`,
      `  on_acceptance.${desk.trader.username}.earned_usdt: 0.200000 → 0.000000`,
      '  on_acceptance.platform.revenue_usdt_moved: — → -0.300000',
    ]);
    expect(await desk.balances()).toEqual(before);
    expect(await kantor.cli('proposals', '--all')).not.toContain(id);
  });
});
