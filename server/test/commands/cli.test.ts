import { TRON_ADDRESSES, TRON_XPUB } from '@kantor/demo/tron/addresses.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readUserByName } from '../../src/modules/users/index.ts';
import { type Kantor, startKantor, usdt } from '../support/harness.ts';

let kantor: Kantor;
beforeAll(async () => {
  kantor = await startKantor();
});
afterAll(() => kantor.close());

const run = (...args: string[]) => kantor.cli(...args);

let names = 0;
let username: string;
beforeEach(() => {
  username = `person-${(names += 1)}`;
});
const login = (password: string) =>
  kantor.send('/api/v1/auth/login/', { method: 'POST', body: { username, password } });
const user = async () => {
  const found = await readUserByName(kantor.db, username);
  if (!found) throw new Error(`${username} was not created`);
  return found;
};
const passwordIn = (output: string) => /^Password: (([2-9a-kmnp-z]{5}-?){4})$/m.exec(output)?.[1] ?? '';
/** Everything that a command might change. */
const state = async () => {
  const { rows } = await sql<{ state: string }>`
    select (select jsonb_agg(users order by id) from users) || (select jsonb_agg(session order by id) from session)
      || (select jsonb_agg(ledger_account order by id) from ledger_account)
      || (select jsonb_agg(rate order by id) from rate)::jsonb as state`.execute(kantor.db);
  return rows[0]?.state;
};
async function expectCommandError(args: string[], sentence: string) {
  const before = await state();
  await expect(run(...args)).rejects.toThrow(sentence);
  expect(await state()).toEqual(before);
}

describe('create-trader', () => {
  it('creates a trader who signs in with the printed password', async () => {
    const output = await run('create-trader', username, '--reward-bp', '350', '--payout');
    expect(output).toContain(`Created the trader ${username}.`);
    const { body } = await login(passwordIn(output));
    const me = await kantor.send('/api/v1/users/me/', { token: body.access });
    expect(me.body).toEqual({ username, role: 'trader', wallet: '', payout_enable: true });
    expect(await user()).toMatchObject({ rewardBp: 350, feeBp: 0, trafficOn: false });
    const dashboard = await kantor.send('/api/v1/trader/dashboard/', { token: body.access });
    expect(dashboard).toMatchObject({ status: 200, body: { balance: '0.000000', earned_balance: '0.000000' } });
  });

  it('shows the trader the address that his USDT goes to', async () => {
    kantor.cliSettings.depositKey = TRON_XPUB;
    try {
      const output = await run('create-trader', username);
      const { body } = await login(passwordIn(output));
      const me = await kantor.send('/api/v1/users/me/', { token: body.access });
      expect(me.body.wallet).toBe(TRON_ADDRESSES[0]);
    } finally {
      kantor.cliSettings.depositKey = undefined;
    }
  });

  it('gives nothing that was not asked for', async () => {
    await run('create-trader', username);
    expect(await user()).toMatchObject({ rewardBp: 0, payoutEnable: false });
  });

  it('refuses a name that is taken or cannot be one', async () => {
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
  it('creates a merchant whose password and API key work', async () => {
    const output = await run('create-merchant', username, '--fee-bp', '600');
    expect((await login(passwordIn(output))).status).toBe(200);
    expect(await user()).toMatchObject({ role: 'merchant', feeBp: 600, rewardBp: 0, payoutEnable: false });
    const key = /^API key: (\S+)$/m.exec(output)?.[1] ?? '';
    expect(await kantor.send('/merchant/v1/balance', { token: key })).toMatchObject({
      status: 200,
      body: { balance: '0.000000', held: '0.000000' },
    });
  });
});

describe('create-operator', () => {
  it('creates an operator who signs in with the printed password', async () => {
    const output = await run('create-operator', username);
    expect(output).toContain(`Created the operator ${username}.`);
    const { body } = await login(passwordIn(output));
    const me = await kantor.send('/api/v1/users/me/', { token: body.access });
    expect(me.body).toEqual({ username, role: 'operator', wallet: '', payout_enable: false });
    expect(await user()).toMatchObject({ rewardBp: 0, feeBp: 0 });
    await expectCommandError(['create-operator', username], `The name "${username}" is taken.`);
  });
});

describe('set-fees', () => {
  it('sets what a merchant pays and what a trader earns', async () => {
    await run('create-merchant', username);
    expect(await run('set-fees', username, '--fee-bp', '10000')).toContain('pays 10000 basis points');
    expect((await user()).feeBp).toBe(10_000);
    username = `${username}-trader`;
    await run('create-trader', username);
    expect(await run('set-fees', username, '--reward-bp', '0')).toContain('earns 0 basis points');
  });

  it('refuses what the role does not have', async () => {
    await run('create-merchant', username, '--fee-bp', '1');
    await expectCommandError(['set-fees', username, '--reward-bp', '5'], 'is a merchant: a merchant takes --fee-bp');
    await expectCommandError(['set-fees', username, '--fee-bp', '5', '--reward-bp', '5'], 'nobody both');
    await expectCommandError(['set-fees', username], 'a merchant takes --fee-bp');
    await expectCommandError(['set-fees', 'nobody', '--fee-bp', '5'], 'There is no user "nobody".');
  });
});

describe('block and unblock', () => {
  it('end all sessions, and let in again', async () => {
    const password = passwordIn(await run('create-trader', username));
    const { access, refresh } = (await login(password)).body;
    expect(await run('block', username.toUpperCase())).toBe(`Blocked ${username}, and ended the sessions.`);
    expect(await run('block', username)).toBe(`${username} is blocked already.`);
    expect((await kantor.send('/api/v1/users/me/', { token: access })).status).toBe(401);
    expect((await login(password)).body.code).toBe('blocked');
    expect(await run('unblock', username)).toBe(`Unblocked ${username}.`);
    expect(await run('unblock', username)).toBe(`${username} is not blocked.`);
    expect((await login(password)).status).toBe(200);
    const again = await kantor.send('/api/v1/auth/refresh/', { method: 'POST', body: { refresh } });
    expect(again.body.code).toBe('refresh_invalid');
  });

  it('refuse an unknown name', async () => {
    await expectCommandError(['block', 'nobody'], 'There is no user "nobody".');
    await expectCommandError(['unblock', 'nobody'], 'There is no user "nobody".');
  });
});

describe('set-password', () => {
  it('replaces the password and ends all sessions', async () => {
    const old = passwordIn(await run('create-trader', username));
    const { refresh } = (await login(old)).body;
    const fresh = passwordIn(await run('set-password', username));
    expect((await login(old)).body.code).toBe('bad_credentials');
    expect((await login(fresh)).status).toBe(200);
    const again = await kantor.send('/api/v1/auth/refresh/', { method: 'POST', body: { refresh } });
    expect(again.body.code).toBe('refresh_invalid');
    await expectCommandError(['set-password', 'nobody'], 'There is no user "nobody".');
  });
});

describe('set-rate', () => {
  it('puts the rate in force', async () => {
    expect(await run('set-rate', '95')).toBe(
      '1 USDT is 95.0000 RUB from now on, until 2026-11-21 09:00 UTC unless it is set again.',
    );
    const { token } = await kantor.createTrader();
    expect((await kantor.send('/api/v1/info/rates/', { token })).body.rate).toBe('95.0000');
  });
});

describe('deposit', () => {
  it('credits a trader exactly, and only once per reference', async () => {
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

  it('refuses a reference that is already of another trader or amount', async () => {
    await run('create-trader', username);
    await run('deposit', username, '5', '--reference', `tx of ${username}`);
    const sentence = `"tx of ${username}" was already credited as 5.000000 USDT to ${username}; nothing was changed.`;
    await expectCommandError(['deposit', username, '6', '--reference', `tx of ${username}`], sentence);
    const other = `${username}-other`;
    await run('create-trader', other);
    await expectCommandError(['deposit', other, '5', '--reference', `tx of ${username}`], sentence);
  });

  it('credits once also when ten operators do it at the same moment', async () => {
    await run('create-trader', username);
    const outputs = await Promise.all(
      Array.from({ length: 10 }, () => run('deposit', username, '7', '--reference', `storm of ${username}`)),
    );
    expect(outputs.filter((output) => output.startsWith('Credited'))).toHaveLength(1);
    expect((await kantor.balances((await user()).id)).available).toBe(usdt('7'));
  });

  it('refuses who has no deposits, and an empty reference', async () => {
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
  it('tells what it looked at when everything holds', async () => {
    expect(await run('verify')).toMatch(
      /^All invariants hold: \d+ checks over \d+ users, \d+ orders, \d+ postings, \d+ entries\.$/,
    );
  });
});
