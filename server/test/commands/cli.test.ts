import { MERCHANT_API_BASE } from '@kantor/contract/plain/merchant-routes.ts';
import { getMe, login, refresh as renew } from '@kantor/contract/wire/auth.ts';
import { getTraderDashboard } from '@kantor/contract/wire/balance.ts';
import { getRate } from '@kantor/contract/wire/info.ts';
import { getMerchantBalance } from '@kantor/contract/wire/merchant-account.ts';
import { TRON_ADDRESSES, TRON_XPUB } from '@kantor/demo/tron/addresses.ts';
import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { readUserByName } from '../../src/modules/users/index.ts';
import { kantorTest } from '../support/fixtures.ts';
import { usdt } from '../support/money.ts';
import { createTestClient } from '../support/test-client.ts';

const passwordIn = (output: string) => /^Password: (([2-9a-kmnp-z]{5}-?){4})$/m.exec(output)?.[1] ?? '';

let names = 0;
const test = kantorTest
  .extend(
    'run',
    ({ kantor }) =>
      (...args: string[]) =>
        kantor.cli(...args),
  )
  /** The name of somebody who is not there yet. */
  .extend('username', () => `person-${(names += 1)}`)
  .extend(
    'signIn',
    ({ kantor, username }) =>
      (password: string) =>
        kantor.guest.call(login, { body: { username, password } }),
  )
  /** The code of a sign-in's refusal. */
  .extend(
    'signInRefused',
    ({ kantor, username }) =>
      async (password: string) =>
        (await kantor.guest.refusal(login, { body: { username, password } })).code,
  )
  .extend('user', ({ kantor, username }) => async (name = username) => {
    const found = await readUserByName(kantor.db, name);
    if (!found) throw new Error(`${name} was not created`);
    return found;
  })
  /** Everything that a command might change. */
  .extend('state', ({ kantor }) => async () => {
    const { rows } = await sql<{ state: string }>`
      select (select jsonb_agg(users order by id) from users) || (select jsonb_agg(session order by id) from session)
        || (select jsonb_agg(ledger_account order by id) from ledger_account)
        || (select jsonb_agg(rate order by id) from rate)::jsonb as state`.execute(kantor.db);
    return rows[0]?.state;
  })
  .extend(
    'expectCommandError',
    ({ run, state }) =>
      (args: string[], sentence: string) =>
        changesNothing(state, () => run(...args), sentence),
  );

async function changesNothing(state: () => Promise<unknown>, work: () => Promise<unknown>, sentence: string) {
  const before = await state();
  await expect(work()).rejects.toThrow(sentence);
  expect(await state()).toEqual(before);
}

describe('create-trader', () => {
  test('creates a trader who signs in with the printed password', async ({ kantor, run, username, signIn, user }) => {
    const output = await run('create-trader', username, '--reward-bp', '350', '--payout');
    expect(output).toContain(`Created the trader ${username}.`);
    const { access } = await signIn(passwordIn(output));
    expect(await kantor.clientWith(access).call(getMe)).toEqual({
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
    user,
    expectCommandError,
  }) => {
    const output = await run('create-operator', username);
    expect(output).toContain(`Created the operator ${username}.`);
    const { access } = await signIn(passwordIn(output));
    expect(await kantor.clientWith(access).call(getMe)).toEqual({
      username,
      role: 'operator',
      wallet: '',
      payout_enable: false,
    });
    expect(await user()).toMatchObject({ rewardBp: 0, feeBp: 0 });
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
    expect(created).toMatch(new RegExp(`as these merchants pay less, in basis points: .*${poor} \\(8000\\)`));
    expect(created).not.toContain(rich);
    expect(await run('set-fees', trader, '--reward-bp', '9001', '--dry-run')).toContain(`${rich} (9000)`);
    expect(await run('set-fees', poor, '--fee-bp', '8999')).toMatch(
      new RegExp(`earn 8999 basis points, less than their own reward: .*${trader} \\(9000\\)\\.`),
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

describe('set-rate', () => {
  test('puts the rate in force', async ({ kantor, run }) => {
    expect(await run('set-rate', '95')).toBe(
      '1 USDT is 95.0000 RUB from now on, until 2026-11-21 09:00 UTC unless it is set again.',
    );
    const trader = await kantor.createTrader();
    expect((await trader.call(getRate)).rate).toBe('95.0000');
  });
});

describe('deposit', () => {
  test('credits a trader exactly, and only once per reference', async ({ kantor, run, username, user }) => {
    await run('create-trader', username);
    const { id } = await user();
    const first = await run('deposit', username, '123456789.123457', '--reference', 'tx 1');
    expect(first).toBe(
      `Credited 123456789.123457 USDT (11728394966.73 RUB at 95.0000) to ${username} for "tx 1".\n${username} has 123456789.123457 USDT available.`,
    );
    const again = await run('deposit', username, '123456789.123457', '--reference', ' tx 1 ');
    expect(again).toContain('A deposit for "tx 1" is already credited; nothing was changed.');
    expect((await kantor.balances(id)).available).toBe(usdt('123456789.123457'));
    await run('deposit', username, '0.000001', '--reference', 'tx 2');
    expect((await kantor.balances(id)).available).toBe(usdt('123456789.123458'));
  });

  test('refuses a reference that is already of another trader or amount', async ({
    run,
    username,
    expectCommandError,
  }) => {
    await run('create-trader', username);
    await run('deposit', username, '5', '--reference', `tx of ${username}`);
    const sentence = `"tx of ${username}" was already credited as 5.000000 USDT to ${username}; nothing was changed.`;
    await expectCommandError(['deposit', username, '6', '--reference', `tx of ${username}`], sentence);
    const other = `${username}-other`;
    await run('create-trader', other);
    await expectCommandError(['deposit', other, '5', '--reference', `tx of ${username}`], sentence);
  });

  test('credits once also when ten operators do it at the same moment', async ({ kantor, run, username, user }) => {
    await run('create-trader', username);
    const outputs = await Promise.all(
      Array.from({ length: 10 }, () => run('deposit', username, '7', '--reference', `storm of ${username}`)),
    );
    expect(outputs.filter((output) => output.startsWith('Credited'))).toHaveLength(1);
    expect((await kantor.balances((await user()).id)).available).toBe(usdt('7'));
  });

  test('refuses who has no deposits, and an empty reference', async ({ run, username, expectCommandError }) => {
    await run('create-merchant', username);
    await expectCommandError(
      ['deposit', username, '1', '--reference', 'x'],
      'is a merchant; only traders have deposits.',
    );
    await expectCommandError(['deposit', 'nobody', '1', '--reference', 'x'], 'There is no user "nobody".');
    await expectCommandError(['deposit', username, '1', '--reference', '  '], 'must have 1 to 200 characters');
  });
});

describe('verify', () => {
  test('tells what it looked at when everything holds', async ({ run }) => {
    expect(await run('verify')).toMatch(
      /^All invariants hold: \d+ checks over \d+ users, \d+ orders, \d+ postings, \d+ entries\.$/,
    );
  });
});
