import { sql } from 'kysely';
import { expect, vi } from 'vitest';
import { startJob } from '../../src/app/jobs.ts';
import type { Database } from '../../src/db/pool.ts';
import { createTurns, inTurn, type Kind } from '../../src/db/turns.ts';
import { Stalled, unwatched, watched, withPatience } from '../../src/db/watch.ts';
import { verify } from '../../src/modules/verification/index.ts';
import { collectLog } from '../support/log.ts';
import { SOON, test } from './fixture.ts';

/** Milliseconds, in place of the seconds of a process. */
const LIMIT_MS = 300;

const pidOf = async (db: Database): Promise<number> => {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db);
  return rows[0]?.pid ?? 0;
};

test('a connection whose statement was not answered in time is destroyed, and so are those that were as quiet', async ({
  proxy,
  far,
}) => {
  const before = await Promise.all([pidOf(far), pidOf(far), pidOf(far)]);
  proxy.swallow();
  proxy.serveNew();
  await expect(withPatience(LIMIT_MS, () => pidOf(far))).rejects.toMatchObject({ code: 'QUERY_TIMEOUT' });
  // One was given up; the others are not even tried.
  const after = await Promise.all([pidOf(far), pidOf(far), pidOf(far)]);
  for (const pid of after) expect(before).not.toContain(pid);
});

test('so are those that were still heard of when the statement was sent', async ({ proxy, far }) => {
  await Promise.all([pidOf(far), pidOf(far), pidOf(far)]);
  const unanswered = withPatience(4 * LIMIT_MS, () => sql`select pg_sleep(30)`.execute(far));
  const before = await Promise.all([pidOf(far), pidOf(far)]);
  proxy.swallow();
  proxy.serveNew();
  await expect(unanswered).rejects.toMatchObject({ code: 'QUERY_TIMEOUT' });
  const after = await Promise.all([pidOf(far), pidOf(far)]);
  for (const pid of after) expect(before).not.toContain(pid);
});

test('a transaction that is not answered fails at once as a whole', async ({ proxy, far }) => {
  await pidOf(far);
  const stuck = withPatience(LIMIT_MS, () =>
    far.transaction().execute(async (tx) => {
      await sql`select 1`.execute(tx);
      proxy.swallow();
      await sql`select 2`.execute(tx);
    }),
  );
  await expect(stuck).rejects.toMatchObject({ code: 'QUERY_TIMEOUT' });
  proxy.serveNew();
  expect(await pidOf(far)).toBeGreaterThan(0);
});

test('every statement has a limit on our side, a little above the server’s', async ({ kantor, proxy, far }) => {
  const { rows } = await sql<{ limit: string; name: string }>`
    select current_setting('statement_timeout') as limit, current_setting('application_name') as name`.execute(far);
  expect(rows).toEqual([{ limit: '10s', name: 'kantor test' }]);
  proxy.swallow();
  let code: unknown;
  pidOf(far).catch((error: { code: string }) => (code = error.code));
  // The real limit, waited for once. A pool without one waits for ever.
  await vi.waitFor(() => expect(code).toBe('QUERY_TIMEOUT'), SOON);
  // What reads everything has a longer one than a request.
  expect(await verify(kantor.db)).toEqual([]);
});

test('the server ends a session of which only a lost network is left', async ({ far }) => {
  const { rows } = await sql<{ idle: string; open: string; probes: string }>`
    select current_setting('idle_session_timeout') as idle, current_setting('idle_in_transaction_session_timeout') as open,
      concat_ws(' ', current_setting('tcp_keepalives_idle'), current_setting('tcp_keepalives_interval'),
        current_setting('tcp_keepalives_count')) as probes`.execute(far);
  // Neither limit counts where the end of a piece is due: there it is found by probes.
  expect(rows).toEqual([{ idle: '30s', open: '10s', probes: '10 5 3' }]);
});

test('a turn, for which others wait, is given up sooner than another statement, and what was in it is tried alone', async ({
  kantor,
  proxy,
  far,
}) => {
  await Promise.all([pidOf(far), pidOf(far)]);
  const limits: unknown[] = [];
  let isOtherGivenUp = false;
  let other: Promise<unknown> = Promise.resolve();
  const kind: Kind<string, string> = {
    name: 'try',
    together: (deps, requests) =>
      inTurn({ ...deps, db: far }, async (tx) => {
        const { rows } = await sql`
          select current_setting('statement_timeout') as limit,
            current_setting('idle_in_transaction_session_timeout') as idle`.execute(tx);
        limits.push(...rows);
        proxy.swallow();
        proxy.serveNew();
        other = unwatched(() => pidOf(far)).catch(() => (isOtherGivenUp = true));
        await pidOf(tx);
        return requests.map(() => ({ answer: 'together' }));
      }),
    alone: async (_deps, request, isUnsure) => {
      await pidOf(far);
      return `${request}, ${isUnsure ? 'unsure' : 'refused'}`;
    },
  };
  const turns = createTurns({ db: far, clock: kantor.clock });
  expect(await turns.take(kind, 'one')).toBe('one, unsure');
  expect(isOtherGivenUp).toBe(false);
  expect(limits).toEqual([{ limit: '4s', idle: '4s' }]);
  await proxy.close();
  await other;
});

test('watched work that hangs is ended with its connections, and what is left of it gets no other', async ({
  proxy,
  far,
}) => {
  const before = await pidOf(far);
  let leftover: Promise<unknown> = Promise.resolve();
  const hanging = watched(LIMIT_MS, () => {
    leftover = pidOf(far).catch(() => pidOf(far));
    return leftover;
  });
  leftover.catch(() => undefined);
  proxy.swallow();
  proxy.serveNew();
  await expect(
    watched(LIMIT_MS, async () => {
      await hanging.catch(() => undefined);
      await pidOf(far);
      return new Promise(() => undefined);
    }),
  ).rejects.toThrow(Stalled);
  expect(await pidOf(far)).not.toBe(before);
});

test('a job whose turn hangs, on the database or not, is begun anew, and says so', async ({ proxy, far }) => {
  const { log, lines } = collectLog();
  let turns = 0;
  const job = startJob(
    {
      name: 'hang',
      pause: 1,
      limitMs: LIMIT_MS,
      turn: async () => {
        turns += 1;
        if (turns === 1) return new Promise(() => undefined);
        if (turns === 2) proxy.swallow();
        await pidOf(far).finally(() => proxy.serveNew());
      },
    },
    log,
  );
  try {
    await vi.waitUntil(() => turns > 4, SOON);
    expect(lines()).toContainEqual(
      expect.objectContaining({
        event: 'job_failed',
        job: 'hang',
        error: expect.objectContaining({ code: 'STALLED' }),
      }),
    );
  } finally {
    await job.stop();
  }
});
