import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createPool } from '../../src/db/pool.ts';
import { cached } from '../../src/kernel/cached.ts';
import { createAuth } from '../../src/modules/auth/index.ts';
import { JWT_SECRET, type Kantor, startKantor } from '../support/harness.ts';

let kantor: Kantor;
beforeAll(async () => {
  kantor = await startKantor();
});
afterAll(() => kantor.close());

let id: string;
let token: string;
beforeEach(async () => {
  const trader = await kantor.createTrader();
  id = trader.id;
  token = await trader.token();
});
const me = () => kantor.send('/api/v1/users/me/', { token });

describe('The state of a session', () => {
  it('is asked for once in 5 seconds, not at every request', async () => {
    // The database refuses every question while the session is remembered: only who does not ask gets through.
    const db = createPool(kantor.databaseUrl);
    const { identities } = createAuth({ db, clock: kantor.clock, secret: Buffer.from(JWT_SECRET) });
    const ask = () => identities.identify(token);
    const all = await Promise.all(Array.from({ length: 50 }, ask));
    expect(all).toMatchObject(Array(50).fill({ id, role: 'trader' }));
    await db.destroy();
    kantor.pass(4999);
    expect(await ask()).toMatchObject({ id, role: 'trader' });
    kantor.pass(1);
    await expect(ask()).rejects.toThrow('driver has already been destroyed');
  });

  it('is asked for again after the database failed to tell', async () => {
    await sql`alter table session rename to session_away`.execute(kantor.db);
    expect((await me()).status).toBe(500);
    await sql`alter table session_away rename to session`.execute(kantor.db);
    expect((await me()).status).toBe(200);
  });
});

it('What is cached is bounded, and what is used stays', async () => {
  const asked: string[] = [];
  const read = async (key: string) => asked.push(key);
  const cache = cached({ read, clock: kantor.clock, ttlMs: 1000, maxKeys: 2 });
  for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) await cache.get(key);
  expect(asked).toEqual(['a', 'b', 'c', 'b']);
});
