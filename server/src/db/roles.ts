import { createHmac } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { DatabaseUrls } from './bring-up-to-date.ts';
import { createClient, LONG_QUERY_LIMIT_MS } from './limits.ts';

const ROLES = fileURLToPath(new URL('../../roles/roles.sql', import.meta.url));
const OWNER = 'kantor_owner';
const SERVING = 'kantor_app';
/** An arbitrary number that all processes of the product agree on. */
const ROLES_LOCK = 727_002;

/** A role's address, with a password that only who has the superuser's can tell. */
function urlOf(adminUrl: string, role: string): URL {
  const url = new URL(adminUrl);
  url.password = createHmac('sha256', url.password).update(`kantor role ${role}`).digest('hex');
  url.username = role;
  return url;
}

/**
 * Makes the owner and the serving role in a server of our own, also in one that a single role served until now. Nothing
 * changes where they are.
 * @param adminUrl of a superuser with a password, to the product's database.
 */
export async function arrangeRoles(adminUrl: string): Promise<Required<DatabaseUrls> & { owner: string }> {
  const [owner, serving] = [urlOf(adminUrl, OWNER), urlOf(adminUrl, SERVING)];
  const client = createClient(adminUrl, { part: 'roles', queryLimitMs: LONG_QUERY_LIMIT_MS });
  try {
    await client.connect();
    await client.query('begin');
    await client.query(`select pg_advisory_xact_lock(${ROLES_LOCK})`);
    await client.query(`set local lock_timeout = '5s'`);
    await client.query(await readFile(ROLES, 'utf8'));
    const { rows } = await client.query<{ name: string }>(
      'select rolname as name from pg_authid where rolname = any($1) and rolpassword is null',
      [[OWNER, SERVING]],
    );
    for (const { name } of rows) {
      const { password } = name === OWNER ? owner : serving;
      await client.query(`alter role ${name} password ${client.escapeLiteral(password)}`);
    }
    await client.query('commit');
  } finally {
    await client.end();
  }
  return { owner: owner.href, serving: serving.href };
}
