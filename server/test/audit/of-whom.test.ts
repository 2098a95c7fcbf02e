import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { kantorTest } from '../support/fixtures.ts';

// The database refuses a deed of somebody who is not there, and that they go.

const test = kantorTest.extend('trader', { scope: 'file' }, ({ kantor }) => kantor.createTrader());

const NOBODY = '01980000-0000-7000-8000-000000000000';

/** Deeds in one statement, each of an account and a person. */
const deeds = (of: readonly { account: string; person: string }[]) => sql`
  insert into audit (id, at, who, action, object_kind, object_id, after, source, person_id, account_id, address, browser)
  select gen_random_uuid(), now(), 'somebody', 'done', 'order', 'x', '{}', 'web', person, account, '127.0.0.1', 'x'
  from unnest(${of.map(({ person }) => person)}::uuid[], ${of.map(({ account }) => account)}::uuid[]) as given (person, account)`;

describe('A deed', () => {
  test.for([
    ['an account', { account: NOBODY }],
    ['a person', { person: NOBODY }],
  ] as const)(
    'of %s that is not there is refused, also beside another',
    async ([_name, absent], { kantor, trader }) => {
      const { rows } = await sql<{ account: string; person: string }>`
      select account_id as account, person_id as person from member where account_id = ${trader.id}`.execute(kantor.db);
      const [given] = rows;
      if (given === undefined) throw new Error('The trader has nobody');
      await deeds([given, given]).execute(kantor.db);
      const refused = { ...given, ...absent };
      for (const of of [[refused], [given, refused]])
        await expect(deeds(of).execute(kantor.db)).rejects.toThrow(
          'A deed is of an account or a person that is not there',
        );
    },
  );
});

test.for(['account', 'person'])('Nobody takes away a row of %s, nor its id', async (table, { kantor, trader }) => {
  expect(trader.id).not.toBe(NOBODY);
  for (const statement of [
    `delete from ${table}`,
    `truncate ${table} cascade`,
    `update ${table} set id = gen_random_uuid()`,
  ])
    await expect(sql.raw(statement).execute(kantor.ownerDb)).rejects.toThrow(`Table ${table} keeps its rows`);
});
