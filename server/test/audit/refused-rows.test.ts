import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { kantorTest } from '../support/fixtures.ts';

// What the database refuses of a deed, and that those go who did it.

const NOBODY = '01980000-0000-7000-8000-000000000000';

const test = kantorTest
  .extend('trader', { scope: 'file' }, ({ kantor }) => kantor.createTrader())
  .extend('person', { scope: 'file' }, async ({ kantor, trader }) => {
    const { rows } = await sql<{
      id: string;
    }>`select person_id as id from member where account_id = ${trader.id}`.execute(kantor.db);
    return rows[0]?.id ?? '';
  })
  /** Adds deeds of the trader in one statement, each with what is another in it. */
  .extend('add', { scope: 'file' }, ({ kantor, trader, person }) => (...changes: readonly object[]) => {
    const deeds = changes.map((change) => ({
      at: kantor.clock(),
      source: 'web',
      who: 'somebody',
      person_id: person,
      account_id: trader.id,
      address: '127.0.0.1',
      browser: 'x',
      action: 'done',
      object_kind: 'order',
      object_id: 'x',
      after: {},
      ...change,
    }));
    return sql`
          insert into audit
          select deed.* from jsonb_array_elements(${JSON.stringify(deeds)}::jsonb) as given,
            jsonb_populate_record(null::audit, given || jsonb_build_object('id', gen_random_uuid())) as deed`.execute(
      kantor.db,
    );
  });

describe('A deed', () => {
  const COMMAND = { source: 'command', os_user: 'root', account_id: null, address: null, browser: null };

  test.for([
    ['audit_account', { account_id: NOBODY }],
    ['audit_person', { person_id: NOBODY }],
    ['audit_person', { ...COMMAND, person_id: NOBODY }],
    ['audit_lengths', { who: '' }],
    ['audit_lengths', { who: 'x'.repeat(151) }],
    ['audit_lengths', { address: '' }],
    ['audit_lengths', { address: 'x'.repeat(101) }],
    ['audit_lengths', { browser: 'x'.repeat(301) }],
    ['audit_where', { source: 'elsewhere' }],
    ['audit_where', { os_user: 'root' }],
    ['audit_where', { person_id: null }],
    ['audit_where', { account_id: null }],
    ['audit_where', { address: null }],
    ['audit_where', { browser: null }],
    ['audit_where', { ...COMMAND, os_user: null }],
    ['audit_where', { ...COMMAND, address: '127.0.0.1' }],
    ['audit_where', { ...COMMAND, browser: 'x' }],
  ] as const)('is refused by %s, alone and beside another: %j', async ([rule, change], { add }) => {
    for (const deeds of [[change], [{}, change]])
      await expect(add(...deeds)).rejects.toMatchObject({ constraint: rule });
  });

  test.for([
    {},
    { who: 'x'.repeat(150), address: 'x'.repeat(100), browser: 'x'.repeat(300) },
    { browser: '' },
    COMMAND,
    { ...COMMAND, person_id: null },
  ])('is taken otherwise: %j', async (change, { add }) => {
    await expect(add(change, {})).resolves.toMatchObject({ numAffectedRows: 2n });
  });
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
