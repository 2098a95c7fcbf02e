import { readFile } from 'node:fs/promises';
import { createRequisite } from '@kantor/contract/wire/requisites.ts';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { transaction } from '../../src/db/tx.ts';
import { permitAccount } from '../../src/modules/requisites/index.ts';
import { verify } from '../../src/modules/verification/index.ts';
import { test } from './fixture.ts';

const read = (name: string) => readFile(new URL(`../../migrations/${name}`, import.meta.url), 'utf8');
const [migration, allowedBy] = [await read('021.do.accounts.sql'), await read('042.do.allowed-by.sql')];
const filling = migration.slice(migration.indexOf('create temporary table'));
const VALUE = '40817810000000000077';
const body = { bank_type: 1, bank_account: VALUE };

test('accounts that two traders had before the rule stay theirs, and the audit says so', async ({
  kantor,
  trader,
  add,
}) => {
  const other = await kantor.createTrader();
  await add(body);
  kantor.pass(1);
  const key = { kind: 'account', value: VALUE } as const;
  await transaction(kantor.db, (tx) => permitAccount(tx, { traderId: other.id, by: 'Anna' }, key, kantor.clock()));
  await other.call(createRequisite, { body });
  // As it was before: nothing tells whose they are.
  await sql`delete from account_claim`.execute(kantor.db);
  await sql`delete from account_permit`.execute(kantor.db);
  await sql`alter table account_permit drop column allowed_by`.execute(kantor.ownerDb);
  await kantor.ownerDb.connection().execute((db) => sql.raw(`begin; ${filling}; commit; ${allowedBy}`).execute(db));
  expect(await kantor.cli('allowed-accounts')).toMatch(
    new RegExp(`${other.username} +account +${VALUE} .+ UTC +migration 021 +${trader.username} +yes`),
  );

  expect(await verify(kantor.db)).toEqual([]);
  const { rows } = await sql`select action, object_id as "of", after from audit where who = 'migration 021'`.execute(
    kantor.db,
  );
  expect(rows).toEqual([
    { action: 'allow-account', of: other.id, after: { account: VALUE, reason: 'held before the rule' } },
  ]);
  await other.call(createRequisite, { body });
  await trader.call(createRequisite, { body });
  const third = await kantor.createTrader();
  expect(await third.refusal(createRequisite, { body })).toMatchObject({ status: 409, code: 'bank_data_refused' });
});

test('spellings that have become one stay with those who had them', async ({ kantor, trader, add }) => {
  const other = await kantor.createTrader();
  await add(body);
  kantor.pass(1);
  const { id } = await other.call(createRequisite, { body: { bank_type: 1, bank_account: '40817810000000000078' } });
  // As it was before: a word beside the number made another account of it.
  const old = `сч ${VALUE}`;
  await sql`update account_claim set value = 'СЧ' || ${VALUE} where trader_id = ${other.id}`.execute(kantor.ownerDb);
  await sql`alter table requisite drop constraint requisite_payee_fkey`.execute(kantor.ownerDb);
  await sql`update requisite set bank_account = ${old} where id = ${id}`.execute(kantor.ownerDb);
  await sql`alter table payee disable trigger user`.execute(kantor.ownerDb);
  await sql`update payee set bank_account = ${old} where requisite_id = ${id}`.execute(kantor.ownerDb);
  const spellings = await read('050.do.account-spellings-and-codes.sql');
  await kantor.ownerDb.connection().execute((db) => sql.raw(`begin; ${spellings}; commit`).execute(db));

  expect(await verify(kantor.db)).toEqual([]);
  expect(await kantor.cli('allowed-accounts')).toMatch(
    new RegExp(`${other.username} +account +${VALUE} .+ UTC +migration 050 +${trader.username} +yes`),
  );
  const third = await kantor.createTrader();
  expect(await third.refusal(createRequisite, { body })).toMatchObject({ status: 409, code: 'bank_data_refused' });
});
