import {
  archiveRequisite,
  createRequisite,
  listRequisites,
  updateRequisite,
} from '@kantor/contract/wire/requisites.ts';
import { describe, expect } from 'vitest';
import { test } from './fixture.ts';

const ID = '01a1f82f-1e80-7165-bb6b-52bced39bae7';

describe('requisite-history', () => {
  test('lists the bank data that a requisite has had, newest first', async ({ market: { trader, run } }) => {
    const body = { bank_type: 1, fio: 'Ким Ян', bank_account: '40817810000000009901' };
    const { id } = await trader.call(createRequisite, { body });
    await trader.call(updateRequisite, { params: { id }, body: { ...body, bank_type: 2, last_4_digits_card: '9901' } });
    const lines = (await run('requisite-history', id)).split('\n');
    expect(lines).toHaveLength(3);
    expect(lines[0]).toMatch(/^version +since +by +bank +holder +phone +account +card$/);
    expect(lines[1]).toMatch(/^2 .+ UTC +trader-1 +Т-Банк +Ким Ян +- +40817810000000009901 +9901$/);
    expect(lines[2]).toMatch(/^1 .+ UTC +trader-1 +Сбербанк +Ким Ян +- +40817810000000009901 +-$/);
    expect(await run('requisite-history', id, '--limit', '1')).toMatch(/\nThere are more: --limit 1 ended the list\.$/);
  });

  test('of a requisite that is not there is refused', async ({ market }) => {
    await market.expectCommandError(['requisite-history', ID], /^There is no requisite/);
  });
});

describe('allow-account', () => {
  const body = { bank_type: 1, bank_account: '40817810000000009902' };

  test('lets another trader have it, once and for all', async ({ market: { trader, other, run, audited } }) => {
    await trader.call(createRequisite, { body });
    expect(await other.refusal(createRequisite, { body })).toMatchObject({ code: 'bank_data_refused' });
    const allow = ['allow-account', other.username, '--account', '40817 810 0000 0000 9902'];
    expect(await run(...allow)).toBe(
      `${other.username} may have the account 40817810000000009902, which is claimed by ${trader.username}.`,
    );
    await other.call(createRequisite, { body });
    expect(await run(...allow)).toBe(`${other.username} was allowed it before.`);
    expect(await audited(other.id)).toEqual([{ action: 'allow-account' }]);
  });

  test('takes a phone with its bank', async ({ market: { other, run } }) => {
    const allow = ['allow-account', other.username, '--phone', '8 900 555-66-77', '--bank', 'т-банк'];
    expect(await run(...allow)).toBe(`${other.username} may have the phone 2 79005556677, which is claimed by nobody.`);
  });

  test.for([
    [[], /^Name one account/],
    [['--account', '40817810000000009902', '--of', ID], /^Name one account/],
    [['--phone', '+79005556677'], /^Name one account/],
    [['--account', '12'], /^There is no account or phone in it/],
    [['--of', ID], /^There is no account or phone in it/],
  ] as const)('%j is refused', async ([args, why], { market }) => {
    await market.expectCommandError(['allow-account', market.other.username, ...args], why);
  });

  test('is for traders', async ({ market }) => {
    const args = ['allow-account', market.merchant.username, '--account', '40817810000000009902'];
    await market.expectCommandError(args, /only traders have requisites/);
  });
});

describe('disallow-account', () => {
  const body = { bank_type: 1, bank_account: '40817810000000009903' };
  const named = ['--account', body.bank_account];

  test('ends it once one of the two has no requisite with it, and "allowed-accounts" tells', async ({
    market: { kantor, trader, run, audited, expectCommandError },
  }) => {
    const second = await kantor.createTrader();
    await trader.call(createRequisite, { body });
    await run('allow-account', second.username, ...named, '--by', 'Anna');
    const line = (inForce: string) =>
      new RegExp(
        `\\n${second.username} +account +40817810000000009903 +\\S+ \\S+ UTC +Anna +${trader.username} +${inForce}(\\n|$)`,
      );
    expect(await run('allowed-accounts')).toMatch(/^trader +kind +account +allowed +by +claimed by +in force\n/);
    expect(await run('allowed-accounts')).toMatch(line('no'));
    const { id } = await second.call(createRequisite, { body });
    expect(await run('allowed-accounts')).toMatch(line('yes'));
    await expectCommandError(
      ['disallow-account', second.username, ...named],
      /has the account 40817810000000009903 in force beside .+: one of them must archive their requisite first\.$/,
    );
    await second.call(archiveRequisite, { params: { id } });
    expect(await run('disallow-account', second.username, ...named, '--dry-run')).toMatch(/^Dry run/);
    expect(await run('allowed-accounts')).toMatch(line('no'));
    expect(await run('disallow-account', second.username, ...named)).toBe(
      `${second.username} may no longer have the account 40817810000000009903 beside another trader.`,
    );
    expect(await run('allowed-accounts')).not.toContain(second.username);
    expect(await second.refusal(createRequisite, { body })).toMatchObject({ code: 'bank_data_refused' });
    expect(await run('disallow-account', second.username, ...named)).toBe(`${second.username} was not allowed it.`);
    expect(await audited(second.id)).toEqual([{ action: 'allow-account' }, { action: 'disallow-account' }]);
  });

  test('leaves the account with whom it passed to', async ({ market: { kantor, run } }) => {
    const account = { bank_type: 1, bank_account: '40817810000000009904' };
    const [first, heir] = [await kantor.createTrader(), await kantor.createTrader()];
    const { id } = await first.call(createRequisite, { body: account });
    await run('allow-account', heir.username, '--account', account.bank_account);
    await heir.call(createRequisite, { body: account });
    await first.call(archiveRequisite, { params: { id } });
    expect(await run('disallow-account', heir.username, '--account', account.bank_account)).toMatch(/may no longer/);
    expect((await heir.call(listRequisites)).results).toMatchObject([{ is_active: expect.any(Boolean) }]);
    expect(await first.refusal(createRequisite, { body: account })).toMatchObject({ code: 'bank_data_refused' });
  });
});
