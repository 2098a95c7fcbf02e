import { DatabaseError } from 'pg';
import { excessOf } from './grants.ts';
import { createClient } from './limits.ts';
import { migrate } from './migrate.ts';

/** The addresses of one database. */
export interface DatabaseUrls {
  /** The role that serves. */
  serving: string;
  /** The role that owns the database and changes its schema; absent: the serving one, if it may. */
  owner: string | undefined;
}

const INSUFFICIENT_PRIVILEGE = '42501';

/**
 * Brings the schema up to date, and the serving role's rights.
 * @returns a warning for the operator when one role does both.
 * @throws Error with a sentence for the operator when the roles are not as they must be.
 */
export async function bringUpToDate({ serving, owner }: DatabaseUrls): Promise<string | undefined> {
  if (owner === undefined) {
    await migrate(serving).catch((error: unknown) => {
      if (!(error instanceof DatabaseError) || error.code !== INSUFFICIENT_PRIVILEGE) throw error;
      throw new Error(
        'The schema of the database is older than this Kantor, and the role of DATABASE_URL may not change it: ' +
          'set KANTOR_OWNER_DATABASE_URL to the role that owns it.',
        { cause: error },
      );
    });
  } else await migrate(owner, { servingRole: await roleOf(serving) });
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
