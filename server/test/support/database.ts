import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';
import pg from 'pg';
import { migrate } from '../../src/db/migrate.ts';

/** Copies the template: a database of its own for one test file. */
export const createDatabase = () => copyOf(new URL(inject('templateUrl')).pathname.slice(1));

/** A database of its own with the schema of an earlier version, to be filled with old rows. */
export async function createOldDatabase(version: string) {
  const database = await copyOf('template0');
  await migrate(database.url, version);
  return database;
}

async function copyOf(name: string) {
  const template = new URL(inject('templateUrl'));
  const admin = new URL('/postgres', template);
  const url = new URL(`/test_${randomBytes(6).toString('hex')}`, template);
  const run = async (statement: string) => {
    const client = new pg.Client({ connectionString: admin.href });
    await client.connect();
    await client.query(statement).finally(() => client.end());
  };
  await run(`create database ${url.pathname.slice(1)} template ${name}`);
  return { url: url.href, drop: () => run(`drop database ${url.pathname.slice(1)} with (force)`) };
}
