import { DatabaseError } from 'pg';
import { excessOf } from './grants.ts';
import { createClient } from './limits.ts';
import { migrate, readMigrationNumbers } from './migrate.ts';

/** The addresses of one database. */
export interface DatabaseUrls {
  /** The role that serves. */
  serving: string;
  /** The role that owns the database and changes its schema; absent: the serving one, if it may. */
  owner: string | undefined;
}

const INSUFFICIENT_PRIVILEGE = '42501';

interface UpToDateOptions {
  /** Otherwise the schema must be there, or a newer one: `kantor migrate` brings it up to date. */
  migrates?: boolean;
  /** Told in sentences how it goes. */
  say?: (sentence: string) => void;
}

/**
 * Brings the schema up to date, and the serving role's rights.
 * @returns a warning for the operator when one role does both.
 * @throws Error with a sentence for the operator when the roles are not as they must be.
 */
export async function bringUpToDate(
  { serving, owner }: DatabaseUrls,
  { migrates = true, say = () => undefined }: UpToDateOptions = {},
): Promise<string | undefined> {
  if (!migrates) await assertSchema(serving);
  else if (owner === undefined) {
    await migrate(serving, { say }).catch((error: unknown) => {
      if (!(error instanceof DatabaseError) || error.code !== INSUFFICIENT_PRIVILEGE) throw error;
      throw new Error(
        'The schema of the database is older than this Kantor, and the role of DATABASE_URL may not change it: ' +
          'set KANTOR_OWNER_DATABASE_URL to the role that owns it.',
        { cause: error },
      );
    });
  } else await migrate(owner, { servingRole: await roleOf(serving), say });
  const excess = await excessOf(serving);
  if (excess === undefined) return undefined;
  if (owner !== undefined) {
    throw new Error(
      `The role of DATABASE_URL ${excess}: it must serve and no more. ` +
        'docs/operations.md tells how its roles are made ("The two roles of the database").',
    );
  }
  return (
    `The role of DATABASE_URL ${excess}: whoever takes the server over could rewrite the ledger and the audit. ` +
    'Let a role of its own serve, and give this one in KANTOR_OWNER_DATABASE_URL: docs/operations.md, "The two roles of the database".'
  );
}

/**
 * @param schema the one that the marketplace is in.
 * @throws Error with a sentence when a role's address leads to another one: it would be another marketplace, or none.
 */
export async function assertPlace({ serving, owner }: DatabaseUrls, schema: string): Promise<void> {
  for (const [name, url] of [
    ['DATABASE_URL', serving],
    ['KANTOR_OWNER_DATABASE_URL', owner],
  ] as const) {
    const client = url === undefined ? undefined : createClient(url, { part: 'start' });
    if (client === undefined) continue;
    try {
      await client.connect();
      const { rows } = await client.query<{ schema: string | null }>('select current_schema() as schema');
      const found = rows[0]?.schema ?? 'none';
      if (found === schema) continue;
      throw new Error(
        `The role of ${name} works in the schema ${found}, and KANTOR_SCHEMA says ${schema}: ` +
          'docs/operations.md tells how a schema and its roles are made ("Several marketplaces").',
      );
    } finally {
      await client.end();
    }
  }
}

export interface Schema {
  /** The number of its newest migration; 0: of none, or of none that the role may know of. */
  newest: number;
  /** The numbers of this version's migrations that it has not had, the oldest first. */
  lacking: number[];
}

/** How far the schema of a database is. */
export async function readSchema(url: string): Promise<Schema> {
  const [had, numbers] = await Promise.all([readAppliedMigrations(url), readMigrationNumbers()]);
  return { newest: Math.max(0, ...had), lacking: numbers.filter((number) => !had.has(number)) };
}

async function readAppliedMigrations(url: string): Promise<Set<number>> {
  const client = createClient(url, { part: 'start' });
  try {
    await client.connect();
    const table = await client.query<{ has: boolean }>(`select to_regclass('schema_version') is not null as has`);
    if (!table.rows[0]?.has) return new Set();
    const { rows } = await client.query<{ version: number }>('select version::integer as version from schema_version');
    return new Set(rows.map(({ version }) => version));
  } catch (error) {
    if (error instanceof DatabaseError && error.code === INSUFFICIENT_PRIVILEGE) return new Set();
    throw error;
  } finally {
    await client.end();
  }
}

/** @throws Error with a sentence when the schema lacks what this version needs. */
async function assertSchema(url: string): Promise<void> {
  const { newest, lacking } = await readSchema(url);
  if (lacking.length === 0) return;
  throw new Error(
    `The schema of the database is ${newest}, and lacks migrations of this Kantor (${lacking.length}, from ${lacking[0]} on): ` +
      'run "kantor migrate" first, or leave KANTOR_MIGRATE on.',
  );
}

/** The role that an address leads to; behind a pooler it may have another name there. */
async function roleOf(url: string): Promise<string> {
  const client = createClient(url, { part: 'start' });
  try {
    await client.connect();
    const { rows } = await client.query<{ role: string }>('select current_user as role');
    return rows[0]?.role ?? '';
  } finally {
    await client.end();
  }
}
