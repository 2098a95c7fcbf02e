import { listJournal, listPlatformJournal } from '@kantor/contract/wire/audit.ts';
import { switchAccount, login } from '@kantor/contract/wire/auth.ts';
import * as contested from '@kantor/contract/wire/platform/contested.ts';
import * as withdrawals from '@kantor/contract/wire/platform/withdrawals.ts';
import { changePassword } from '@kantor/contract/wire/security.ts';
import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { transaction } from '../../src/db/tx.ts';
import { addMember } from '../../src/modules/people/index.ts';
import { acting, test } from '../actions/fixture.ts';
import type { Market } from '../commands/fixture.ts';
import { PASSWORD } from '../support/people.ts';

// What the platform does to an account stands in the account's journal, and tells neither who works there nor what is another's.

/** The last row of the account's journal about an object, as its owner reads it. */
async function rowOf({ call }: Pick<Market['trader'], 'call'>, object: string) {
  const { results } = await call(listJournal, { query: { object } });
  return results[0];
}

const OF_COMMANDS: Record<string, (market: Market) => Promise<{ object: string; args: string[]; of: 'all' | 'shop' }>> =
  {
    'confirm-appeal': async (market) => {
      const { id } = await market.appeal();
      return { object: id, args: [id], of: 'all' };
    },
    'decline-appeal': async (market) => {
      const { id } = await market.appeal();
      return { object: id, args: [id], of: 'all' };
    },
    'allow-wallet': async (market) => {
      const id = await market.waitingWallet();
      return { object: id, args: [id], of: 'shop' };
    },
    'send-withdrawal': async (market) => {
      const id = await market.withdraw();
      return { object: id, args: [id], of: 'shop' };
    },
    'reject-withdrawal': async (market) => {
      const id = await market.withdraw();
      return { object: id, args: [id, '--reason', 'Адрес биржи'], of: 'shop' };
    },
    'resend-webhook': async (market) => {
      const id = await market.deliveredWebhook();
      return { object: id, args: [id], of: 'shop' };
    },
  };

describe('a command of an operator', () => {
  test.for(Object.keys(OF_COMMANDS))('%s stands in the journal of each whom it concerns', async (name, { market }) => {
    const make = OF_COMMANDS[name];
    if (make === undefined) throw new Error('No such case');
    const { object, args, of } = await make(market);
    await market.run(name, ...args, '--by', 'Анна');
    const seen = of === 'all' ? [market.merchant, market.trader] : [market.merchant];
    for (const owner of seen)
      expect(await rowOf(owner, object)).toMatchObject({ action: name, who: 'Платформа', person: null, from: null });
    expect((await market.other.call(listJournal, { query: { object } })).count).toBe(0);
  });

  test.for(['free-payout', 'decide-payout'])(
    '%s: in the merchant’s and the trader’s',
    async (name, { kantor, market }) => {
      const id = await market.payoutInWork();
      const decision = name === 'decide-payout' ? ['--for', 'merchant', '--reason', 'Не ушло'] : [];
      const { rows } = await sql<{ ids: string[] }>`
      select array[merchant_id, trader_id]::text[] as ids from payout where id = ${id}`.execute(kantor.db);
      await market.run(name, id, ...decision);
      const { rows: kept } = await sql<{ id: string }>`
      select account_id as id from audit_account where object_id = ${id} and person_id is null`.execute(kantor.db);
      expect(kept.map((row) => row.id).toSorted()).toEqual(rows[0]?.ids.toSorted());
    },
  );
});

describe('an account reads of what the platform did', () => {
  test('its own balances and nothing of another’s, nor of who did it', async ({ kantor, market, anna }) => {
    const { id } = await market.appeal('1000');
    kantor.pass(1);
    await acting(anna, contested.confirmAppeal, {}, id).done();
    const names = [market.trader, market.merchant, anna].map(({ username }) => username);
    const [whole] = (await anna.call(listPlatformJournal, { query: { object: id } })).results;
    const all = whole?.after ?? {};
    expect(Object.keys(all)).toEqual(
      expect.arrayContaining([`${market.trader.username}.held_usdt`, 'platform.revenue_usdt_moved']),
    );
    expect(whole?.who).toBe(anna.username);
    for (const owner of [market.trader, market.merchant]) {
      const row = await rowOf(owner, id);
      expect(row).toMatchObject({ who: 'Платформа', after: { status: 'PROCESSED', paid_rub: '1000.00' } });
      const facts = JSON.stringify(row);
      for (const name of names) expect(facts).not.toContain(name);
      // What the deed is about, and of balances their own.
      const own = Object.entries(all).flatMap(([fact, value]) => {
        const [first = '', second] = fact.split('.');
        if (second === undefined) return [[first, value]];
        return first === owner.username ? [[second, value]] : [];
      });
      expect(own.length).toBeGreaterThan(3);
      expect(row?.after).toEqual(Object.fromEntries(own));
    }
  });

  test('not who sends its withdrawal', async ({ kantor, market, anna }) => {
    const id = await market.withdraw();
    kantor.pass(1);
    await acting(anna, withdrawals.sendWithdrawal, {}, id).done();
    const row = await rowOf(market.merchant, id);
    expect(row).toMatchObject({ action: 'send-withdrawal', who: 'Платформа' });
    expect(JSON.stringify(row)).not.toContain(anna.username);
    expect(row?.after).toHaveProperty('sending_at');
  });

  test('not whose else a bank account is that it may have, nor the account itself', async ({
    kantor,
    market,
    anna,
  }) => {
    const taker = await kantor.createTrader();
    const { rows } = await sql<{ account: string }>`
      select bank_account as account from requisite where id = ${market.requisiteId}`.execute(kantor.db);
    await market.run('allow-account', taker.username, '--of', market.requisiteId);
    const row = await rowOf(taker, taker.id);
    expect(row).toMatchObject({ action: 'allow-account', after: { account: `•${rows[0]?.account.slice(-4)}` } });
    expect(JSON.stringify(row)).not.toContain(market.trader.username);
    const [whole] = (await anna.call(listPlatformJournal, { query: { object: taker.id } })).results;
    expect(whole?.after).toMatchObject({ account_claimed_by: market.trader.username });
    expect(JSON.stringify(whole)).not.toContain(rows[0]?.account);
  });

  test('nothing of a proposal, unless it was carried out', async ({ kantor, market }) => {
    const [one, two] = [await kantor.createOperator(), await kantor.createOperator()];
    const adjustment = ['--account', 'available', '--text', 'Сверка'];
    const propose = async () => {
      const said = await market.run('adjust', market.other.username, '+5', ...adjustment, '--by', one.username);
      return /^Proposed (\S+):/.exec(said)?.[1] ?? '';
    };
    const withdrawn = await propose();
    await market.run('withdraw-proposal', withdrawn, '--by', two.username);
    expect(await rowOf(market.other, withdrawn)).toBeUndefined();
    const carriedOut = await propose();
    await market.run('accept', carriedOut, '--by', two.username);
    const row = await rowOf(market.other, carriedOut);
    expect(row).toMatchObject({ action: 'accept', who: 'Платформа' });
    for (const { username } of [one, two]) expect(JSON.stringify(row)).not.toContain(username);
  });
});

test('what a member does to their sign-in in another account names them, and not from where', async ({
  kantor,
  market,
}) => {
  const person = await kantor.createMember(market.merchant.id, 'viewer');
  await transaction(kantor.db, (tx) =>
    addMember(tx, { accountId: market.other.id, personId: person.personId }, 'shift', kantor.clock()),
  );
  const body = { username: person.username, password: PASSWORD };
  const pair = await kantor.guest.call(login, { body });
  const there = await kantor
    .clientWith(pair.access)
    .call(switchAccount, { body: { account: market.other.id, refresh: pair.refresh } });
  await kantor.clientWith(there.access).call(changePassword, { body: { password: 'another long enough password' } });
  const named = { action: 'change-password', who: person.username, person: person.personId };
  expect(await rowOf(market.merchant, person.personId)).toMatchObject({ ...named, from: null });
  expect(await rowOf(market.other, person.personId)).toMatchObject({ ...named, from: { address: expect.any(String) } });
});
