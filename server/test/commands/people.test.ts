import { MERCHANT_API_BASE } from '@kantor/contract/plain/merchant-routes.ts';
import { getMe, refresh as renew } from '@kantor/contract/wire/auth.ts';
import { getTraderDashboard } from '@kantor/contract/wire/balance.ts';
import { getMerchantBalance } from '@kantor/contract/wire/merchant-account.ts';
import { TRON_ADDRESSES, TRON_XPUB } from '@kantor/demo/tron/addresses.ts';
import { describe, expect } from 'vitest';
import { createTestClient } from '../support/test-client.ts';
import { passwordIn, test } from './people-fixture.ts';

describe('create-trader', () => {
  test('creates a trader who signs in with the printed password', async ({ kantor, run, username, signIn, user }) => {
    const output = await run('create-trader', username, '--reward-bp', '350', '--payout');
    expect(output).toContain(`Created the trader ${username}.`);
    const { access } = await signIn(passwordIn(output));
    expect(await kantor.clientWith(access).call(getMe)).toMatchObject({
      username,
      role: 'trader',
      wallet: '',
      payout_enable: true,
    });
    expect(await user()).toMatchObject({ rewardBp: 350, feeBp: 0, trafficOn: false });
    expect(await kantor.clientWith(access).call(getTraderDashboard)).toMatchObject({
      balance: '0.000000',
      earned_balance: '0.000000',
    });
  });

  test('shows the trader the address that their USDT goes to', async ({ kantor, run, username, signIn }) => {
    kantor.cliSettings.depositKey = TRON_XPUB;
    try {
      const output = await run('create-trader', username);
      const { access } = await signIn(passwordIn(output));
      expect((await kantor.clientWith(access).call(getMe)).wallet).toBe(TRON_ADDRESSES[0]);
    } finally {
      kantor.cliSettings.depositKey = undefined;
    }
  });

  test('gives nothing that was not asked for', async ({ run, username, user }) => {
    await run('create-trader', username);
    expect(await user()).toMatchObject({ rewardBp: 0, payoutEnable: false });
  });

  test('refuses a name that is taken or cannot be one', async ({ run, username, expectCommandError }) => {
    await run('create-trader', username);
    await expectCommandError(
      ['create-trader', username.toUpperCase()],
      `The name "${username.toUpperCase()}" is taken.`,
    );
    await expectCommandError(['create-merchant', username], `The name "${username}" is taken.`);
    await expectCommandError(['create-trader', 'имя'], '3 to 150 Latin letters');
  });
});

describe('create-merchant', () => {
  test('creates a merchant whose password and API key work', async ({ kantor, run, username, signIn, user }) => {
    const output = await run('create-merchant', username, '--fee-bp', '600');
    await signIn(passwordIn(output));
    expect(await user()).toMatchObject({ role: 'merchant', feeBp: 600, rewardBp: 0, payoutEnable: false });
    const key = /^API key: (\S+)$/m.exec(output)?.[1] ?? '';
    const merchant = createTestClient(kantor.app, MERCHANT_API_BASE, key);
    expect(await merchant.call(getMerchantBalance)).toEqual({
      balance: '0.000000',
      held: '0.000000',
      debt: '0.000000',
    });
  });
});

describe('create-operator', () => {
  test('creates an operator who signs in with the printed password', async ({
    kantor,
    run,
    username,
    signIn,
    expectCommandError,
  }) => {
    const output = await run('create-operator', username);
    expect(output).toContain(`Created the operator ${username}.`);
    const { access } = await signIn(passwordIn(output));
    expect(await kantor.clientWith(access).call(getMe)).toMatchObject({
      username,
      role: 'operator',
      wallet: '',
      payout_enable: false,
    });
    await expectCommandError(['create-operator', username], `The name "${username}" is taken.`);
  });
});

describe('set-fees', () => {
  test('sets what a merchant pays and what a trader earns', async ({ run, username, user }) => {
    await run('create-merchant', username);
    expect(await run('set-fees', username, '--fee-bp', '10000')).toContain('pays 10000 basis points');
    expect((await user()).feeBp).toBe(10_000);
    const trader = `${username}-trader`;
    await run('create-trader', trader);
    expect(await run('set-fees', trader, '--reward-bp', '0')).toContain('earns 0 basis points');
  });

  test('names the merchants who cap a reward, and the traders whom a fee caps, in a dry run too', async ({
    run,
    username,
  }) => {
    const [poor, rich, trader] = [`${username}-poor`, `${username}-rich`, `${username}-trader`];
    await run('create-merchant', poor, '--fee-bp', '8000');
    await run('create-merchant', rich, '--fee-bp', '9000');
    const created = await run('create-trader', trader, '--reward-bp', '9000');
    expect(created).toMatch(new RegExp(`as these merchants pay less: .*${poor} \\(80 %\\)`));
    expect(created).not.toContain(rich);
    expect(await run('set-fees', trader, '--reward-bp', '9001', '--dry-run')).toContain(`${rich} (90 %)`);
    expect(await run('set-fees', poor, '--fee-bp', '8999')).toMatch(
      new RegExp(`earn less than their own reward: .*${trader} \\(90 %\\)\\.`),
    );
    await run('block', rich);
    expect(await run('set-fees', trader, '--reward-bp', '10000')).not.toContain(rich);
    expect(await run('set-fees', poor, '--fee-bp', '10000')).not.toContain('less than');
  });

  test('names ten merchants who cap a reward, and counts the rest', async ({ run, username }) => {
    const merchants = Array.from({ length: 11 }, (_, n) => `${username}-${String(n).padStart(2, '0')}`);
    for (const merchant of merchants) await run('create-merchant', merchant, '--fee-bp', '9998');
    await run('create-trader', `${username}-trader`);
    const line = await run('set-fees', `${username}-trader`, '--reward-bp', '9999', '--dry-run');
    expect(line).toMatch(/\) and \d+ more\.$/);
  });

  test('refuses what the role does not have', async ({ run, username, expectCommandError }) => {
    await run('create-merchant', username, '--fee-bp', '1');
    await expectCommandError(['set-fees', username, '--reward-bp', '5'], 'is a merchant: a merchant takes --fee-bp');
    await expectCommandError(['set-fees', username, '--fee-bp', '5', '--reward-bp', '5'], 'nobody both');
    await expectCommandError(['set-fees', username], 'a merchant takes --fee-bp');
    await expectCommandError(['set-fees', 'nobody', '--fee-bp', '5'], 'There is no user "nobody".');
  });
});

describe('block and unblock', () => {
  test('end all sessions, and let in again', async ({ kantor, run, username, signIn, signInRefused }) => {
    const password = passwordIn(await run('create-trader', username));
    const { access, refresh } = await signIn(password);
    expect(await run('block', username.toUpperCase())).toBe(`Blocked ${username}, and ended the sessions.`);
    expect(await run('block', username)).toBe(`${username} is blocked already.`);
    expect((await kantor.clientWith(access).refusal(getMe)).status).toBe(401);
    expect(await signInRefused(password)).toBe('blocked');
    expect(await run('unblock', username)).toBe(`Unblocked ${username}.`);
    expect(await run('unblock', username)).toBe(`${username} is not blocked.`);
    await signIn(password);
    const again = await kantor.guest.refusal(renew, { body: { refresh } });
    expect(again.code).toBe('refresh_invalid');
  });

  test('refuse an unknown name', async ({ expectCommandError }) => {
    await expectCommandError(['block', 'nobody'], 'There is no user "nobody".');
    await expectCommandError(['unblock', 'nobody'], 'There is no user "nobody".');
  });
});

describe('set-password', () => {
  test('replaces the password and ends all sessions', async ({
    kantor,
    run,
    username,
    signIn,
    signInRefused,
    expectCommandError,
  }) => {
    const old = passwordIn(await run('create-trader', username));
    const { refresh } = await signIn(old);
    const fresh = passwordIn(await run('set-password', username));
    expect(await signInRefused(old)).toBe('bad_credentials');
    await signIn(fresh);
    expect(await kantor.guest.refusal(renew, { body: { refresh } })).toMatchObject({
      status: 401,
      code: 'password_changed',
      problem: { detail: 'Пароль изменён. Войдите с новым паролем' },
    });
    await expectCommandError(['set-password', 'nobody'], 'There is no user "nobody".');
  });
});
