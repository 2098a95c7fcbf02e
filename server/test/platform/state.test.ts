import { askVerification, getState } from '@kantor/contract/wire/platform/state.ts';
import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { DAY, HOUR, MINUTE } from '../../src/kernel/clock.ts';
import { countErrors } from '../../src/kernel/log.ts';
import { transaction } from '../../src/db/tx.ts';
import { insertDrill, runVerification, tellState } from '../../src/modules/platform/index.ts';
import { inspect } from '../../src/modules/verification/index.ts';
import { freshKantorTest } from '../support/fixtures.ts';
import { collectLog } from '../support/log.ts';
import { foldAll, untilShown } from '../support/outbox-reading.ts';

const test = freshKantorTest
  .extend('operator', ({ kantor }) => kantor.createOperator())
  .extend(
    'state',
    ({ operator }) =>
      () =>
        operator.call(getState),
  );

test('the page tells the version, the database, the disk and the phones', async ({ kantor, state }) => {
  const trader = await kantor.createTrader();
  await kantor.createCabinet(trader.id);
  await kantor.createCabinet(trader.id);
  await sql`update cabinet set is_heard = false where id = (select min(id::text)::uuid from cabinet)`.execute(
    kantor.db,
  );
  const { rows } = await sql<{ version: string; size: bigint; schema: number }>`
    select current_setting('server_version') as version, pg_database_size(current_database()) as size,
      (select max(version)::integer from schema_version) as schema`.execute(kantor.db);
  const answer = await state();
  expect(answer).toMatchObject({
    version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
    database: { version: rows[0]?.version, schema: rows[0]?.schema },
    phones: { online: 1, active: 2 },
    chain: null,
    backup: null,
    drill: null,
    verification: null,
    errors: [],
  });
  expect(Math.abs(answer.database.size - Number(rows[0]?.size))).toBeLessThan(10_000_000);
  expect(answer.disk.free).toBeGreaterThan(0);
  expect(answer.disk.total).toBeGreaterThanOrEqual(answer.disk.free);
});

test('queues are what is behind each reader of the outbox, and webhooks that are due', async ({ kantor, state }) => {
  const { merchant } = await kantor.activeOrder();
  await foldAll(kantor);
  const at = kantor.clock();
  await kantor.activeOrder({ amount: '1700' });
  await sql`
    insert into webhook (id, merchant_id, merchant_seq, event_id, type, object_id, url, body, created_at, give_up_at, next_attempt_at)
    select gen_random_uuid(), ${merchant.id}, n, n, 'order.closed', gen_random_uuid(), 'https://shop.example', '{}', ${at}, ${at},
      ${at}::timestamptz + (n - 2) * interval '1 minute'
    from generate_series(1, 3) as n`.execute(kantor.db);
  await untilShown(kantor.db);
  const behind = async (reader: string) =>
    (
      await sql<{ n: number }>`
        select count(*)::integer as n from outbox, outbox_reader
        where name = ${reader} and (outbox.xid, outbox.id) > (outbox_reader.xid, outbox_reader.id)`.execute(kantor.db)
    ).rows[0]?.n;
  const { queues } = await state();
  const queue = (name: string) => queues.find((each) => each.name === name);
  expect(queue('outbox_lists')).toMatchObject({ count: await behind('lists'), since: at.toISOString() });
  expect(queue('outbox_webhooks')).toMatchObject({ count: await behind('webhooks') });
  expect(queue('webhooks')).toEqual({
    name: 'webhooks',
    count: 2,
    since: new Date(at.getTime() - MINUTE).toISOString(),
  });
});

describe('jobs and errors', () => {
  test('are told by every process: the latest success of a job, the sum of errors of a day', async ({
    kantor,
    state,
  }) => {
    const { clock } = kantor;
    const part = (name: string, age: number) => ({ name, isNeeded: true, age: () => age, lateAfterMs: 1000 });
    const quiet = collectLog('error');
    const first = countErrors(quiet.log);
    first.log.with({ job: 'expire_orders' }).error('job_failed', { repeated: 4 });
    first.log.error('request', { reason: 'internal' });
    await tellState(kantor, [part('expire_orders', 5000), part('verify', 100)], first.errors);
    const second = countErrors(quiet.log);
    second.log.with({ job: 'expire_orders' }).error('job_failed');
    second.log.warn('database_role', {});
    await tellState(kantor, [part('expire_orders', 9000)], second.errors);
    const ago = (milliseconds: number) => new Date(clock().getTime() - milliseconds).toISOString();
    expect(await state()).toMatchObject({
      jobs: [
        { name: 'expire_orders', succeeded_at: ago(5000) },
        { name: 'verify', succeeded_at: ago(100) },
      ],
      errors: [
        { kind: 'job_failed expire_orders', n: 6 },
        { kind: 'request internal', n: 1 },
      ],
    });
    // What was told once is not told again.
    await tellState(kantor, [], first.errors);
    expect((await state()).errors[0]?.n).toBe(6);
    kantor.pass(DAY + 2 * HOUR);
    expect((await state()).errors).toEqual([]);
  });

  test('that cannot be written are told the next time', async ({ kantor, state }) => {
    const { log, errors } = countErrors(collectLog('error').log);
    log.error('clock_apart');
    await sql`alter table error_hour rename to error_hours`.execute(kantor.ownerDb);
    await expect(tellState(kantor, [], errors)).rejects.toThrow();
    await sql`alter table error_hours rename to error_hour`.execute(kantor.ownerDb);
    await tellState(kantor, [], errors);
    expect((await state()).errors).toEqual([{ kind: 'clock_apart', n: 1 }]);
  });
});

test('a backup tells of itself by a command', async ({ kantor, state }) => {
  const at = kantor.clock().toISOString();
  await kantor.cli('backed-up', '--note', 'base backup on the second machine');
  kantor.pass(HOUR);
  expect((await state()).backup).toEqual({ at, note: 'base backup on the second machine' });
});

test('a drill tells of the backup that it tried', async ({ kantor, state }) => {
  const at = kantor.clock();
  const backupAt = new Date(at.getTime() - DAY);
  const tell = (violations: number, badFiles: number) =>
    transaction(kantor.db, (tx) => insertDrill(tx, { at, backupAt, violations, badFiles }));
  await tell(3, 1);
  await tell(0, 2);
  kantor.pass(HOUR);
  expect((await state()).drill).toEqual({
    at: at.toISOString(),
    backup_at: backupAt.toISOString(),
    violations: 0,
    bad_files: 2,
  });
});

describe('verification', () => {
  test('runs once a night, and tells what it found', async ({ kantor, state }) => {
    // Noon: today's has not been.
    const askedAt = kantor.clock().toISOString();
    await runVerification(kantor, () => inspect(kantor.db));
    const run = { asked_at: askedAt, ended_at: askedAt, since: null, whole_at: askedAt, violations: 0, found: [] };
    expect((await state()).verification).toEqual(run);
    kantor.pass(HOUR);
    await runVerification(kantor, () => inspect(kantor.db));
    expect((await state()).verification).toEqual(run);
    // 03:59 of the next day, then four in the morning.
    kantor.pass(15 * HOUR - MINUTE);
    await runVerification(kantor, () => inspect(kantor.db));
    expect((await state()).verification).toEqual(run);
    const { trader } = await kantor.activeOrder();
    await sql`update requisite set active_orders = 7 where trader_id = ${trader.id}`.execute(kantor.db);
    kantor.pass(MINUTE);
    await runVerification(kantor, () => inspect(kantor.db));
    expect((await state()).verification).toMatchObject({
      asked_at: kantor.clock().toISOString(),
      violations: 1,
      found: [{ row: expect.stringMatching(/^requisite /), problem: expect.stringMatching(/^active 7/) }],
    });
  });

  test('looks each night at what is new where everything takes long, and at everything once a week, while something is wrong, and for whoever asks', async ({
    kantor,
    operator,
    state,
  }) => {
    const looked: (Date | undefined)[] = [];
    let violations: { invariant: string; table: string; row: string; problem: string }[] = [];
    const night = async (lasts: number) => {
      await runVerification(kantor, async ({ since }) => {
        looked.push(since);
        kantor.pass(lasts);
        return Promise.resolve({ violations });
      });
      kantor.pass(DAY - lasts);
      return looked.at(-1) === undefined ? 'everything' : 'what is new';
    };
    kantor.pass(-8 * HOUR);
    expect(await night(9 * MINUTE)).toBe('everything');
    expect(await night(11 * MINUTE)).toBe('everything');
    const wholeAt = kantor.clock().getTime() - DAY + 11 * MINUTE;
    for (let n = 1; n <= 6; n += 1) expect(await night(MINUTE), `night ${n}`).toBe('what is new');
    expect(looked.at(-1)?.getTime()).toBe(kantor.clock().getTime() - 4 * DAY);
    expect((await state()).verification).toMatchObject({
      since: looked.at(-1)?.toISOString(),
      whole_at: new Date(wholeAt).toISOString(),
    });
    violations = [{ invariant: 'x', table: 'orders', row: '1', problem: 'y' }];
    expect(await night(20 * MINUTE)).toBe('everything');
    violations = [];
    expect(await night(20 * MINUTE)).toBe('everything');
    expect(await night(20 * MINUTE)).toBe('what is new');
    await operator.call(askVerification);
    expect(await night(20 * MINUTE)).toBe('everything');
  });

  test('is asked for by a button, once while it waits, and by nobody who only reads', async ({
    kantor,
    operator,
    state,
  }) => {
    kantor.pass(-10 * HOUR);
    await operator.call(askVerification);
    await operator.call(askVerification);
    const { rows } = await sql`select from verification_run`.execute(kantor.db);
    expect(rows).toHaveLength(1);
    expect((await state()).verification).toMatchObject({ ended_at: null, violations: null });
    await runVerification(kantor, () => inspect(kantor.db));
    expect((await state()).verification).toMatchObject({ ended_at: kantor.clock().toISOString(), violations: 0 });
  });

  test('of a worker that is gone is taken again when its time is over, and by nobody before', async ({
    kantor,
    state,
  }) => {
    kantor.pass(-10 * HOUR);
    const at = kantor.clock();
    await sql`insert into verification_run (asked_at, leased_until) values (${at}, ${at}::timestamptz + interval '1 hour')`.execute(
      kantor.db,
    );
    await runVerification(kantor, () => inspect(kantor.db));
    expect((await state()).verification).toMatchObject({ ended_at: null });
    kantor.pass(HOUR);
    await runVerification(kantor, () => inspect(kantor.db));
    expect((await state()).verification).toMatchObject({ violations: 0 });
  });
});
