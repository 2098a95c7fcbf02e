import { getMe, login, refresh } from '@kantor/contract/wire/auth.ts';
import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { createPool } from '../../src/db/pool.ts';
import { DAY, MINUTE, SECOND } from '../../src/kernel/clock.ts';
import { cached } from '../../src/kernel/cached.ts';
import { createAuth } from '../../src/modules/auth/index.ts';
import { test } from '../support/fixtures.ts';
import { JWT_SECRET, type Kantor } from '../support/kantor.ts';
import { PASSWORD } from '../support/people.ts';

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
    await sql`alter table session rename to session_away`.execute(kantor.ownerDb);
    expect((await trader.refusal(getMe)).status).toBe(500);
    await sql`alter table session_away rename to session`.execute(kantor.ownerDb);
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

describe('Of a user’s sessions', () => {
  const signInAs = (kantor: Kantor, username: string) =>
    kantor.guest.call(login, { body: { username, password: PASSWORD } });

  test('ten live at once: the oldest goes, and is told why', async ({ kantor }) => {
    const { username } = await kantor.createTrader();
    const stranger = await signInAs(kantor, (await kantor.createTrader()).username);
    const sessions = [];
    for (let n = 0; n < 12; n += 1) {
      sessions.push(await signInAs(kantor, username));
      // Of sessions of one moment any may be the oldest.
      kantor.pass(SECOND);
    }
    const statuses = [];
    for (const { access } of sessions) statuses.push((await kantor.clientWith(access).raw(getMe)).status);
    expect(statuses).toEqual([401, 401, ...Array<number>(10).fill(200)]);
    const body = { refresh: sessions[0]?.refresh ?? '' };
    expect(await kantor.guest.refusal(refresh, { body })).toMatchObject({
      status: 401,
      code: 'too_many_sessions',
      problem: {
        detail: 'Сессия завершена: одновременно их бывает не больше 10, а эта началась раньше других. Войдите снова',
      },
    });
    await kantor.guest.call(refresh, { body: { refresh: sessions[2]?.refresh ?? '' } });
    expect((await kantor.clientWith(stranger.access).raw(getMe)).status).toBe(200);
  });

  test('there are ten after many sign-ins, eight at once', async ({ kantor }) => {
    const { personId, username } = await kantor.createTrader();
    for (let round = 0; round < 5; round += 1)
      await Promise.all(
        Array.from({ length: 8 }, (_, n) =>
          // From networks of their own: those of one network wait for each other by themselves.
          kantor.guest.raw(login, { body: { username, password: PASSWORD }, address: `10.${round}.${n}.1` }),
        ),
      );
    const { rows } = await sql`select from session where person_id = ${personId} and revoked_at is null`.execute(
      kantor.db,
    );
    expect(rows).toHaveLength(10);
  });

  test('each lives ninety days at most, however often it is refreshed', async ({ kantor }) => {
    const { username } = await kantor.createTrader();
    let { access, refresh: token } = await signInAs(kantor, username);
    const renew = async () => {
      ({ access, refresh: token } = await kantor.guest.call(refresh, { body: { refresh: token } }));
    };
    for (let n = 0; n < 4; n += 1) {
      kantor.pass(22 * DAY);
      await renew();
    }
    kantor.pass(2 * DAY - MINUTE);
    await renew();
    expect((await kantor.clientWith(access).raw(getMe)).status).toBe(200);
    kantor.pass(MINUTE);
    // Neither token outlives the session.
    expect((await kantor.clientWith(access).raw(getMe)).status).toBe(401);
    expect(await kantor.guest.refusal(refresh, { body: { refresh: token } })).toMatchObject({
      status: 401,
      code: 'session_too_old',
      problem: { detail: 'Сессия длится не дольше 90 дней. Войдите снова' },
    });
  });
});
