import { Socket } from 'node:net';
import { setImmediate as round } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { expect, onTestFinished, vi } from 'vitest';
import { type Database, poolStateOf } from '../../src/db/pool.ts';
import { behind, later, transaction, type Tx } from '../../src/db/tx.ts';
import { kantorTest } from '../support/fixtures.ts';

/** A table of its own, empty before each test. */
const test = kantorTest.extend('notes', async ({ kantor: { db, ownerDb } }) => {
  await sql`create table if not exists note (n integer unique)`.execute(ownerDb);
  await sql`grant select, insert on note to kantor_app`.execute(ownerDb);
  await sql`truncate note`.execute(ownerDb);
  return () => readNotes(db);
});

const readNotes = async (db: Pick<Database, 'getExecutor'>) => {
  const { rows } = await sql<{ n: number }>`select n from note order by n`.execute(db);
  return rows.map(({ n }) => n);
};
const writing = (n: number) => sql`insert into note values (${n})`;
const pidOf = async (tx: Tx) => (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)).rows[0]?.pid;
const rounds = async (count: number) => {
  for (let n = 0; n < count; n += 1) await round();
};

/** Runs a transaction up to its commit, and then `next` with a handle behind it. `last`: its last statement, which goes with the commit. */
async function runBoth<Result>(
  db: Database,
  { first, last }: { first?: (tx: Tx) => Promise<unknown>; last?: (tx: Tx) => Promise<void> },
  next: (db: Database) => Promise<Result>,
) {
  const { promise: written, resolve: isWritten, reject } = Promise.withResolvers<Database | undefined>();
  const one = transaction(db, async (tx) => {
    const handle = await behind(db, tx);
    const pid = await pidOf(tx);
    await first?.(tx);
    await last?.(tx);
    isWritten(handle?.());
    return pid;
  });
  void one.catch(reject);
  const goBehind = async () => {
    const handle = await written;
    if (handle === undefined) throw new Error('There is nothing to go behind');
    return next(handle);
  };
  const other = goBehind();
  return Promise.allSettled([one, other]);
}

test('one transaction goes behind another, on its connection, and sees what that has written', async ({
  kantor: { db },
  notes,
}) => {
  const [one, other] = await runBoth(db, { last: (tx) => later(tx, writing(1)) }, (handle) =>
    transaction(handle, async (tx) => {
      const seen = await readNotes(tx);
      await writing(2).execute(tx);
      return { seen, pid: await pidOf(tx) };
    }),
  );
  expect(other).toEqual({ status: 'fulfilled', value: { seen: [1], pid: one.status === 'fulfilled' && one.value } });
  expect(await notes()).toEqual([1, 2]);
});

test('it waits at the server, not here: it is sent before the answer to the commit has come', async ({
  kantor: { db, ownerDb },
  notes,
}) => {
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
  const { promise: isHeld, resolve: hold } = Promise.withResolvers<void>();
  const holder = ownerDb.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(7)`.execute(tx);
    hold();
    await held;
  });
  await isHeld;
  const writes = vi.spyOn(Socket.prototype, 'write');
  onTestFinished(() => writes.mockRestore());
  const sends = (text: string) =>
    writes.mock.calls.some(([bytes]: unknown[]) => Buffer.isBuffer(bytes) && bytes.includes(text));
  const pids: (number | undefined)[] = [];
  const both = runBoth(
    db,
    {
      first: async (tx) => pids.push(await pidOf(tx)),
      last: (tx) => later(tx, sql`select pg_advisory_xact_lock(${7}::bigint)`),
    },
    (handle) => transaction(handle, (tx) => sql`insert into note select ${1}::integer`.execute(tx)),
  );
  // The server waits for the lock, with what is behind unread in its socket.
  for (let isWaiting = false; !isWaiting;) {
    const { rows } = await sql<{ isWaiting: boolean }>`
      select exists (select from pg_locks where pid = ${pids[0] ?? null} and not granted) as "isWaiting"`.execute(
      ownerDb,
    );
    isWaiting = rows[0]?.isWaiting ?? false;
  }
  await rounds(3);
  const [isSent, before] = [sends('insert into note select'), await notes()];
  letGo();
  await holder;
  expect((await both).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
  expect({ isSent, before }).toEqual({ isSent: true, before: [] });
  expect(await notes()).toEqual([1]);
});

test('asked for too soon it waits until the commit is sent, and is no part of the one before', async ({
  kantor: { db },
  notes,
}) => {
  const { promise: begun, resolve: begin } = Promise.withResolvers<Promise<unknown>>();
  const one = transaction(db, async (tx) => {
    await writing(1).execute(tx);
    const handle = await behind(db, tx);
    begin(transaction(handle?.() ?? db, (next) => writing(2).execute(next)));
    await rounds(3);
    throw new Error('The one before comes to nothing');
  });
  await expect(one).rejects.toThrow('comes to nothing');
  await begun;
  expect(await notes()).toEqual([2]);
});

test('where the one before fails, it is done all the same, by itself', async ({ kantor: { db }, notes }) => {
  await transaction(db, (tx) => writing(1).execute(tx));
  let attempts = 0;
  const [one, other] = await runBoth(db, { last: (tx) => later(tx, writing(1)) }, (handle) =>
    transaction(handle, async (tx) => {
      attempts += 1;
      await writing(2).execute(tx);
      await writing(3).execute(tx);
    }),
  );
  expect(one).toMatchObject({ status: 'rejected', reason: { code: '23505' } });
  expect(other.status).toBe('fulfilled');
  expect(attempts).toBe(2);
  expect(await notes()).toEqual([1, 2, 3]);
});

test('where it fails itself, the one before is done', async ({ kantor: { db }, notes }) => {
  const [one, other] = await runBoth(db, { last: (tx) => later(tx, writing(1)) }, (handle) =>
    transaction(handle, (tx) => writing(1).execute(tx)),
  );
  expect(one.status).toBe('fulfilled');
  expect(other).toMatchObject({ status: 'rejected', reason: { code: '23505' } });
  expect(await notes()).toEqual([1]);
});

test('several go behind each other, and their connection is the pool’s again', async ({ kantor: { db }, notes }) => {
  const pids = new Set<number | undefined>();
  const chain = async (handle: Database, n: number): Promise<void> => {
    if (n > 5) return;
    const { promise: written, resolve: isWritten } = Promise.withResolvers<Database>();
    const one = transaction(handle, async (tx) => {
      const next = await behind(handle, tx);
      pids.add(await pidOf(tx));
      await later(tx, writing(n));
      isWritten(next?.() ?? db);
    });
    await chain(await written, n + 1);
    await one;
  };
  await chain(db, 1);
  expect(await notes()).toEqual([1, 2, 3, 4, 5]);
  expect(pids.size).toBe(1);
  const { open, idle } = poolStateOf(db);
  expect(idle).toBe(open);
});

test('when the one before is over, and for whatever comes later, the pool gives a connection', async ({
  kantor: { db },
  notes,
}) => {
  let handle: Database | undefined;
  await transaction(db, async (tx) => {
    handle = (await behind(db, tx))?.();
    await writing(1).execute(tx);
  });
  await transaction(handle ?? db, (tx) => writing(2).execute(tx));
  await transaction(handle ?? db, (tx) => writing(3).execute(tx));
  expect(await notes()).toEqual([1, 2, 3]);
});

test('when their connection breaks, neither is taken for done, and the driver is never handed a third', async ({
  kantor: { db },
  notes,
}) => {
  const queued: unknown[] = [];
  const query = Reflect.get(pg.Client.prototype, 'query') as (...args: unknown[]) => unknown;
  // The driver's own queue, beside what it is waiting for.
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...args: unknown[]) {
    queued.push((Reflect.get(this, '_queryQueue') as unknown[]).length);
    return Reflect.apply(query, this, args);
  });
  onTestFinished(() => spy.mockRestore());
  const [one, other] = await runBoth(
    db,
    {
      first: async (tx) => {
        await writing(1).execute(tx);
        await sql`select pg_terminate_backend(${await pidOf(tx)}::integer)`.execute(db);
      },
    },
    (handle) => transaction(handle, (tx) => writing(2).execute(tx)),
  );
  expect([one.status, other.status]).toEqual(['rejected', 'rejected']);
  expect(new Set(queued)).toEqual(new Set([0]));
  expect(await notes()).toEqual([]);
});
