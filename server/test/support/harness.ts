import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseMinorUnits, SCALE } from '@kantor/contract/plain/money.ts';
import { sql } from 'kysely';
import pg from 'pg';
import { inject, vi } from 'vitest';
import { buildApi } from '../../src/app/build-api.ts';
import { buildProgram } from '../../src/app/commands/program.ts';
import { createPool, type PoolOptions } from '../../src/db/pool.ts';
import { transaction } from '../../src/db/tx.ts';
import { after, DAY, MINUTE } from '../../src/kernel/clock.ts';
import { newId } from '../../src/kernel/ids.ts';
import { insertCabinet } from '../../src/modules/cabinets/index.ts';
import type { Timing } from '../../src/modules/events/index.ts';
import { post, postings, readBalances } from '../../src/modules/ledger/index.ts';
import { createApiKey } from '../../src/modules/merchant-api/index.ts';
import { insertRate } from '../../src/modules/rates/store.ts';
import { insertRequisite, type NewRequisite } from '../../src/modules/requisites/index.ts';
import { createUser, setTraffic } from '../../src/modules/users/index.ts';
import { type Answer, type Send, type UploadForm, send } from './calls.ts';

export const JWT_SECRET = 'a secret that is only used by tests';
export const PASSWORD = 'correct horse battery staple';

export const usdt = (text: string) => parseMinorUnits(text, SCALE.usdt) ?? 0n;
export const rub = (text: string) => parseMinorUnits(text, SCALE.rub) ?? 0n;

/** Copies the template: a database of its own for one test file. */
async function createDatabase() {
  const template = new URL(inject('templateUrl'));
  const admin = new URL('/postgres', template);
  const url = new URL(`/test_${randomBytes(6).toString('hex')}`, template);
  const run = async (statement: string) => {
    const client = new pg.Client({ connectionString: admin.href });
    await client.connect();
    await client.query(statement).finally(() => client.end());
  };
  await run(`create database ${url.pathname.slice(1)} template ${template.pathname.slice(1)}`);
  return { url: url.href, drop: () => run(`drop database ${url.pathname.slice(1)} with (force)`) };
}

export type Kantor = Awaited<ReturnType<typeof startKantor>>;

interface KantorOptions {
  pool?: PoolOptions;
  /** Where the clock stands; by default, noon in Moscow on some day. `running`: it is this machine's, as that of other processes. */
  now?: Date | 'running';
  timing?: Partial<Timing>;
  /** The one private address that webhooks may go to. */
  simulatorUrl?: string;
}

/** The marketplace on a database of its own, at a rate of 100 RUB that does not age, with a clock that, unless it runs, only the test moves. */
export async function startKantor({
  pool = {},
  now = new Date('2026-11-20T09:00:00Z'),
  timing = {},
  simulatorUrl,
}: KantorOptions = {}) {
  const database = await createDatabase();
  const db = createPool(database.url, pool);
  let passed = 0;
  const clock = () => new Date((now === 'running' ? Date.now() : now.getTime()) + passed);
  const dataDir = await mkdtemp(join(tmpdir(), 'kantor-files-'));
  const settings = { jwtSecret: JWT_SECRET, dataDir, simulatorUrl };
  const app = await buildApi({ db, settings, clock, timing });
  const at = clock();
  const rate = { value: 100_0000n, source: 'test', staleAt: after(at, 3650 * DAY), at };
  await transaction(db, (tx) => insertRate(tx, rate));
  const cliSettings: { depositKey: string | undefined; rateSource: { url: string; path: string } | undefined } = {
    depositKey: undefined,
    rateSource: undefined,
  };
  let names = 0;
  /** Cabinets whose phones are on: they are heard whenever somebody looks for one. */
  const phones = new Set<string>();
  /** What other transactions hold is not waited for. */
  const hear = async () => {
    await sql`
      update cabinet set last_heard_at = ${clock()}, is_heard = true where id in (
        select id from cabinet where id = any(${[...phones]}::uuid[]) and last_heard_at is distinct from ${clock()}
        for no key update skip locked)`.execute(db);
  };

  const signIn = async (username: string): Promise<string> => {
    const answer = await send(app, '/api/v1/auth/login/', { method: 'POST', body: { username, password: PASSWORD } });
    return answer.body.access;
  };
  /** A signed-in user stays so however far the clock is moved. */
  const account = async (id: string, username: string) => {
    let signedAt = clock();
    let token = await signIn(username);
    return {
      id,
      username,
      token: async () => {
        if (clock().getTime() - signedAt.getTime() > 5 * MINUTE) {
          signedAt = clock();
          token = await signIn(username);
        }
        return token;
      },
    };
  };

  return {
    db,
    databaseUrl: database.url,
    app,
    settings,
    clock,
    /** Moves the clock. */
    pass: (milliseconds: number) => {
      passed += milliseconds;
    },
    send: (url: string, options?: Send) => send(app, url, options),
    signIn,
    balances: (ownerId: string) => readBalances(db, ownerId),

    /** Uploads one file in a form, as a browser does. */
    async upload(url: string, token: string | (() => Promise<string>), form: UploadForm): Promise<Answer> {
      const { field, name, bytes, fields = {}, method = 'PATCH', headers = {} } = form;
      const boundary = newId(clock());
      const part = (disposition: string) => `--${boundary}\r\ncontent-disposition: form-data; ${disposition}\r\n`;
      const response = await app.inject({
        method,
        url,
        headers: {
          authorization: `Bearer ${typeof token === 'function' ? await token() : token}`,
          'content-type': `multipart/form-data; boundary=${boundary}`,
          ...headers,
        },
        payload: Buffer.concat([
          ...Object.entries(fields).map(([key, value]) => Buffer.from(`${part(`name="${key}"`)}\r\n${value}\r\n`)),
          Buffer.from(`${part(`name="${field}"; filename="${name}"`)}content-type: image/png\r\n\r\n`),
          bytes,
          Buffer.from(`\r\n--${boundary}--\r\n`),
        ]),
      });
      return { status: response.statusCode, body: JSON.parse(response.body), headers: response.headers };
    },

    /** Puts USDT on anyone's balance. */
    fund: (ownerId: string, amount: string) =>
      transaction(db, (tx) => post(tx, postings.deposit(randomUUID(), ownerId, usdt(amount)), clock())),

    /** A trader with traffic on and USDT on the balance, but no requisites. */
    async createTrader({ balance = '1000', rewardBp = 200 } = {}) {
      const username = `trader-${(names += 1)}`;
      const id = await createUser(db, { role: 'trader', username, password: PASSWORD, rewardBp, at: clock() });
      await transaction(db, async (tx) => {
        await setTraffic(tx, id, true);
        if (usdt(balance) > 0n) await post(tx, postings.deposit(randomUUID(), id, usdt(balance)), clock());
      });
      return account(id, username);
    },

    async createMerchant({ feeBp = 500 } = {}) {
      const username = `merchant-${(names += 1)}`;
      const id = await createUser(db, { role: 'merchant', username, password: PASSWORD, feeBp, at: clock() });
      const key = await transaction(db, (tx) => createApiKey(tx, { merchantId: id, name: 'Магазин', at: clock() }));
      return { ...(await account(id, username)), key };
    },

    /** A cabinet with a phone that is heard by the harness, not over the device API. */
    async createCabinet(traderId: string, { isActive = true, hasPhone = true } = {}) {
      const id = newId(clock());
      await transaction(db, (tx) =>
        insertCabinet(tx, { id, traderId, deviceName: 'Телефон', phone: '', isActive, createdAt: clock() }),
      );
      if (hasPhone) phones.add(id);
      await hear();
      return id;
    },

    /** The phones are heard, now. `order` does it by itself. */
    hear,

    /** Switches all phones off. */
    silence: () => phones.clear(),

    /** A requisite that takes every order, in a cabinet of its own, unless the test says otherwise. */
    async createRequisite(traderId: string, changes: Partial<NewRequisite> = {}) {
      const id = newId(clock());
      const cabinetId = changes.cabinetId ?? (await this.createCabinet(traderId));
      await transaction(db, (tx) =>
        insertRequisite(tx, {
          id,
          traderId,
          bankId: 1,
          name: 'Основной',
          fio: 'Иванов Иван Иванович',
          phone: '+79001234567',
          bankAccount: '40817810000000000001',
          last4: '4321',
          isSbp: true,
          isC2c: true,
          intervalMinutes: 0,
          minAmount: 0n,
          maxAmount: 0n,
          maxDeals: 0,
          maxCurrentDeals: 0,
          isActive: true,
          createdAt: clock(),
          ...changes,
          cabinetId,
        }),
      );
      return id;
    },

    /** Asks for an order as a merchant's server does, while the traders' phones are there. */
    async order(key: string, amount: unknown, more: { idempotencyKey?: string; body?: object } = {}) {
      await hear();
      return send(app, '/merchant/v1/orders', {
        method: 'POST',
        token: key,
        headers: { 'idempotency-key': more.idempotencyKey ?? newId(clock()) },
        body: { amount, method: 'sbp', external_id: newId(clock()), ...more.body },
      });
    },

    cliSettings,
    /** Runs a command of the operator on the marketplace; resolves to what it printed. */
    async cli(...args: string[]): Promise<string> {
      const lines: string[] = [];
      const program = buildProgram({
        withDatabase: (work) => work(db),
        print: (line) => void lines.push(line),
        clock,
        osUser: 'tester@here',
        depositKey: () => cliSettings.depositKey,
        rates: () => ({
          source: cliSettings.rateSource,
          every: 30_000,
          rules: { jumpBp: 500n, sourceAge: 15 * MINUTE, manualAge: DAY },
        }),
      });
      await program.parseAsync(args, { from: 'user' });
      return lines.join('\n');
    },

    /** Resolves once somebody waits for a lock, or several do: what the test holds is really in the way. */
    untilBlocked: (count = 1) =>
      vi.waitUntil(
        async () => {
          const { rows } = await sql`
            select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
          return rows.length >= count;
        },
        { timeout: 20_000, interval: 5 },
      ),

    async close() {
      await app.close();
      await db.destroy();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
