import { PASSWORD_REQUIRED, STEP_UP_HEADER } from '@kantor/contract/plain/step-up.ts';
import { getMe, login, refresh, stepUp, switchAccount } from '@kantor/contract/wire/auth.ts';
import { getTraderDashboard } from '@kantor/contract/wire/balance.ts';
import { listMembers, setMemberRole } from '@kantor/contract/wire/members.ts';
import { listOrders } from '@kantor/contract/wire/orders.ts';
import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { transaction } from '../../src/db/tx.ts';
import { MINUTE, SECOND } from '../../src/kernel/clock.ts';
import { addMember } from '../../src/modules/people/index.ts';
import { freshKantorTest } from '../support/fixtures.ts';
import { PASSWORD } from '../support/people.ts';

// One person in several accounts.

const test = freshKantorTest
  .extend('trader', ({ kantor }) => kantor.createTrader({ payoutEnable: true }))
  .extend('merchant', ({ kantor }) => kantor.createMerchant())
  /** The trader belongs to the merchant's account, too. */
  .extend('both', async ({ kantor, trader, merchant }) => {
    kantor.pass(SECOND);
    await transaction(kantor.db, (tx) =>
      addMember(tx, { accountId: merchant.id, personId: trader.personId }, 'finance', kantor.clock()),
    );
    const signIn = () => kantor.guest.call(login, { body: { username: trader.username, password: PASSWORD } });
    return { signIn };
  });

describe('A person in several accounts', () => {
  test('signs in to the first one, and is told all of them', async ({ kantor, both, trader, merchant }) => {
    const me = await kantor.clientWith((await both.signIn()).access).call(getMe);
    expect(me).toMatchObject({
      username: trader.username,
      role: 'trader',
      payout_enable: true,
      member_role: 'owner',
      account: { id: trader.id, name: trader.username },
      accounts: [
        { id: trader.id, name: trader.username, role: 'trader', member_role: 'owner' },
        { id: merchant.id, name: merchant.username, role: 'merchant', member_role: 'finance' },
      ],
    });
    expect(me.rights).toEqual(expect.arrayContaining(['balance.read', 'orders.confirm', 'members.edit']));
    expect(me.rights).not.toContain('withdrawals.make');
  });

  test('goes on in another: its tokens and the next sign-in are there, those of before are refused', async ({
    kantor,
    both,
    merchant,
  }) => {
    const first = await both.signIn();
    const body = { account: merchant.id, refresh: first.refresh };
    const second = await kantor.clientWith(first.access).call(switchAccount, { body });
    expect(await kantor.clientWith(second.access).call(getMe)).toMatchObject({
      role: 'merchant',
      member_role: 'finance',
      account: { id: merchant.id },
    });
    const old = kantor.clientWith(first.access);
    expect((await old.raw(getMe)).status).toBe(401);
    expect((await old.raw(getTraderDashboard)).status).toBe(401);
    const third = await kantor.guest.call(refresh, { body: { refresh: second.refresh } });
    expect((await kantor.clientWith(third.access).call(getMe)).account.id).toBe(merchant.id);
    const next = await both.signIn();
    expect((await kantor.clientWith(next.access).call(getMe)).account.id).toBe(merchant.id);
  });

  test('enters none that is not theirs, is blocked, or by the token of another session', async ({
    kantor,
    both,
    trader,
    merchant,
  }) => {
    const stranger = await kantor.createMerchant();
    const [one, other] = [await both.signIn(), await both.signIn()];
    const person = kantor.clientWith(one.access);
    const to = (account: string, token = one.refresh) =>
      person.refusal(switchAccount, { body: { account, refresh: token } });
    expect(await to(stranger.id)).toMatchObject({ status: 404 });
    expect(await to(merchant.id, other.refresh)).toMatchObject({ status: 401, code: 'refresh_invalid' });
    await kantor.cli('block', merchant.username);
    expect(await to(merchant.id)).toMatchObject({ status: 403, code: 'blocked' });
    expect((await person.call(getMe)).accounts).toHaveLength(1);
    expect((await person.call(getMe)).account.id).toBe(trader.id);
  });

  test('a blocked account is passed over when they sign in; all blocked, they are told', async ({
    kantor,
    both,
    trader,
    merchant,
  }) => {
    await kantor.cli('block', trader.username);
    const { access } = await both.signIn();
    expect((await kantor.clientWith(access).call(getMe)).account.id).toBe(merchant.id);
    await kantor.cli('block', merchant.username);
    const body = { username: trader.username, password: PASSWORD };
    expect(await kantor.guest.refusal(login, { body })).toMatchObject({ status: 403, code: 'blocked' });
  });

  test('is signed out of a blocked account only where they were in it', async ({ kantor, both, merchant }) => {
    const here = await both.signIn();
    const there = await both.signIn();
    const body = { account: merchant.id, refresh: there.refresh };
    const moved = await kantor.clientWith(there.access).call(switchAccount, { body });
    await kantor.cli('block', merchant.username);
    kantor.pass(5 * SECOND);
    expect((await kantor.clientWith(here.access).raw(getMe)).status).toBe(200);
    expect((await kantor.clientWith(moved.access).raw(getMe)).status).toBe(401);
  });
});

describe("A trader's shift", () => {
  test('works on orders, and sees neither a balance nor an address for USDT', async ({ kantor, trader }) => {
    await sql`update account set wallet = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t' where id = ${trader.id}`.execute(
      kantor.db,
    );
    const shift = await kantor.createMember(trader.id, 'shift');
    expect((await trader.call(getMe)).wallet).not.toBe('');
    const me = await shift.call(getMe);
    expect(me).toMatchObject({ username: shift.username, role: 'trader', member_role: 'shift', wallet: '' });
    expect(me.rights).not.toContain('balance.read');
    await shift.call(listOrders);
    expect((await shift.raw(getTraderDashboard)).status).toBe(403);
  });
});

describe('Another role', () => {
  test('is in force within five seconds, also where it is remembered', async ({ kantor, merchant }) => {
    const other = await kantor.createMember(merchant.id, 'owner');
    expect((await other.call(listMembers)).count).toBe(2);
    await merchant.call(setMemberRole, { params: { id: other.personId }, body: { role: 'viewer' } });
    kantor.pass(5 * SECOND);
    expect((await other.raw(listMembers)).status).toBe(403);
    expect((await other.call(getMe)).member_role).toBe('viewer');
  });

  test('needs the password again', async ({ kantor, merchant }) => {
    const { personId } = await kantor.createMember(merchant.id, 'viewer');
    const first = await kantor.guest.call(login, { body: { username: merchant.username, password: PASSWORD } });
    kantor.pass(9 * MINUTE);
    const { access } = await kantor.guest.call(refresh, { body: { refresh: first.refresh } });
    kantor.pass(9 * MINUTE);
    const person = kantor.clientWith(access);
    const change = { params: { id: personId }, body: { role: 'support' as const } };
    expect(await person.refusal(setMemberRole, change)).toMatchObject({ status: 403, code: PASSWORD_REQUIRED });
    const { token } = await person.call(stepUp, { body: { purpose: 'members', password: PASSWORD } });
    expect(await person.call(setMemberRole, { ...change, headers: { [STEP_UP_HEADER]: token } })).toMatchObject({
      role: 'support',
    });
  });
});
