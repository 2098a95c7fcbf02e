import { getMe } from '@kantor/contract/wire/auth.ts';
import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { createPool } from '../../src/db/pool.ts';
import { cached } from '../../src/kernel/cached.ts';
import { createAuth } from '../../src/modules/auth/index.ts';
import { test } from '../support/fixtures.ts';
import { JWT_SECRET } from '../support/kantor.ts';

describe('The state of a session', () => {
  test('is asked for once in 5 seconds, not at every request', async ({ kantor, trader }) => {
    // The database refuses every question while the session is remembered: only who does not ask gets through.
    const token = await trader.token();
    const db = createPool(kantor.databaseUrl);
    const { identities } = createAuth({ db, clock: kantor.clock, secret: Buffer.from(JWT_SECRET) });
    const ask = () => identities.identify(token);
    const all = await Promise.all(Array.from({ length: 50 }, ask));
    expect(all).toMatchObject(Array(50).fill({ id: trader.id, role: 'trader' }));
    await db.destroy();
    kantor.pass(4999);
    expect(await ask()).toMatchObject({ id: trader.id, role: 'trader' });
    kantor.pass(1);
    await expect(ask()).rejects.toThrow('driver has already been destroyed');
  });

  test('is asked for again after the database failed to tell', async ({ kantor, trader }) => {
    await trader.token();
    await sql`alter table session rename to session_away`.execute(kantor.db);
    expect((await trader.refusal(getMe)).status).toBe(500);
    await sql`alter table session_away rename to session`.execute(kantor.db);
    await trader.call(getMe);
  });
});

test('What is cached is bounded, and what is used stays', async ({ kantor }) => {
  const asked: string[] = [];
  const read = async (key: string) => asked.push(key);
  const cache = cached({ read, clock: kantor.clock, ttlMs: 1000, maxKeys: 2 });
  for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) await cache.get(key);
  expect(asked).toEqual(['a', 'b', 'c', 'b']);
});
