import { getMe, login, refresh } from '@kantor/contract/wire/auth.ts';
import { getSecurity } from '@kantor/contract/wire/security.ts';
import { describe, expect } from 'vitest';
import { DAY } from '../../src/kernel/clock.ts';
import { freshKantorTest } from '../support/fixtures.ts';
import { PASSWORD } from '../support/people.ts';
import { setUpTotp } from '../support/second-factors.ts';

const test = freshKantorTest
  .extend('merchant', ({ kantor }) => kantor.createMerchant())
  .extend('anna', ({ kantor }) => kantor.createOperator());

const RESTORE = 'restore-second-factor';
const because = ['--reason', 'По телефону, по договору'];

describe('A lost second factor', () => {
  test('is taken off by two operators, which ends the sign-ins and is told to the members', async ({
    kantor,
    merchant,
    anna,
  }) => {
    const boris = await kantor.createOperator();
    const { codes } = await setUpTotp(kantor, merchant);
    const body = { username: merchant.username, password: PASSWORD };
    const [recoveryCode = ''] = codes;
    const former = await kantor.guest.call(login, { body: { ...body, recovery_code: recoveryCode } });
    const said = await kantor.cli(RESTORE, merchant.username, ...because, '--by', anna.username);
    const id = /^Proposed (\S+): take the second factors off/.exec(said)?.[1] ?? '';
    expect((await kantor.guest.raw(login, { body })).status).toBe(403);
    await expect(kantor.cli('accept', id, '--by', anna.username)).rejects.toThrow('another one must accept');
    await kantor.cli('accept', id, '--by', boris.username);
    expect(await kantor.guest.raw(refresh, { body: { refresh: former.refresh } })).toMatchObject({
      status: 401,
      body: { code: 'second_factor_restored' },
    });
    const { access } = await kantor.guest.call(login, { body });
    const session = kantor.clientWith(access);
    const told = { username: merchant.username, by: boris.username, at: kantor.clock().toISOString() };
    expect(await session.call(getSecurity)).toMatchObject({ totp: null, recovery_codes_left: 0, notices: [told] });
    // The platform's people are told, too; other accounts are not.
    expect((await anna.call(getSecurity)).notices).toEqual([told]);
    expect((await (await kantor.createMerchant()).call(getSecurity)).notices).toEqual([]);
    kantor.pass(30 * DAY + 1);
    const later = kantor.clientWith(await kantor.signIn(merchant.username));
    expect((await later.call(getSecurity)).notices).toEqual([]);
  });

  test('is proposed once, and not by the one who lost it', async ({ kantor, merchant, anna }) => {
    await kantor.createOperator();
    await expect(kantor.cli(RESTORE, merchant.username, ...because, '--by', anna.username)).rejects.toThrow(
      'has no second factor',
    );
    await setUpTotp(kantor, merchant);
    await kantor.cli(RESTORE, merchant.username, ...because, '--by', anna.username);
    await expect(kantor.cli(RESTORE, merchant.username, ...because, '--by', anna.username)).rejects.toThrow('waits');
    await setUpTotp(kantor, anna);
    await expect(kantor.cli(RESTORE, anna.username, ...because, '--by', anna.username)).rejects.toThrow(
      'Nobody restores their own',
    );
  });

  test('is not accepted by the one who lost it', async ({ kantor, anna }) => {
    const boris = await kantor.createOperator();
    await setUpTotp(kantor, boris);
    const said = await kantor.cli(RESTORE, boris.username, ...because, '--by', anna.username);
    const id = /^Proposed (\S+):/.exec(said)?.[1] ?? '';
    await expect(kantor.cli('accept', id, '--by', boris.username)).rejects.toThrow('Nobody restores their own');
    expect((await boris.raw(getMe)).status).toBe(200);
  });

  test('is taken off alone only where there is nobody else', async ({ kantor, merchant, anna }) => {
    await setUpTotp(kantor, anna);
    const said = await kantor.cli(RESTORE, anna.username, ...because, '--alone', '--by', anna.username);
    expect(said).toContain('The members of their accounts and of the platform are told.');
    const session = kantor.clientWith(await kantor.signIn(anna.username));
    expect((await session.call(getSecurity)).notices).toMatchObject([{ username: anna.username }]);
    await setUpTotp(kantor, merchant);
    await kantor.createOperator();
    await expect(kantor.cli(RESTORE, merchant.username, ...because, '--alone', '--by', anna.username)).rejects.toThrow(
      'There is another operator',
    );
  });
});
