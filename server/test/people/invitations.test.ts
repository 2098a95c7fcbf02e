import { acceptInvitation, getMe, joinAccount, login, readInvitation } from '@kantor/contract/wire/auth.ts';
import { createInvitation, listInvitations, listMembers, revokeInvitation } from '@kantor/contract/wire/members.ts';
import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { HOUR, SECOND } from '../../src/kernel/clock.ts';
import { freshKantorTest } from '../support/fixtures.ts';
import { PASSWORD } from '../support/people.ts';

const GONE = { status: 404, code: 'invitation_gone' };

const test = freshKantorTest
  .extend('merchant', ({ kantor }) => kantor.createMerchant())
  .extend(
    'invite',
    ({ merchant }) =>
      (role: 'owner' | 'developer' = 'developer') =>
        merchant.call(createInvitation, { body: { role } }),
  )
  .extend('newcomer', () => (token: string, username = 'masha', password = 'a long enough password') => ({
    body: { token, username, password },
  }));

describe('An invitation', () => {
  test('lets somebody new in, in the role that it says, and is listed until then', async ({
    kantor,
    merchant,
    invite,
    newcomer,
  }) => {
    const { token, ...invitation } = await invite();
    expect((await merchant.call(listInvitations)).results).toEqual([invitation]);
    expect(await kantor.guest.call(readInvitation, { body: { token } })).toMatchObject({
      account: { name: merchant.username, role: 'merchant' },
      role: 'developer',
    });
    const { access } = await kantor.guest.call(acceptInvitation, newcomer(token));
    expect(await kantor.clientWith(access).call(getMe)).toMatchObject({
      username: 'masha',
      role: 'merchant',
      member_role: 'developer',
      account: { id: merchant.id },
    });
    expect((await merchant.call(listInvitations)).count).toBe(0);
    await kantor.guest.call(login, { body: { username: 'masha', password: 'a long enough password' } });
  });

  test('is good once, also for two at the same moment', async ({ kantor, merchant, invite, newcomer }) => {
    const { token } = await invite();
    const answers = await Promise.all(
      ['masha', 'dasha'].map((username) => kantor.guest.raw(acceptInvitation, newcomer(token, username))),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404]);
    expect((await merchant.call(listMembers)).count).toBe(2);
    expect(await kantor.guest.refusal(acceptInvitation, newcomer(token, 'glasha'))).toMatchObject(GONE);
    // The name of who came too late is free.
    const { rows } = await sql`select from person where username in ('masha', 'dasha')`.execute(kantor.db);
    expect(rows).toHaveLength(1);
  });

  test('expires after 72 hours', async ({ kantor, merchant, invite, newcomer }) => {
    const { token } = await invite();
    kantor.pass(72 * HOUR - SECOND);
    await kantor.guest.call(readInvitation, { body: { token } });
    kantor.pass(SECOND);
    expect(await kantor.guest.refusal(readInvitation, { body: { token } })).toMatchObject(GONE);
    expect(await kantor.guest.refusal(acceptInvitation, newcomer(token))).toMatchObject(GONE);
    expect((await merchant.call(listInvitations)).count).toBe(0);
  });

  test('can be revoked, by its own account', async ({ kantor, merchant, invite, newcomer }) => {
    const { token, id } = await invite();
    const stranger = await kantor.createMerchant();
    expect((await stranger.raw(revokeInvitation, { params: { id } })).status).toBe(404);
    await merchant.call(revokeInvitation, { params: { id } });
    expect((await merchant.raw(revokeInvitation, { params: { id } })).status).toBe(404);
    expect(await kantor.guest.refusal(acceptInvitation, newcomer(token))).toMatchObject(GONE);
  });

  test('leads nowhere while its account is blocked', async ({ kantor, merchant, invite, newcomer }) => {
    const { token } = await invite();
    await kantor.cli('block', merchant.username);
    expect(await kantor.guest.refusal(acceptInvitation, newcomer(token))).toMatchObject(GONE);
  });

  test('lets somebody in who is signed in, who then goes on in the account', async ({ kantor, merchant, invite }) => {
    const trader = await kantor.createTrader();
    const tokens = await kantor.guest.call(login, { body: { username: trader.username, password: PASSWORD } });
    const { token } = await invite('owner');
    const body = { token, refresh: tokens.refresh };
    const { access } = await kantor.clientWith(tokens.access).call(joinAccount, { body });
    const me = await kantor.clientWith(access).call(getMe);
    expect(me).toMatchObject({ username: trader.username, member_role: 'owner', account: { id: merchant.id } });
    expect(me.accounts).toHaveLength(2);
    const again = await invite();
    const twice = { token: again.token, refresh: tokens.refresh };
    expect(await kantor.clientWith(access).refusal(joinAccount, { body: twice })).toMatchObject({
      status: 409,
      code: 'already_member',
    });
    // It is there for whom it was meant for.
    await kantor.guest.call(readInvitation, { body: { token: again.token } });
  });

  test('asks for a name that nobody has, not even an account, and for a long password', async ({
    kantor,
    merchant,
    invite,
    newcomer,
  }) => {
    const { token } = await invite();
    const operator = await kantor.createOperator();
    for (const username of [merchant.username.toUpperCase(), operator.username])
      expect(await kantor.guest.refusal(acceptInvitation, newcomer(token, username))).toMatchObject({
        code: 'username_taken',
      });
    expect(await kantor.guest.refusal(acceptInvitation, newcomer(token, 'ok'))).toMatchObject({ status: 400 });
    expect(await kantor.guest.refusal(acceptInvitation, newcomer(token, 'masha', '123456789'))).toMatchObject({
      status: 400,
      problem: { errors: { password: ['Не короче 10 символов'] } },
    });
    await kantor.guest.call(acceptInvitation, newcomer(token));
  });

  test('is kept as a hash, and its life is in the audit without its token', async ({
    kantor,
    merchant,
    invite,
    newcomer,
  }) => {
    const { token } = await invite();
    await kantor.guest.call(acceptInvitation, newcomer(token));
    const { rows } = await sql<{ line: string }>`
      select to_jsonb(invitation)::text as line from invitation union all select to_jsonb(audit)::text from audit`.execute(
      kantor.db,
    );
    const lines = rows.map(({ line }) => line).join('\n');
    expect(lines).not.toContain(token);
    expect(lines).toContain('"action": "invite-member"');
    expect(lines).toContain('"who": "masha"');
    expect(lines).toContain(`"who": "${merchant.username}"`);
  });
});
