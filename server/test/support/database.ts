import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';
import pg from 'pg';

/** Copies the template: a database of its own for one test file. */
export async function createDatabase() {
  const template = new URL(inject('templateUrl'));
  const admin = new URL('/postgres', template);
  const url = new URL(`/test_${randomBytes(6).toString('hex')}`, template);
  const run = async (statement: string) => {
    const client = new pg.Client({ connectionString: admin.href });
    await client.connect();
    await client.query(statement).finally(() => client.end());
  };
  await run(`create database ${url.pathname.slice(1)} template ${template.pathname.slice(1)}`);
  return { url: url.href, drop: () => run(`drop database ${url.pathname.slice(1)} with (force)`) };
}
