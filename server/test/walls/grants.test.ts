import type pg from 'pg';
import { describe, expect, inject, test } from 'vitest';
import { GRANTS, grantsOf, readGrants } from '../../src/db/grants.ts';
import { createClient } from '../../src/db/limits.ts';
import { ACCESS, accessOf, TABLES } from './access.ts';
import { SOURCES } from './sources.ts';

// The role that serves may do what the server's statements do, and no more.

/** Asks by the role that serves. */
async function asked<Result>(work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = createClient(inject('templateUrl'), { part: 'test' });
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Statements of others than our templates: a package's, and one that is put together of names. */
const ELSEWHERE = ['rate_limit insert', 'rate_limit update', 'rate_limit delete', 'device_ping lock', 'webhook lock'];

interface Body {
  text: string;
  isDefiner: boolean;
}

describe('The serving role', () => {
  test('may do exactly what the statements and functions do', async () => {
    const { rows } = await asked((client) =>
      client.query<Body>(`
      select prosrc as text, prosecdef as "isDefiner" from pg_proc
      where pronamespace = 'public'::regnamespace`),
    );
    expect(rows.length).toBeGreaterThan(8);
    const texts = [
      ...SOURCES.flatMap(({ statements }) => statements),
      ...rows.filter(({ isDefiner }) => !isDefiner).map(({ text }) => text),
    ];
    const done = new Set([...texts.flatMap((text) => [...accessOf(text).kinds]), ...ELSEWHERE]);
    // A right to update any column lets one lock the row.
    const needed = [...done].filter((line) => {
      const [table = '', kind] = line.split(' ');
      return kind !== 'lock' || !done.has(`${table} update`);
    });
    const given = grantsOf(GRANTS)
      .filter((line) => !line.endsWith(' select'))
      .map((line) => {
        const [table, kind, column] = line.split(' ');
        return `${table} ${kind === 'update' && column !== undefined ? 'lock' : kind}`;
      });
    expect([...new Set(given)].toSorted()).toEqual(needed.toSorted());
  });

  test('has in the catalog what the list says', async () => {
    expect((await asked((client) => readGrants(client, 'kantor_app'))).toSorted()).toEqual(grantsOf(GRANTS).toSorted());
  });

  test('is in TABLES.md as it is', () => {
    const listed = [...ACCESS].map(([table, { may }]) => [table, may === '–' ? '' : may.replaceAll(', ', ' ')]);
    const { schema_version: _, ...tables } = GRANTS;
    expect(Object.fromEntries(listed)).toEqual(tables);
    expect(Object.keys(tables).toSorted()).toEqual([...TABLES].toSorted());
  });

  test('calls functions that act as the owner with a search path of their own, and nobody else calls them', async () => {
    const { rows } = await asked((client) =>
      client.query<{ name: string; settings: string[] | null; isPublic: boolean }>(`
      select proname as name, proconfig as settings,
        exists (select from aclexplode(coalesce(proacl, acldefault('f', proowner))) a where a.grantee = 0) as "isPublic"
      from pg_proc where pronamespace = 'public'::regnamespace and prosecdef`),
    );
    expect(rows.map(({ name }) => name).toSorted()).toEqual(['ledger_post', 'orders_issue', 'orders_move']);
    for (const { settings, isPublic } of rows) {
      expect(settings?.toSorted()).toEqual([
        'enable_hashjoin=off',
        'enable_mergejoin=off',
        'enable_seqscan=off',
        'plan_cache_mode=force_generic_plan',
        'search_path=public, pg_temp',
      ]);
      expect(isPublic).toBe(false);
    }
  });
});

describe('The kinds of a statement', () => {
  test.for([
    ['select 1 from orders o where o.id = ? for no key update', ['orders lock']],
    ['insert into rate (value) values (1) on conflict (id) do update set value = 2', ['rate insert', 'rate update']],
    ['insert into rate (value) values (1) on conflict do nothing', ['rate insert']],
    ['with gone as (delete from wallet returning *) update account set x = 1', ['account update', 'wallet delete']],
  ] as const)('%s', ([statement, kinds]) => {
    expect([...accessOf(statement).kinds].toSorted()).toEqual(kinds);
  });
});
