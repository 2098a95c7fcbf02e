import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';
import pg from 'pg';
import { migrate } from '../../src/db/migrate.ts';

export interface TestDatabase {
  /** By the role that serves. */
  url: string;
  /** By the role that owns it. */
  ownerUrl: string;
  drop: () => Promise<void>;
}

/** Copies the template: a database of its own for one test file. */
export const createDatabase = () => copyOf(new URL(inject('templateUrl')).pathname.slice(1));

/** A database of its own with the schema of an earlier version, to be filled with old rows by its owner. */
export async function createOldDatabase(version: string): Promise<TestDatabase> {
  const database = await copyOf('template0');
  await migrate(database.ownerUrl, { version });
  return database;
}

async function copyOf(template: string): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  const urlOf = (role: 'templateUrl' | 'ownerUrl') => new URL(`/${name}`, inject(role)).href;
  const run = async (...statements: string[]) => {
    const client = new pg.Client({ connectionString: new URL('/postgres', inject('adminUrl')).href });
    await client.connect();
    try {
      for (const statement of statements) await client.query(statement);
    } finally {
      await client.end();
    }
  };
  // Its files are copied as they are: the other way writes each page to the log and leaves it in memory, which costs several times
  // as much. A database's own rights are no part of what is copied.
  await run(
    `create database ${name} template ${template} owner kantor_owner strategy file_copy`,
    `revoke temporary on database ${name} from public`,
  );
  return {
    url: urlOf('templateUrl'),
    ownerUrl: urlOf('ownerUrl'),
    drop: () => run(`drop database ${name} with (force)`),
  };
}
