import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { migrate } from '../../src/db/migrate.ts';
import { createPool } from '../../src/db/pool.ts';
import { transaction } from '../../src/db/tx.ts';
import { newId } from '../../src/kernel/ids.ts';
import { PLATFORM_ACCOUNT } from '../../src/kernel/platform.ts';
import { readJournal } from '../../src/modules/audit/store.ts';
import { createOldDatabase } from '../support/database.ts';

// Migrations 090 and 091: the journal's words, the accounts that commands concerned, and the persons behind what was an account's.
// Migration 290: a row stands once, also for the journal of its own account.

const at = (hour: number) => new Date(Date.UTC(2026, 0, 1, hour));

async function startOld(version: string) {
  const { ownerUrl: url, drop } = await createOldDatabase(version);
  const db = createPool(url);
  onTestFinished(async () => {
    await db.destroy();
    await drop();
  });
  const ids = { old: randomUUID(), trader: randomUUID(), owner: randomUUID(), boris: randomUUID() };
  const requisites = { ofOld: newId(at(1)), ofTrader: newId(at(2)) };
  await transaction(db, async (tx) => {
    // Of the version before persons: one id; of the one after: two.
    for (const [account, person, name] of [
      [ids.old, ids.old, 'old'],
      [ids.trader, ids.owner, 'trader'],
    ] as const) {
      await sql`insert into account (id, role, name, created_at) values (${account}, 'trader', ${name}, ${at(0)})`.execute(
        tx,
      );
      await sql`insert into person (id, username, password_hash, created_at) values (${person}, ${`${name}-owner`}, '', ${at(0)})`.execute(
        tx,
      );
      await sql`
        insert into member (person_id, account_id, account_role, role, created_at)
        values (${person}, ${account}, 'trader', 'owner', ${at(0)})`.execute(tx);
    }
    await sql`insert into person (id, username, password_hash, created_at) values (${ids.boris}, 'boris', '', ${at(0)})`.execute(
      tx,
    );
    for (const [id, owner] of [
      [requisites.ofOld, ids.old],
      [requisites.ofTrader, ids.trader],
    ]) {
      await sql`
        with added as (
          insert into payee (requisite_id, version, bank_id, fio, phone, bank_account, last_4_digits_card, changed_by, created_at)
          values (${id}, 1, 1, 'Имя', '', '', '', ${owner}, ${at(1)})
        )
        insert into requisite (id, trader_id, bank_id, name, fio, phone, bank_account, last_4_digits_card, is_sbp, is_c2c,
          interval_minutes, min_amount, max_amount, max_deals, max_current_deals, is_active, created_at)
        values (${id}, ${owner}, 1, '', 'Имя', '', '', '', true, true, 0, 0, 0, 0, 0, false, ${at(1)})`.execute(tx);
    }
  });
  let hour = 2;
  const command = (action: string, kind: string, id: string, before: object | null) =>
    sql`
      insert into audit (id, at, who, os_user, action, object_kind, object_id, before, after)
      values (${newId(at((hour += 1)))}, ${at(hour)}, 'anna', 'anna@host', ${action}, ${kind}, ${id}, ${before && JSON.stringify(before)}::jsonb,
        '{}')`.execute(db);
  return { db, ids, requisites, command, upgrade: () => migrate(url) };
}

test('rows of before say account, stand where they concern somebody, and name persons', async () => {
  const { db, ids, requisites, command, upgrade } = await startOld('089');
  await command('set-fees', 'user', ids.trader, {});
  const wallet = randomUUID();
  await sql`
    insert into wallet (id, owner_id, address, is_valid, created_at, usable_at)
    values (${wallet}, ${ids.trader}, 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', true, ${at(1)}, ${at(1)})`.execute(db);
  await command('allow-wallet', 'wallet', wallet, {});
  // Who made the requisite is in the journal.
  await sql`
    insert into audit (id, at, source, who, person_id, account_id, address, browser, action, object_kind, object_id, after)
    values (${newId(at(2))}, ${at(2)}, 'web', 'trader-owner', ${ids.owner}, ${ids.trader}, '127.0.0.1', '', 'create-requisite', 'requisite',
      ${requisites.ofTrader}, '{"payee_version": 1}')`.execute(db);
  await command('set-member-role', 'members', PLATFORM_ACCOUNT, { member: 'boris', role: 'operator' });
  await command('remove-member', 'members', PLATFORM_ACCOUNT, { member: 'Boris', role: 'support' });
  await upgrade();
  const kinds = await sql`select object_kind as kind from audit order by 1`.execute(db);
  expect(kinds.rows).toEqual(['account', 'members', 'members', 'requisite', 'wallet'].map((kind) => ({ kind })));
  const journals = await sql`select account_id as account, object_id as object from audit_account`.execute(db);
  expect(journals.rows).toEqual([{ account: ids.trader, object: wallet }]);
  const payees = await sql`select requisite_id as id, changed_by_person as person from payee order by id`.execute(db);
  expect(payees.rows).toEqual([
    { id: requisites.ofOld, person: ids.old },
    { id: requisites.ofTrader, person: ids.owner },
  ]);
  const { rows } = await sql`
    select person_id as person, role, since, until from former_member_role order by until`.execute(db);
  expect(rows).toMatchObject([
    { person: ids.boris, role: 'operator', since: at(0) },
    { person: ids.boris, role: 'support' },
  ]);
  for (const table of ['audit', 'audit_account', 'payee', 'payout_look'])
    await expect(sql`truncate ${sql.table(table)} cascade`.execute(db)).rejects.toThrow('append only');
});

test('what stood in the journal of its account, and of whom it concerned, stands there once', async () => {
  const { ownerUrl, drop } = await createOldDatabase('289');
  const db = createPool(ownerUrl);
  onTestFinished(async () => {
    await db.destroy();
    await drop();
  });
  const [person, other] = [randomUUID(), randomUUID()];
  await transaction(db, async (tx) => {
    await sql`insert into person (id, username, password_hash, created_at) values (${person}, 'anna', '', ${at(0)})`.execute(
      tx,
    );
    await sql`insert into account (id, role, name, created_at) values (${other}, 'trader', 'other', ${at(0)})`.execute(
      tx,
    );
    await sql`
      insert into member (person_id, account_id, account_role, role, created_at)
      values (${person}, ${other}, 'trader', 'owner', ${at(0)})`.execute(tx);
  });
  const id = newId(at(1));
  await sql`
    insert into audit (id, at, source, who, person_id, account_id, address, browser, action, object_kind, object_id, after)
    values (${id}, ${at(1)}, 'web', 'anna', ${person}, ${PLATFORM_ACCOUNT}, '127.0.0.1', '', 'set-fees', 'account', ${other}, '{}')`.execute(
    db,
  );
  for (const account of [PLATFORM_ACCOUNT, other])
    await sql`
      insert into audit_account (account_id, audit_id, person_id, object_kind, object_id)
      values (${account}, ${id}, ${person}, 'account', ${other})`.execute(db);
  await migrate(ownerUrl);
  for (const accountId of [PLATFORM_ACCOUNT, other])
    for (const filter of [{}, { person }, { kind: 'account' }, { object: other }])
      expect(await readJournal(db, { accountId, ...filter, page: 1, pageSize: 30 })).toMatchObject({
        count: 1,
        results: [{ id }],
      });
});
