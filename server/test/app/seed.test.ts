import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { MERCHANT_API_BASE } from '@kantor/contract/plain/merchant-routes.ts';
import { getMe, login } from '@kantor/contract/wire/auth.ts';
import { getTraderDashboard, listOperations } from '@kantor/contract/wire/balance.ts';
import { getDeposit, listDeposits } from '@kantor/contract/wire/deposits.ts';
import { listNotifications, listPings } from '@kantor/contract/wire/devices.ts';
import { createMerchantOrder } from '@kantor/contract/wire/merchant-orders.ts';
import { listOrders } from '@kantor/contract/wire/orders.ts';
import { ACCOUNTS, API_KEY } from '@kantor/demo/accounts.ts';
import { sql } from 'kysely';
import pg from 'pg';
import { describe, expect, vi } from 'vitest';
import { seedDemo } from '../../src/app/seed.ts';
import { after, DAY, systemClock } from '../../src/kernel/clock.ts';
import { inspect, verify } from '../../src/modules/verification/index.ts';
import { freshKantorTest, kantorTest } from '../support/fixtures.ts';
import type { Kantor } from '../support/kantor.ts';
import { usdt } from '../support/money.ts';
import { createTestClient } from '../support/test-client.ts';

const TRADERS = [ACCOUNTS.trader, ACCOUNTS.trader2];
/** Filling takes some seconds of a free machine. */
const LONG = 240_000;

/** Fills the marketplace with the demo. @returns whether there was anything left to do. */
const fill = ({ db, settings }: Kantor) =>
  seedDemo({ db, clock: systemClock, say: () => undefined, dataDir: settings.dataDir });

async function select<Row>(kantor: Kantor, query: string): Promise<Row[]> {
  return (await sql.raw<Row>(query).execute(kantor.db)).rows;
}

const count = async (kantor: Kantor, from: string): Promise<number> =>
  Number((await select<{ n: bigint }>(kantor, `select count(*) as n from ${from}`))[0]?.n);

/** A client of somebody of the demo. */
const signIn = async (kantor: Kantor, username: string, password: string) =>
  kantor.clientWith((await kantor.guest.call(login, { body: { username, password } })).access);

const at = (path: string) => JSON.stringify(new URL(path, import.meta.url).href);
const SEEDING = `
  import { seedDemo } from ${at('../../src/app/seed.ts')};
  import { createPool } from ${at('../../src/db/pool.ts')};
  await seedDemo({ db: createPool(process.argv[1]), clock: () => new Date(), say: console.log, dataDir: process.argv[2] });`;

const daysFilled = (kantor: Kantor) => count(kantor, `rate where source = 'demo'`);

/** A first process dies while it fills the sixth day; two more fill the rest together. @returns what was seen on the way. */
async function fillDespiteDeath(kantor: Kantor) {
  // The sixth day waits at the test's gate: the filling cannot be over when it dies.
  const gate = new pg.Client({ connectionString: kantor.ownerUrl });
  await gate.connect();
  await gate.query(`
    select pg_advisory_lock(4711);
    create function wait_at_gate() returns trigger language plpgsql as $$
    begin
      if (select count(*) from rate where source = 'demo') = 5 then perform pg_advisory_xact_lock(4711); end if;
      return new;
    end $$;
    create trigger gate before insert on rate for each row execute function wait_at_gate()`);
  const program = ['--input-type=module', '--eval', SEEDING, kantor.databaseUrl, kantor.settings.dataDir];
  const dying = spawn(process.execPath, program);
  const died = once(dying, 'exit');
  await vi.waitUntil(async () => (await daysFilled(kantor)) === 5, { timeout: 60_000, interval: 5 });
  await kantor.untilBlocked();
  dying.kill('SIGKILL');
  const end = await died;
  // Dropping the gate waits until those at it are gone.
  await gate.query('select pg_advisory_unlock(4711); drop trigger gate on rate');
  await gate.end();
  const left = {
    faults: await verify(kantor.db),
    operators: await count(kantor, `person where username = 'operator'`),
    days: await daysFilled(kantor),
  };
  return { end, left, didSomething: await Promise.all([fill(kantor), fill(kantor)]) };
}

describe('the demo marketplace', () => {
  const test = kantorTest;
  let filling: Awaited<ReturnType<typeof fillDespiteDeath>>;

  test.beforeAll(async ({ kantor }) => {
    filling = await fillDespiteDeath(kantor);
    // The demo ends now, and the test goes on from there.
    kantor.pass(Date.now() - kantor.clock().getTime());
  }, LONG);

  test('whose filling died is continued by the next ones, together', async ({ kantor }) => {
    expect(filling.end).toEqual([null, 'SIGKILL']);
    expect(filling.left).toEqual({ faults: [], operators: 0, days: 5 });
    expect(filling.didSomething).toContain(true);
    expect(await daysFilled(kantor)).toBe(90);
    expect(await count(kantor, 'person')).toBe(9);
  });

  test('keeps every invariant, whether all of it is looked at or what is new', async ({ kantor }) => {
    expect(await verify(kantor.db)).toEqual([]);
    for (const days of [1, 30, 60])
      expect((await inspect(kantor.db, { since: after(systemClock(), -days * DAY) })).violations).toEqual([]);
  });

  test('has orders and appeals of every status, over three months', async ({ kantor }) => {
    const orders = await select<{ status: string; n: bigint }>(
      kantor,
      'select status::text, count(*) as n from orders group by 1',
    );
    const n = Object.fromEntries(orders.map((row) => [row.status, Number(row.n)]));
    expect(n['CLOSED']).toBeGreaterThan(700);
    expect(n['EXPIRED']).toBeGreaterThan(80);
    expect(n['DECLINED']).toBeGreaterThan(60);
    expect(n['ACTIVE']).toBeGreaterThanOrEqual(6);
    expect(n['APPEAL']).toBeGreaterThanOrEqual(2);
    for (const status of ['OPEN', 'PROCESSED', 'CLOSED']) {
      expect(await count(kantor, `appeal where status = '${status}'`)).toBeGreaterThanOrEqual(2);
    }
    expect(await count(kantor, "orders where created_at > now() - interval '10 days'")).toBeGreaterThan(100);
    expect(await count(kantor, "orders where created_at < now() - interval '80 days'")).toBeGreaterThan(50);
    expect(await count(kantor, 'orders where created_at > now()')).toBe(0);
    expect(await count(kantor, 'orders where amount % 100 <> 0')).toBeGreaterThan(100);
  });

  test('leaves active only what has not expired', async ({ kantor }) => {
    expect(await count(kantor, `orders where status = 'ACTIVE' and expires_at <= now() - interval '5 minutes'`)).toBe(
      0,
    );
  });

  test('has decided all appeals but the latest', async ({ kantor }) => {
    expect(await count(kantor, `appeal where status = 'OPEN' and created_at < now() - interval '2 days'`)).toBe(0);
  });

  test('lists orders in the order of their creation', async ({ kantor }) => {
    expect(
      await count(
        kantor,
        `(select created_at < lag(created_at) over (order by merchant_seq) as late from orders) as o where late`,
      ),
    ).toBe(0);
  });

  test.for(Object.values(ACCOUNTS))('lets $username in', async ({ username, password, role }, { kantor }) => {
    const person = await signIn(kantor, username, password);
    const me = await person.call(getMe);
    expect(me).toMatchObject({ username, role, payout_enable: role !== 'operator' });
    if (role === 'trader') expect(isTronAddress(me.wallet)).toBe(true);
    else expect(me.wallet).toBe('');
  });

  test('shows a reversal, a debt that was paid, and adjustments, each by two operators', async ({ kantor }) => {
    expect(await count(kantor, `correction where kind = 'reversal' and status = 'ACCEPTED'`)).toBe(1);
    expect(await count(kantor, `correction where kind = 'adjustment' and status = 'ACCEPTED'`)).toBe(2);
    expect(await count(kantor, 'orders where reversed_amount is not null')).toBe(1);
    const merchant = await signIn(kantor, ACCOUNTS.merchant.username, ACCOUNTS.merchant.password);
    const { results } = await merchant.call(listOperations, { query: { page_size: 10 } });
    const reasons = results.map(({ reason }) => reason);
    expect(reasons).toEqual(expect.arrayContaining(['order_reversal', 'adjustment', 'debt', 'debt_payment']));
    expect(await kantor.cli('balances', 'merchant')).not.toContain('owed');
  });

  test('has a file of payouts that is done, one with a row that failed, and one that waits for the owner', async ({
    kantor,
  }) => {
    const { rows } = await sql<{ state: string; rows: string[] }>`
      select batch.state, array_agg(row.state order by n) as rows
      from payout_batch batch join payout_batch_row row on batch_id = batch.id group by batch.id order by batch.id`.execute(
      kantor.db,
    );
    expect(rows).toEqual([
      { state: 'done', rows: ['done', 'done', 'done'] },
      { state: 'done', rows: ['done', 'failed', 'done'] },
      { state: 'waiting', rows: ['queued', 'queued', 'queued', 'bad'] },
    ]);
  });

  test('sends orders to both traders from the start', async ({ kantor }) => {
    const people = [];
    for (const { username, password } of TRADERS) {
      const person = await signIn(kantor, username, password);
      const orders = async () => (await person.call(listOrders)).count;
      const dashboard = await person.call(getTraderDashboard);
      expect(dashboard).toMatchObject({ is_active: true, account_enable_info: { can_be_enable: true, reason: 'ok' } });
      expect(usdt(String(dashboard.balance))).toBeGreaterThan(usdt('2000'));
      people.push({ orders, before: await orders() });
    }
    const shop = createTestClient(kantor.app, MERCHANT_API_BASE, API_KEY);
    await kantor.heartbeat();
    for (const roubles of [1234, 1235, 1236, 1237, 1238, 1239]) {
      await shop.call(createMerchantOrder, {
        body: { amount: `${roubles}.56`, method: 'sbp', external_id: `order-${roubles}` },
        headers: { 'idempotency-key': `order-${roubles}` },
      });
    }
    for (const { orders, before } of people) expect(await orders()).toBeGreaterThan(before);
  });

  test.for(TRADERS)(
    'has pings, notifications and transactions of $username, more than a page of each',
    async ({ username, password }, { kantor }) => {
      const person = await signIn(kantor, username, password);
      const query = { page_size: 100 };
      const { results } = await person.call(listNotifications, { query });
      const deposits = await person.call(listDeposits, { query });
      for (const { count } of [await person.call(listPings, { query }), { count: results.length }, deposits])
        expect(count).toBeGreaterThan(20);
      const linked = results.filter(({ order }) => order !== null);
      expect(linked.length).toBeGreaterThan(10);
      expect(linked.length).toBeLessThan(results.length);
      expect(results.some(({ text }) => text.startsWith('Перевод '))).toBe(true);
      const { id = '', tx_hash: hash } = deposits.results[0] ?? {};
      const deposit = await person.call(getDeposit, { params: { id } });
      expect(hash).toMatch(/^[0-9a-f]{64}$/);
      expect(JSON.parse(deposit.raw_data)).toMatchObject({ txID: hash, ret: [{ contractRet: 'SUCCESS' }] });
    },
  );

  test('credits exactly what came by the chain', async ({ kantor }) => {
    const differences = await count(
      kantor,
      `chain_deposit deposit
       full join (
         select cause, owner_id, amount from ledger_journal journal
         join ledger_entry entry on entry.journal_id = journal.id join ledger_account on ledger_account.id = account_id
         where journal.kind = 'deposit'
       ) credit on credit.cause = deposit.id
       where credit.amount is distinct from deposit.amount or credit.owner_id is distinct from deposit.trader_id`,
    );
    expect(differences).toBe(0);
  });

  test('has messages that closed their order at once, and others that say why they closed none', async ({ kantor }) => {
    const outcomes = await select<{ outcome: string; n: bigint }>(
      kantor,
      'select outcome::text, count(*) as n from notification group by 1',
    );
    const n = Object.fromEntries(outcomes.map((row) => [row.outcome, Number(row.n)]));
    expect(n['paid']).toBeGreaterThan(80);
    for (const outcome of ['already_closed', 'expired', 'outgoing', 'unread']) {
      expect([outcome, n[outcome]]).toEqual([outcome, expect.toSatisfy((count: number) => count > 2)]);
    }
    // Of equal sums all but one are told apart before or by the balance; that one waits for a person.
    expect(n['ambiguous']).toBe(1);
    for (const outcome of ['no_order', 'block']) expect([outcome, n[outcome] ?? 0]).not.toEqual([outcome, 0]);
    expect(await count(kantor, 'requisite where paused_at is not null')).toBe(1);
    const unlike = `notification join orders on orders.id = order_id
      where outcome = 'paid' and paid_at <> notification.created_at`;
    expect(await count(kantor, unlike)).toBe(0);
  });

  test('has payouts and withdrawals of every kind', async ({ kantor }) => {
    for (const status of ['OPEN', 'DONE', 'CANCELLED']) {
      expect(await count(kantor, `payout where status = '${status}'`)).toBeGreaterThan(0);
    }
    expect(await count(kantor, `payout where settlement = 'settled'`)).toBeGreaterThan(3);
    // It waits for the operator.
    expect(await count(kantor, `payout where settlement = 'contested'`)).toBe(1);
    expect(await count(kantor, `payout where settlement = 'contestable'`)).toBe(0);
    for (const role of ['merchant', 'trader']) {
      const ends = `withdrawal join account on account.id = owner_id where role = '${role}' and outcome`;
      expect(await count(kantor, `${ends} = 'SENT'`)).toBeGreaterThan(5);
      expect(await count(kantor, `${ends} <> 'SENT'`)).toBeGreaterThan(0);
    }
    expect(await count(kantor, 'wallet where is_valid')).toBe(3);
  });

  test('is filled once', async ({ kantor }) => {
    const before = await count(kantor, 'ledger_journal');
    expect(await fill(kantor)).toBe(false);
    expect(await count(kantor, 'ledger_journal')).toBe(before);
  });
});

describe('filling', () => {
  const test = freshKantorTest;

  test('leaves a database with users of its own alone', async ({ kantor }) => {
    await kantor.createMerchant();
    expect(await fill(kantor)).toBe(false);
    expect(await count(kantor, 'person')).toBe(1);
  });
});

const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

/** Base58check of 0x41 and 20 bytes. */
function isTronAddress(text: string): boolean {
  const number = Array.from(text).reduce((sum, letter) => sum * 58n + BigInt(BASE58.indexOf(letter)), 0n);
  const bytes = Buffer.from(number.toString(16).padStart(50, '0'), 'hex');
  const sha256 = (data: Buffer) => createHash('sha256').update(data).digest();
  const body = bytes.subarray(0, 21);
  return bytes.length === 25 && body[0] === 0x41 && sha256(sha256(body)).subarray(0, 4).equals(bytes.subarray(21));
}
