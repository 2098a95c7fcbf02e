import { sql } from 'kysely';
import { expect } from 'vitest';
import { MINUTE } from '../../src/kernel/clock.ts';
import { createWatcher } from '../../src/modules/chain/index.ts';
import { verify } from '../../src/modules/verification/index.ts';
import { usdt } from '../support/money.ts';
import { killAtEachStep } from '../kills/kill-at-each-step.ts';
import { test as base } from './fixture.ts';
import { USDT } from './simulated-chain.ts';

// Any number of workers, killed at any moment: every deposit is credited once.

const test = base
  /** What was read of the chain, and the events that came of it. */
  .extend('state', ({ kantor }) => async () => {
    const { rows } = await sql`
      select (select array_agg(hash order by number) from chain_block) as seen, (select block_hash from chain_cursor) as final,
        (select count(*) from outbox) as events`.execute(kantor.db);
    return rows;
  })
  /** A worker that `stop` ends, and its log. */
  .extend('stoppable', ({ kantor, chain }) => {
    const said: string[] = [];
    const log = { info: (line: string) => said.push(line), error: (line: string) => said.push(line) };
    const stopping = new AbortController();
    const { signal } = stopping;
    const source = chain.source({ signal, timeoutMs: 10 * MINUTE });
    const watcher = createWatcher({ db: kantor.db, clock: kantor.clock, source, log, signal });
    return { said, watcher, stop: () => stopping.abort() };
  });

// The lease of who read the chain up to now has run out.
test.beforeEach(({ kantor, trader: _there }) => kantor.pass(MINUTE));

const SILENT = { info: () => undefined, error: () => undefined };

test('A worker that is killed at any step neither loses a deposit nor doubles one', async ({
  kantor,
  chain,
  pay,
  balance,
}) => {
  let paid = 0n;
  const payLater = (blocks: number) => pay('1', { number: chain.node.head() + blocks });
  const prepare = async () => {
    // One stays, one is replaced by a reorganisation, one is still pending when the job ends.
    payLater(1);
    payLater(2);
    chain.grow(2);
    await chain.readAll(chain.scan());
    chain.reorganise(1);
    payLater(14);
    paid += usdt('2');
    chain.grow(24);
    kantor.pass(30_000);
  };
  const job = {
    databaseUrl: kantor.databaseUrl,
    job: 'read-chain',
    get args() {
      return [kantor.clock().toISOString(), chain.url, USDT];
    },
  };
  const steps = await killAtEachStep(job, prepare, async () => {
    // The lease of the one that was killed runs out.
    kantor.pass(30_000);
    await chain.readAll(chain.scan({ maxBlocks: 200 }));
    expect(await balance()).toBe(paid);
    expect(await chain.cursor()).toBe(chain.node.head() - 19);
    kantor.pass(30_000);
  });
  expect(steps).toBeGreaterThan(20);
  expect(await verify(kantor.db)).toEqual([]);
  const { rows } = await sql`
    select object_id, kind, count(*) as n from outbox where kind like 'deposit.%' group by 1, 2 having count(*) > 1`.execute(
    kantor.db,
  );
  expect(rows).toEqual([]);
});

test('One reads at a time, and the node is asked by that one only', async ({ chain, trader, balance }) => {
  chain.plan({ to: trader.wallet, amount: usdt('1') });
  chain.grow(40);
  const scans = [chain.scan(), chain.scan(), chain.scan()];
  // All have made sure of which network the node is.
  chain.asked.length = 0;
  const turns = await Promise.all(scans.map((scan) => scan()));
  expect(turns.map(({ kind }) => kind).toSorted((a, b) => a.localeCompare(b))).toEqual([
    'elsewhere',
    'elsewhere',
    'read',
  ]);
  expect(chain.asked.length).toBeLessThanOrEqual(1 + 2 * 8);
  const winner = scans[turns.findIndex(({ kind }) => kind === 'read')];
  if (winner === undefined) throw new Error('Nobody reads');
  await chain.readAll(winner);
  expect(await balance()).toBe(usdt('1'));
});

test('Two that read the same at the same moment, as after a lease that ran out too early, credit it once', async ({
  kantor,
  chain,
  trader,
  balance,
}) => {
  const worker = '0b8f1f0e-6a3c-4d8e-9a52-0c1f4b8d7e11';
  let paid = 0n;
  for (let round = 0; round < 10; round += 1) {
    for (const later of [1, 3, 5]) chain.plan({ to: trader.wallet, amount: usdt('1') }, chain.node.head() + later);
    paid += usdt('3');
    chain.grow(25);
    // The lease is of both of them.
    const scans = [chain.scan({ worker }), chain.scan({ worker }), chain.scan({ worker })];
    await Promise.all(scans.map((scan) => chain.readAll(scan)));
    expect(await balance()).toBe(paid);
  }
  expect(await verify(kantor.db)).toEqual([]);
  const { rows } = await sql`
    select object_id, kind, count(*) as n from outbox where kind like 'deposit.%' group by 1, 2 having count(*) > 1`.execute(
    kantor.db,
  );
  expect(rows).toEqual([]);
});

test('Who is slow writes nothing over what others have read meanwhile', async ({ chain, pay, balance, state }) => {
  const worker = '0b8f1f0e-6a3c-4d8e-9a52-0c1f4b8d7e13';
  const slow = chain.scan({ worker, source: chain.source({ apiKey: 'slow' }) });
  chain.grow();
  await chain.readAll(slow);
  const held = chain.holdAnswers('slow');
  pay('1');
  chain.grow(3);
  const turn = slow();
  await held.asked;
  chain.grow(30);
  await chain.readAll(chain.scan({ worker }));
  const before = await state();
  held.answer();
  expect(await turn).toMatchObject({ kind: 'read', warnings: [] });
  expect(await state()).toEqual(before);
  chain.disturb();
  chain.grow();
  await chain.readAll(slow);
  expect(await balance()).toBe(usdt('1'));
});

test('Who is killed keeps the chain for half a minute at most, who stops gives it up at once', async ({
  kantor,
  chain,
}) => {
  const scan = chain.scan();
  chain.grow();
  expect(await scan()).toMatchObject({ kind: 'read' });
  const other = chain.scan();
  chain.grow();
  expect(await other()).toMatchObject({ kind: 'elsewhere' });
  kantor.pass(26_000);
  expect(await other()).toMatchObject({ kind: 'elsewhere' });
  kantor.pass(1000);
  expect(await other()).toMatchObject({ kind: 'read' });

  kantor.pass(MINUTE);
  const watcher = createWatcher({ db: kantor.db, clock: kantor.clock, source: chain.source(), log: SILENT });
  await watcher.turn();
  expect(await scan()).toMatchObject({ kind: 'elsewhere' });
  // One that stops gives up nothing that is another's.
  await createWatcher({ db: kantor.db, clock: kantor.clock, source: chain.source(), log: SILENT }).release();
  expect(await scan()).toMatchObject({ kind: 'elsewhere' });
  await watcher.release();
  expect(await scan()).toMatchObject({ kind: 'read' });
});

test('A worker that must stop while the node is silent stops at once, and logs nothing', async ({
  kantor,
  chain,
  stoppable: { said, watcher, stop },
}) => {
  chain.grow();
  chain.disturb((response) => response.destroy());
  await watcher.turn();
  // By now another failure would be logged.
  kantor.pass(25_000);
  const asked = Promise.withResolvers<void>();
  chain.disturb(() => asked.resolve());
  const turn = watcher.turn();
  await asked.promise;
  stop();
  await turn;
  chain.disturb();
  expect(said).toEqual([]);
});

test('Beginning at the same moment, several begin at the same block', async ({ chain, newcomer }) => {
  const scans = [1, 2, 3].map(() => chain.scan({ db: newcomer.db }));
  await Promise.all(scans.map((scan) => scan()));
  const { rows } = await sql<{ n: bigint }>`select block_number as n from chain_cursor`.execute(newcomer.db);
  expect(rows).toEqual([{ n: BigInt(chain.node.head() - 19) }]);
});
