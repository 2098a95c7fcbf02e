import { getMe, login, refresh } from '@kantor/contract/wire/auth.ts';
import { leaveAccount, listMembers, removeMember, setMemberRole } from '@kantor/contract/wire/members.ts';
import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { SECOND } from '../../src/kernel/clock.ts';
import { PLATFORM_ACCOUNT } from '../../src/kernel/platform.ts';
import { freshKantorTest } from '../support/fixtures.ts';
import { PASSWORD } from '../support/people.ts';

const test = freshKantorTest.extend('merchant', ({ kantor }) => kantor.createMerchant());
const LAST_OWNER = { status: 409, code: 'last_owner', problem: { detail: /^У аккаунта должен остаться владелец/ } };
const lastOwner = { ...LAST_OWNER, problem: { detail: expect.stringMatching(LAST_OWNER.problem.detail) } };

describe('The members of an account', () => {
  test('are listed with their roles, those of others are not', async ({ kantor, merchant }) => {
    await kantor.createMerchant();
    kantor.pass(SECOND);
    const other = await kantor.createMember(merchant.id, 'developer');
    const person = { created_at: expect.any(String), has_second_factor: false, blocked_at: null };
    expect((await merchant.call(listMembers)).results).toEqual([
      { ...person, id: merchant.personId, username: merchant.username, role: 'owner' },
      { ...person, id: other.personId, username: other.username, role: 'developer' },
    ]);
  });

  test('the last owner can be neither lowered, nor removed, nor leave', async ({ kantor, merchant }) => {
    const params = { id: merchant.personId };
    expect(await merchant.refusal(setMemberRole, { params, body: { role: 'viewer' } })).toMatchObject(lastOwner);
    expect(await merchant.refusal(removeMember, { params })).toMatchObject(lastOwner);
    expect(await merchant.refusal(leaveAccount)).toMatchObject(lastOwner);
    await kantor.createMember(merchant.id, 'owner');
    await merchant.call(leaveAccount);
    kantor.pass(5 * SECOND);
    expect((await merchant.raw(getMe)).status).toBe(401);
  });

  test('of two owners who leave at once one stays', async ({ kantor, merchant }) => {
    const other = await kantor.createMember(merchant.id, 'owner');
    await Promise.all([merchant.call(getMe), other.call(getMe)]);
    const statuses = (await Promise.all([merchant.raw(leaveAccount), other.raw(leaveAccount)])).map((a) => a.status);
    expect(statuses.toSorted((a, b) => a - b)).toEqual([204, 409]);
  });

  test('who is removed is out within five seconds, is told why, and may not come back', async ({
    kantor,
    merchant,
  }) => {
    const other = await kantor.createMember(merchant.id, 'finance');
    const body = { username: other.username, password: PASSWORD };
    const tokens = await kantor.guest.call(login, { body });
    const person = kantor.clientWith(tokens.access);
    await person.call(getMe);
    await merchant.call(removeMember, { params: { id: other.personId } });
    kantor.pass(5 * SECOND);
    expect((await person.raw(getMe)).status).toBe(401);
    expect(await kantor.guest.refusal(refresh, { body: { refresh: tokens.refresh } })).toMatchObject({
      status: 401,
      code: 'removed',
    });
    expect(await kantor.guest.refusal(login, { body })).toMatchObject({ status: 403, code: 'no_account' });
  });

  test('have no role of other accounts', async ({ kantor, merchant }) => {
    const { personId: id } = await kantor.createMember(merchant.id, 'viewer');
    for (const role of ['shift', 'operator', 'accountant'] as const) {
      const refused = await merchant.refusal(setMemberRole, { params: { id }, body: { role } });
      expect(refused).toMatchObject({ status: 400, problem: { errors: { role: [expect.any(String)] } } });
    }
  });

  test('each change is in the audit, with the person who made it', async ({ kantor, merchant }) => {
    const other = await kantor.createMember(merchant.id, 'viewer');
    const params = { id: other.personId };
    await merchant.call(setMemberRole, { params, body: { role: 'support' } });
    kantor.pass(1);
    await merchant.call(removeMember, { params });
    const { rows } = await sql`
      select who, action, object_id as "objectId", before, after from audit order by id`.execute(kantor.db);
    const of = (role: string | null) => ({ member: other.username, role });
    const base = { who: merchant.username, objectId: merchant.id };
    expect(rows).toEqual([
      { ...base, action: 'set-member-role', before: of('viewer'), after: of('support') },
      { ...base, action: 'remove-member', before: of('support'), after: of(null) },
    ]);
  });
});

describe('The database', () => {
  test('refuses a role of other accounts, and an account without an owner', async ({ kantor, merchant }) => {
    const trader = await kantor.createTrader();
    const refused = async (statement: ReturnType<typeof sql>, constraint: string) =>
      expect(statement.execute(kantor.db)).rejects.toMatchObject({ constraint });
    await refused(sql`update member set role = 'shift' where account_id = ${merchant.id}`, 'member_role');
    await refused(sql`update member set role = 'finance' where account_id = ${trader.id}`, 'member_role');
    await refused(
      sql`update member set account_role = 'trader', role = 'shift' where account_id = ${merchant.id}`,
      'member_account_id_account_role_fkey',
    );
    await refused(sql`update member set role = 'viewer' where account_id = ${merchant.id}`, 'member_owner');
    await refused(sql`delete from member where account_id = ${merchant.id}`, 'member_owner');
    await refused(
      sql`insert into account (id, role, name, created_at) values (gen_random_uuid(), 'merchant', 'ownerless', now())`,
      'member_owner',
    );
    await refused(
      sql`insert into account (id, role, name, created_at) values (gen_random_uuid(), 'operator', 'second', now())`,
      'account_platform',
    );
  });
});

describe('Commands', () => {
  test('show, add, change and remove members', async ({ kantor, merchant }) => {
    const added = await kantor.cli('add-member', merchant.username, 'masha', '--role', 'developer');
    expect(added).toMatch(/^masha is developer of /);
    const password = /Password: (\S+)/.exec(added)?.[1] ?? '';
    const { access } = await kantor.guest.call(login, { body: { username: 'masha', password } });
    expect((await kantor.clientWith(access).call(getMe)).member_role).toBe('developer');
    await kantor.cli('set-member-role', merchant.username, 'masha', '--role', 'support');
    expect(await kantor.cli('members', merchant.username)).toMatch(/^masha +support +2026/m);
    await expect(kantor.cli('add-member', merchant.username, 'masha', '--role', 'viewer')).rejects.toThrow('already');
    await expect(kantor.cli('add-member', merchant.username, 'petya', '--role', 'shift')).rejects.toThrow(
      'no such role',
    );
    await expect(
      kantor.cli('add-member', merchant.username, merchant.username.toUpperCase(), '--role', 'owner'),
    ).rejects.toThrow('already');
    await expect(kantor.cli('remove-member', merchant.username, merchant.username)).rejects.toThrow('keep an owner');
    await kantor.cli('remove-member', merchant.username, 'masha');
    expect(await kantor.cli('members', merchant.username)).not.toContain('masha');
  });

  test('the platform’s first person owns it, others operate it or are what the command says', async ({ kantor }) => {
    await kantor.cli('create-operator', 'anna');
    await kantor.cli('create-operator', 'boris');
    await kantor.cli('create-operator', 'vera', '--role', 'support');
    const { rows } = await sql`
      select username, role from member join person on person.id = person_id
      where member.account_id = ${PLATFORM_ACCOUNT} order by username`.execute(kantor.db);
    expect(rows).toEqual([
      { username: 'anna', role: 'owner' },
      { username: 'boris', role: 'operator' },
      { username: 'vera', role: 'support' },
    ]);
    await kantor.cli('set-password', 'vera');
    const trader = await kantor.createTrader();
    await expect(kantor.cli('deposit', trader.username, '1', '--reference', 'x', '--by', 'vera')).rejects.toThrow(
      'are not those of an operator',
    );
  });

  test('block a person of the platform, and let them in again', async ({ kantor }) => {
    await kantor.createOperator();
    const { username } = await kantor.createOperator();
    const body = { username, password: PASSWORD };
    const { access } = await kantor.guest.call(login, { body });
    await kantor.cli('block', username);
    kantor.pass(5 * SECOND);
    expect((await kantor.clientWith(access).raw(getMe)).status).toBe(401);
    expect(await kantor.guest.refusal(login, { body })).toMatchObject({ status: 403, code: 'blocked' });
    await kantor.cli('unblock', username);
    await kantor.guest.call(login, { body });
    await expect(kantor.cli('block', 'Платформа')).rejects.toThrow('cannot be blocked');
  });
});
