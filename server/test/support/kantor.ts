import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { vi } from 'vitest';
import { actionTerms } from '../../src/app/action-terms.ts';
import { buildApi } from '../../src/app/build-api.ts';
import { createPool, type Database, type PoolOptions } from '../../src/db/pool.ts';
import { type Reads, readsOf } from '../../src/db/replica.ts';
import { createTurns } from '../../src/db/turns.ts';
import { transaction } from '../../src/db/tx.ts';
import { after, DAY } from '../../src/kernel/clock.ts';
import type { Log } from '../../src/kernel/log.ts';
import type { BotSettings } from '../../src/modules/alerts/index.ts';
import type { Timing } from '../../src/modules/events/index.ts';
import { readBalances } from '../../src/modules/ledger/index.ts';
import { createDemandCounter } from '../../src/modules/orders/index.ts';
import { type PayoutTerms, USUAL_TERMS } from '../../src/modules/payouts/index.ts';
import { setRate } from '../../src/modules/rates/index.ts';
import { insertRate } from '../../src/modules/rates/store.ts';
import { createCli } from './cli.ts';
import { createTestClock, NOON } from './clock.ts';
import { createDatabase, type TestDatabase } from './database.ts';
import { createPeople } from './people.ts';
import { usdt } from './money.ts';
import type { BucketPlace } from '../../src/modules/files/index.ts';
import { createRequisites } from './requisites.ts';
import { type RawRequest, sendRaw } from './test-client.ts';

export const JWT_SECRET = 'a secret that is only used by tests';

export interface KantorOptions {
  pool?: PoolOptions;
  /** The clock's time, noon in Moscow on some day unless given; `running`: this machine's clock, as other processes have it. */
  now?: Date | 'running';
  timing?: Partial<Timing>;
  /** The one private address that webhooks may go to. */
  simulatorUrl?: string;
  /** Milliseconds before the first use of a new wallet; none unless given. */
  walletWaitMs?: number;
  payoutTerms?: PayoutTerms;
  /** Whether the platform's people must have a second factor; unless given they need not. */
  secondFactor?: 'required' | 'off';
  /** The address that people use; none unless given. */
  publicUrl?: string;
  /** The bot of Telegram; none unless given. */
  telegram?: BotSettings;
  /** The bucket that has the uploaded files; none unless given. */
  bucket?: BucketPlace;
  /** The database; one of its own on the server of the run unless given. */
  database?: TestDatabase;
  /** Where much is read; the database unless given. */
  openReads?: (db: Database) => Promise<Reads>;
  /** What the api logs; nothing unless given. */
  log?: Log;
}

export type Kantor = Awaited<ReturnType<typeof startKantor>>;

/** The marketplace on a database of its own, at a rate of 100 RUB that does not age, with a clock that only the test moves. */
export async function startKantor({
  pool = {},
  now = NOON,
  timing = {},
  simulatorUrl,
  walletWaitMs = 0,
  payoutTerms = { ...USUAL_TERMS, minAmount: 1n },
  secondFactor = 'off',
  publicUrl,
  telegram,
  bucket,
  log,
  database: given,
  openReads,
}: KantorOptions = {}) {
  const [database, dataDir] = await Promise.all([given ?? createDatabase(), mkdtemp(join(tmpdir(), 'kantor-files-'))]);
  const db = createPool(database.url, pool);
  const ownerDb = createPool(database.ownerUrl, { max: 4 });
  const { clock, pass } = createTestClock(now);
  const settings = {
    jwtSecret: JWT_SECRET,
    dataDir,
    bucket,
    simulatorUrl,
    walletWaitMs,
    payouts: payoutTerms,
    secondFactor,
    publicUrl,
    telegram,
  };
  /** Of what the platform's people do on pages; a test may change them. */
  const actions = { ...actionTerms({}), secondOperatorAbove: usdt('1000000000') };
  const demand = createDemandCounter({ db, clock });
  const reads = (await openReads?.(db)) ?? readsOf(db);
  const app = await buildApi({
    db,
    reads,
    settings,
    clock,
    timing,
    actions,
    demand,
    refusesAsDeclared: true,
    ...(log && { log }),
  });
  const requisites = createRequisites({ db, clock });

  const rateOf = (value: bigint) => ({ value, source: 'test', staleAt: after(clock(), 3650 * DAY), at: clock() });
  await transaction(db, (tx) => insertRate(tx, rateOf(100_0000n)));

  const people = createPeople({ app, db, clock, heartbeat: requisites.heartbeat });

  return {
    db,
    reads,
    /** By the role that owns the database: for what the server itself may not do to it. */
    ownerDb,
    databaseUrl: database.url,
    ownerUrl: database.ownerUrl,
    app,
    settings,
    actions,
    payoutTerms,
    clock,
    turns: createTurns({ db, clock }),
    /** What shops asked this marketplace for; `flush()` writes it. */
    demand,
    pass,
    /** Puts another rate in force, in 1/10000 of a rouble. */
    changeRate: (value: bigint) => transaction(db, (tx) => setRate(tx, rateOf(value))),
    ...people,
    ...requisites,
    ...createCli({ db, clock, createOperator: people.createOperator }),

    /** An order waits for its payer: of 1 500 RUB (15 USDT) unless the test says otherwise, at the one requisite of its trader. */
    async activeOrder({ amount = '1500', balance = '1000', bankId = 1 } = {}) {
      const trader = await people.createTrader({ balance });
      await requisites.createRequisite(trader.id, { bankId });
      const merchant = await people.createMerchant();
      const order = await merchant.order(amount, { bank: bankId });
      return { trader, merchant, order, params: { id: order.id } };
    },

    /** Micro-USDT of a trader or a merchant. */
    balances: (ownerId: string) => readBalances(db, ownerId),

    /** Sends a request to an address that is no route of the contract. */
    request: <Body>(url: string, request?: RawRequest) => sendRaw<Body>(app, url, request),

    /** Resolves once somebody waits for a lock, or several do: what the test holds is really in the way. */
    untilBlocked: (count = 1, forMs = 0) =>
      vi.waitUntil(
        async () => {
          const { rows } = await sql`
            select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
              and clock_timestamp() >= query_start + ${forMs} * interval '1 ms'`.execute(db);
          return rows.length >= count;
        },
        { timeout: 20_000, interval: 5 },
      ),

    /** How often transactions have waited for each other in a circle; whoever lost has tried again. */
    deadlocks: async () => {
      const { rows } = await sql<{ n: bigint }>`
        select deadlocks as n from pg_stat_database where datname = current_database()`.execute(db);
      return Number(rows[0]?.n);
    },

    async close() {
      await app.close();
      await Promise.all([db.destroy(), ownerDb.destroy()]);
      await Promise.all([database.drop(), rm(dataDir, { recursive: true, force: true })]);
    },
  };
}
