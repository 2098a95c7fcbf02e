import { acceptInvitation, getMe, login, readInvitation } from '@kantor/contract/wire/auth.ts';
import { listMembers } from '@kantor/contract/wire/members.ts';
import { acceptProposal, createAccount, setFees } from '@kantor/contract/wire/platform/account-actions.ts';
import * as members from '@kantor/contract/wire/platform/member-actions.ts';
import { getSecurity } from '@kantor/contract/wire/security.ts';
import { describe, expect } from 'vitest';
import { MINUTE } from '../../src/kernel/clock.ts';
import { PLATFORM_ACCOUNT } from '../../src/kernel/platform.ts';
import { PASSWORD } from '../support/people.ts';
import { setUpTotp } from '../support/second-factors.ts';
import { acting, test } from './fixture.ts';

const NEW_PASSWORD = 'a-password-of-their-own';

describe('an invitation by the platform', () => {
  test('is a link that makes a member, told once and never kept', async ({ kantor, anna, audited }) => {
    const merchant = await kantor.createMerchant();
    kantor.pass(MINUTE);
    const action = acting(anna, members.inviteMember, { role: 'developer' }, merchant.id);
    const told = await action.preview();
    expect(told).not.toHaveProperty('secrets');
    const { secrets } = (await action.carryOut(told)) as { secrets: Record<string, string> };
    const token = secrets['invitation'] ?? '';
    expect(JSON.stringify(await audited(merchant.id))).not.toContain(token);
    expect(await kantor.guest.call(readInvitation, { body: { token } })).toMatchObject({ role: 'developer' });
    await kantor.guest.call(acceptInvitation, { body: { token, username: 'dev.one', password: NEW_PASSWORD } });
    const { results } = await merchant.call(listMembers);
    expect(results.map(({ username, role }) => [username, role])).toEqual([
      [merchant.username, 'owner'],
      ['dev.one', 'developer'],
    ]);
  });

  test('to a blocked account, or for a role of another kind of account, is refused', async ({ kantor, anna }) => {
    const trader = await kantor.createTrader();
    const finance = await acting(anna, members.inviteMember, { role: 'finance' }, trader.id).refusedPreview();
    expect([finance.status, finance.code]).toEqual([400, 'invalid']);
    await kantor.cli('block', trader.username);
    const refused = await acting(anna, members.inviteMember, { role: 'shift' }, trader.id).refusedPreview();
    expect([refused.status, refused.code]).toEqual([409, 'account_blocked']);
  });
});

describe('a person whom the platform adds', () => {
  test('gets a password of ours when they are new; their own stays otherwise', async ({ kantor, anna }) => {
    const [one, other] = [await kantor.createMerchant(), await kantor.createMerchant()];
    const fields = { username: 'added.one', role: 'support' } as const;
    const made = (await acting(anna, members.addMember, fields, one.id).done()) as { secrets: Record<string, string> };
    const password = made.secrets['password'] ?? '';
    await kantor.guest.call(login, { body: { username: 'added.one', password } });
    expect(await acting(anna, members.addMember, fields, other.id).done()).toMatchObject({ secrets: {} });
    const again = await acting(anna, members.addMember, fields, other.id).refusedPreview();
    expect([again.status, again.code]).toEqual([409, 'already_member']);
    const named = { username: one.username, role: 'owner' } as const;
    const elsewhere = await acting(anna, members.addMember, named, other.id).done();
    expect(elsewhere).toMatchObject({ changes: [{ facts: [{ name: 'member' }, { name: 'role', after: 'owner' }] }] });
  });
});

test('the last owner stays the owner', async ({ kantor, anna }) => {
  const { id, personId: person } = await kantor.createMerchant();
  for (const action of [
    acting(anna, members.setMemberRole, { person, role: 'viewer' }, id),
    acting(anna, members.removeMember, { person }, id),
  ])
    expect((await action.refusedPreview()).code).toBe('last_owner');
});

describe('a new password', () => {
  test('is told once, ends the sign-ins and the keys, and leaves those that are to be kept', async ({
    kantor,
    anna,
  }) => {
    const merchant = await kantor.createMerchant();
    const token = await merchant.token();
    const kept = acting(anna, members.setPassword, { keep_keys: true }, merchant.personId);
    const { secrets } = (await kept.done()) as { secrets: Record<string, string> };
    expect((await kantor.guest.raw(getMe, { token })).status).toBe(401);
    const password = secrets['password'] ?? '';
    await kantor.guest.call(login, { body: { username: merchant.username, password } });
    await kantor.heartbeat();
    const facts = await acting(anna, members.setPassword, {}, merchant.personId).preview();
    expect(facts.changes[0]?.facts).toMatchObject([
      { name: 'password', after: 'changed' },
      { name: 'ended_api_keys', after: 'Магазин' },
    ]);
  });
});

test('a lost second factor is taken off by two people of the platform', async ({ kantor, anna, boris }) => {
  const trader = await kantor.createTrader();
  const none = acting(anna, members.restoreSecondFactor, { reason: 'По телефону' }, trader.personId);
  expect((await none.refusedPreview()).code).toBe('no_factor');
  await setUpTotp(kantor, trader);
  const proposed = (await none.done()) as { is_proposal: boolean; changes: { object: { id: string } }[] };
  expect(proposed.is_proposal).toBe(true);
  const id = proposed.changes[0]?.object.id ?? '';
  expect((await acting(anna, acceptProposal, {}, id).refusedPreview()).code).toBe('same_operator');
  await acting(boris, acceptProposal, {}, id).done();
  const { access } = await kantor.guest.call(login, { body: { username: trader.username, password: PASSWORD } });
  const security = await kantor.guest.raw(getSecurity, { token: access });
  expect(security.body).toMatchObject({ totp: null });
});

describe('the platform’s own account and people', () => {
  test('are not changed by these actions: whoever could, could become its owner', async ({ kantor, anna, boris }) => {
    await kantor.cli('block', (await kantor.createMerchant()).username);
    const person = boris.personId;
    const id = PLATFORM_ACCOUNT;
    const refusals = [
      await acting(anna, members.inviteMember, { role: 'owner' }, id).refusedPreview(),
      await acting(anna, members.addMember, { username: 'thief', role: 'owner' }, id).refusedPreview(),
      await acting(anna, members.setMemberRole, { person, role: 'owner' }, id).refusedPreview(),
      await acting(anna, members.removeMember, { person }, id).refusedPreview(),
      await acting(anna, setFees, { basis_points: 1 }, id).refusedPreview(),
    ];
    expect(refusals.map(({ status, code }) => [status, code])).toEqual(refusals.map(() => [409, 'platform_account']));
    const ofPeople = [
      await acting(anna, members.setPassword, {}, person).refusedPreview(),
      await acting(anna, members.blockPerson, { reason: 'x' }, person).refusedPreview(),
      await acting(anna, members.unblockPerson, { reason: 'x' }, person).refusedPreview(),
    ];
    expect(ofPeople.map(({ status, code }) => [status, code])).toEqual(ofPeople.map(() => [409, 'platform_person']));
  });
});

describe('somebody who works for the platform', () => {
  test('gets a password of ours, is blocked and let in again by an owner of it, and nobody else', async ({
    kantor,
  }) => {
    const owner = await kantor.createMember(PLATFORM_ACCOUNT, 'owner');
    const operator = await kantor.createMember(PLATFORM_ACCOUNT, 'operator');
    const support = await kantor.createMember(PLATFORM_ACCOUNT, 'support');
    const token = await support.token();
    const set = acting(owner, members.setStaffPassword, {}, support.personId);
    const { secrets } = (await set.done()) as { secrets: Record<string, string> };
    expect((await kantor.guest.raw(getMe, { token })).status).toBe(401);
    const body = { username: support.username, password: secrets['password'] ?? '' };
    await kantor.guest.call(login, { body });
    await acting(owner, members.blockStaff, { reason: 'Уволен' }, support.personId).done();
    expect((await kantor.guest.refusal(login, { body })).status).toBe(403);
    await acting(owner, members.unblockStaff, { reason: 'Вернулся' }, support.personId).done();
    await kantor.guest.call(login, { body });
    for (const call of [members.setStaffPassword, members.blockStaff, members.unblockStaff])
      expect((await operator.raw(call.preview, { params: { id: support.personId }, body: {} })).status).toBe(403);
  });

  test('is no owner of it, and nobody of another account', async ({ kantor }) => {
    const [owner, other] = [
      await kantor.createMember(PLATFORM_ACCOUNT, 'owner'),
      await kantor.createMember(PLATFORM_ACCOUNT, 'owner'),
    ];
    const trader = await kantor.createTrader();
    const tried = async (id: string) => {
      const refusals = [
        await acting(owner, members.setStaffPassword, {}, id).refusedPreview(),
        await acting(owner, members.blockStaff, { reason: 'x' }, id).refusedPreview(),
        await acting(owner, members.unblockStaff, { reason: 'x' }, id).refusedPreview(),
      ];
      return [...new Set(refusals.map(({ code }) => code))];
    };
    expect(await tried(other.personId)).toEqual(['platform_owner']);
    expect(await tried(owner.personId)).toEqual(['platform_owner']);
    expect(await tried(trader.personId)).toEqual(['not_found']);
  });
});

test('the owner of a new account signs in by the password that is told once', async ({ kantor, anna }) => {
  const fields = { role: 'trader', username: 'new.trader', basis_points: 100 } as const;
  const { secrets } = (await acting(anna, createAccount, fields).done()) as { secrets: Record<string, string> };
  expect(Object.keys(secrets)).toEqual(['password']);
  const body = { username: fields.username, password: secrets['password'] ?? '' };
  expect(await kantor.guest.call(login, { body })).toMatchObject({ access: expect.any(String) });
});
