import { login } from '@kantor/contract/wire/auth.ts';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { readAccountByName } from '../../src/modules/accounts/index.ts';
import { kantorTest } from '../support/fixtures.ts';

/** The password that a command printed. */
export const passwordIn = (output: string) => /^Password: (([2-9a-kmnp-z]{5}-?){4})$/m.exec(output)?.[1] ?? '';

let names = 0;
/** The test of commands on people: each has a name that nobody had before. */
export const test = kantorTest
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
    const found = await readAccountByName(kantor.db, name);
    if (!found) throw new Error(`${name} was not created`);
    return found;
  })
  /** Everything that a command might change. */
  .extend('state', ({ kantor }) => async () => {
    const { rows } = await sql<{ state: string }>`
      select (select jsonb_agg(account order by id) from account) || (select jsonb_agg(person order by id) from person)
        || (select jsonb_agg(session order by id) from session)
        || (select jsonb_agg(ledger_account order by id) from ledger_account)
        || (select jsonb_agg(rate order by id) from rate)::jsonb as state`.execute(kantor.db);
    return rows[0]?.state;
  })
  .extend('expectCommandError', ({ kantor, run, state }) => async (args: string[], sentence: string) => {
    await kantor.anyOperator();
    return changesNothing(state, () => run(...args), sentence);
  });

async function changesNothing(state: () => Promise<unknown>, work: () => Promise<unknown>, sentence: string) {
  const before = await state();
  await expect(work()).rejects.toThrow(sentence);
  expect(await state()).toEqual(before);
}
