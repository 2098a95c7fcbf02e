import { sql } from 'kysely';
import { expect, vi } from 'vitest';
import { atOnce, later, now, transaction, type Tx, withCommit } from '../../src/db/tx.ts';
import { kantorTest } from '../support/fixtures.ts';
import { countSends } from '../support/count-sends.ts';

/** A table of its own, empty before each test. */
const test = kantorTest.extend('notes', async ({ kantor: { db, ownerDb } }) => {
  await sql`create table if not exists note (n integer unique)`.execute(ownerDb);
  await sql`grant select, insert on note to kantor_app`.execute(ownerDb);
  await sql`truncate note`.execute(ownerDb);
  return async () => {
    const { rows } = await sql<{ n: number }>`select n from note order by n`.execute(db);
    return rows.map(({ n }) => n);
  };
});

const writing = (n: number) => sql`insert into note values (${n})`;
const read = async (tx: Tx, least: number) => {
  const { rows } = await sql<{ n: number }>`select n from note where n >= ${least} order by n`.execute(tx);
  return rows.map(({ n }) => n);
};

test('a transaction begins with its first statement', async ({ kantor, notes }) => {
  const sends = await countSends(() =>
    transaction(kantor.db, async (tx) => {
      await writing(1).execute(tx);
      await writing(2).execute(tx);
    }),
  );
  expect(sends).toBe(3);
  expect(await notes()).toEqual([1, 2]);
});

test('one that does nothing is not sent at all, whether it succeeds or fails', async ({ kantor, notes }) => {
  const sends = await countSends(async () => {
    await transaction(kantor.db, () => Promise.resolve());
    await expect(transaction(kantor.db, () => Promise.reject(new Error('No')))).rejects.toThrow('No');
    const unsent = transaction(kantor.db, async (tx) => {
      await later(tx, writing(1));
      throw new Error('No');
    });
    await expect(unsent).rejects.toThrow('No');
  });
  expect(sends).toBe(0);
  expect(await notes()).toEqual([]);
});

test('statements whose rows nobody needs go with the next one, in their order', async ({ kantor, notes }) => {
  const sends = await countSends(async () => {
    const found = await transaction(kantor.db, async (tx) => {
      await later(tx, writing(1));
      const before = await read(tx, 0);
      await later(tx, writing(2));
      await later(tx, writing(3));
      return before;
    });
    expect(found).toEqual([1]);
  });
  expect(sends).toBe(2);
  expect(await notes()).toEqual([1, 2, 3]);
});

test('statements that are asked for at once are sent together, and each sees those before it', async ({
  kantor,
  notes,
}) => {
  const sends = await countSends(async () => {
    const found = await transaction(kantor.db, (tx) =>
      atOnce(tx, (each) =>
        Promise.all([read(each, 0), writing(5).execute(each), read(each, 1), writing(6).execute(each), read(each, 2)]),
      ),
    );
    expect(found.filter((rows) => Array.isArray(rows))).toEqual([[], [5], [5, 6]]);
  });
  expect(await notes()).toEqual([5, 6]);
  // The commit is the second.
  expect(sends).toBe(2);
});

test('what is to be sent later fails the commit, and leaves nothing', async ({ kantor, notes }) => {
  const failing = transaction(kantor.db, async (tx) => {
    await later(tx, writing(1));
    await later(tx, writing(1));
    await later(tx, writing(2));
  });
  await expect(failing).rejects.toMatchObject({ code: '23505' });
  expect(await notes()).toEqual([]);
});

test('what is read with the commit costs no wait, and sees what was written', async ({ kantor, notes }) => {
  const sends = await countSends(async () => {
    const { answer } = await transaction(kantor.db, async (tx) => {
      await later(tx, writing(1));
      return withCommit(tx, (last) => Promise.all([read(last, 0), read(last, 2)]));
    });
    expect(await answer).toEqual([[1], []]);
  });
  expect(await notes()).toEqual([1]);
  expect(sends).toBe(1);
});

test('a read with the commit that fails undoes the transaction', async ({ kantor, notes }) => {
  const bad = sql`select 1 / ${0}::integer as n`;
  const failing = transaction(kantor.db, async (tx) => {
    await later(tx, writing(1));
    return withCommit(tx, (last) => bad.execute(last));
  });
  await expect(failing).rejects.toMatchObject({ code: '22012' });
  expect(await notes()).toEqual([]);
  await transaction(kantor.db, (tx) => writing(2).execute(tx));
  expect(await notes()).toEqual([2]);
});

test('behind a statement that fails nothing is done, and all are tried anew on the same connection', async ({
  kantor,
  notes,
}) => {
  const bad = sql`select 1 / ${0}::integer as n`;
  // Unknown to the connection: the server, too, has yet to parse it.
  const fresh = sql`insert into note select ${7}::integer + ${1}::integer`;
  const attempt = (isBad: boolean) =>
    transaction(kantor.db, async (tx) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
      await atOnce(tx, (each) =>
        Promise.all([writing(1).execute(each), isBad ? bad.execute(each) : undefined, fresh.execute(each)]),
      );
      return rows[0]?.pid;
    });
  await expect(attempt(true)).rejects.toMatchObject({ code: '22012' });
  expect(await notes()).toEqual([]);
  await expect(attempt(true)).rejects.toMatchObject({ code: '22012' });
  expect(await attempt(false)).toBeTypeOf('number');
  expect(await notes()).toEqual([1, 8]);
});

test('a failure that its transaction has overlooked does not pass for a commit', async ({ kantor, notes }) => {
  const overlooking = transaction(kantor.db, async (tx) => {
    await writing(1).execute(tx);
    await writing(1)
      .execute(tx)
      .catch(() => undefined);
  });
  await expect(overlooking).rejects.toThrow('A transaction that has failed cannot be committed');
  expect(await notes()).toEqual([]);
});

test('a value that cannot be read fails its statement and those with it, and the connection goes on', async ({
  kantor,
  notes,
}) => {
  const unreadable = transaction(kantor.db, (tx) =>
    atOnce(tx, (each) => Promise.all([read(each, 0), sql`select 1.5::numeric as n`.execute(each)])),
  );
  await expect(unreadable).rejects.toThrow('A query returned numeric');
  expect(await notes()).toEqual([]);
});

/** What the server is doing for the transaction that holds the advisory lock 7. */
const holderOf7 = sql<{ state: string }>`
  select state from pg_stat_activity join pg_locks using (pid) where locktype = 'advisory' and objid = 7 and granted`;

test('a statement that is begun at once is done before the next is asked for, and its failure is that of the next', async ({
  kantor: { db },
  notes,
}) => {
  const sends = await countSends(() =>
    transaction(db, async (tx) => {
      await read(tx, 0);
      await now(tx, sql`select pg_advisory_xact_lock(${7})`);
      await vi.waitUntil(async () => (await holderOf7.execute(db)).rows.length === 1);
      await writing(1).execute(tx);
    }),
  );
  expect(sends).toBeGreaterThan(3);
  expect(await notes()).toEqual([1]);

  const failing = transaction(db, async (tx) => {
    await read(tx, 0);
    await now(tx, writing(1));
    await later(tx, writing(2));
    await read(tx, 0);
  });
  await expect(failing).rejects.toMatchObject({ code: '23505' });
  expect(await notes()).toEqual([1]);
});

test('what was begun at once goes with its transaction, also where nothing more is asked for', async ({
  kantor: { db },
  notes,
}) => {
  const pids: unknown[] = [];
  const attempt = (end: (tx: Tx) => Promise<unknown>) =>
    transaction(db, async (tx) => {
      const { rows } = await sql<{ pid: number }>`
        select pg_backend_pid() as pid, pg_advisory_xact_lock(${7})`.execute(tx);
      pids.push(rows[0]?.pid);
      await now(tx, writing(1));
      await end(tx);
    });
  await expect(attempt(() => Promise.reject(new Error('No')))).rejects.toThrow('No');
  expect(await notes()).toEqual([]);
  await attempt(() => Promise.resolve());
  expect(await notes()).toEqual([1]);
  // Refused before the end is sent, and after.
  const fresh = sql`insert into note select ${1}::integer * ${2}::integer`;
  const refused = attempt(async (tx) => {
    await vi.waitUntil(async () => (await holderOf7.execute(db)).rows.length === 0);
    await fresh.execute(tx);
  });
  await expect(refused).rejects.toMatchObject({ code: '23505' });
  const left = attempt(async () => {
    await vi.waitUntil(async () => (await holderOf7.execute(db)).rows.length === 0);
    throw new Error('No');
  });
  await expect(left).rejects.toThrow('No');
  await expect(attempt(() => Promise.resolve())).rejects.toMatchObject({ code: '23505' });
  expect(await notes()).toEqual([1]);
  // The server was never told of it: the connection knows that.
  await transaction(db, async (tx) => {
    pids.push((await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)).rows[0]?.pid);
    await fresh.execute(tx);
  });
  expect(await notes()).toEqual([1, 2]);
  expect(new Set(pids).size).toBe(1);
});

test('what is begun at once waits for what is before it', async ({ kantor: { db }, notes }) => {
  await transaction(db, async (tx) => {
    const [rows] = await atOnce(tx, (each) =>
      Promise.all([read(each, 0), now(each, writing(1)), writing(2).execute(each)]),
    );
    expect(rows).toEqual([]);
    await now(tx, writing(3));
    await now(tx, writing(4));
    expect(await read(tx, 0)).toEqual([1, 2, 3, 4]);
  });
  expect(await notes()).toEqual([1, 2, 3, 4]);
});
