import { getRate } from '@kantor/contract/wire/info.ts';
import { describe, expect } from 'vitest';
import { usdt } from '../support/money.ts';
import { test } from './people-fixture.ts';

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
    await kantor.changeRate(95_0000n);
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

  test('of some days says since when', async ({ run }) => {
    expect(await run('verify', '--days', '3')).toMatch(
      /^All invariants hold: \d+ checks .* entries, of what was made since 20\d\d-\d\d-\d\dT.*Z\.$/,
    );
  });
});
