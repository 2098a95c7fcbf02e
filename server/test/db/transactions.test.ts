import { sql } from 'kysely';
import { expect } from 'vitest';
import { singleStatement, type Statement, transaction } from '../../src/db/tx.ts';
import type { Database } from '../../src/db/pool.ts';
import { kantorTest } from '../support/fixtures.ts';

/** A table of its own, empty before each test. */
const test = kantorTest.extend('notes', async ({ kantor: { db, ownerDb } }) => {
  await sql`create table if not exists note (n integer)`.execute(ownerDb);
  await sql`grant select, insert, update on note to kantor_app`.execute(ownerDb);
  await sql`truncate note`.execute(ownerDb);
  return () => readNotes(db);
});

const readNotes = async (db: Database) => (await sql<{ n: number }>`select n from note order by n`.execute(db)).rows;
const write = (statement: Statement, n: number) => sql`insert into note values (${n})`.execute(statement);
const fail = (statement: Statement, code: string) =>
  sql`do ${sql.raw(`$$ begin raise exception using errcode = '${code}'; end $$`)}`.execute(statement);

const DEADLOCK = '40P01';

test('a second statement through the handle of a single one throws and is not sent', async ({ kantor, notes }) => {
  const twice = singleStatement(kantor.db, async (statement) => {
    await write(statement, 1);
    await write(statement, 2);
  });
  await expect(twice).rejects.toThrow('A single statement sent two: use a transaction');
  expect(await notes()).toEqual([{ n: 1 }]);
});

test('so do two at once', async ({ kantor, notes }) => {
  const both = singleStatement(kantor.db, (statement) => Promise.all([write(statement, 1), write(statement, 2)]));
  await expect(both).rejects.toThrow('A single statement sent two');
  expect(await notes()).not.toContainEqual({ n: 2 });
});

test('a victim of a deadlock is tried again with a fresh handle', async ({ kantor, notes }) => {
  const handles = new Set<Statement>();
  await singleStatement(kantor.db, async (statement) => {
    handles.add(statement);
    await (handles.size < 3 ? fail(statement, DEADLOCK) : write(statement, 3));
  });
  expect(handles.size).toBe(3);
  expect(await notes()).toEqual([{ n: 3 }]);
});

test('another failure is not tried again', async ({ kantor }) => {
  let attempts = 0;
  const failing = singleStatement(kantor.db, (statement) => {
    attempts += 1;
    return fail(statement, '22000');
  });
  await expect(failing).rejects.toThrow();
  expect(attempts).toBe(1);
});

test('a transaction that was the victim of a deadlock keeps nothing of its first attempt', async ({
  kantor,
  notes,
}) => {
  let attempts = 0;
  await transaction(kantor.db, async (tx) => {
    attempts += 1;
    await write(tx, attempts);
    if (attempts === 1) await fail(tx, DEADLOCK);
    await write(tx, 10);
  });
  expect(await notes()).toEqual([{ n: 2 }, { n: 10 }]);
});
