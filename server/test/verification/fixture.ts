import { randomBytes } from 'node:crypto';
import { moveEarnings } from '@kantor/contract/wire/balance.ts';
import { cancelMerchantOrder } from '@kantor/contract/wire/merchant-orders.ts';
import { listNotifications } from '@kantor/contract/wire/devices.ts';
import { confirmExpiredOrder, confirmOrder } from '@kantor/contract/wire/orders.ts';
import pg from 'pg';
import { expect, inject } from 'vitest';
import { createPool } from '../../src/db/pool.ts';
import { MINUTE } from '../../src/kernel/clock.ts';
import { confirmAppeal, declineAppeal, openAppeal } from '../../src/modules/appeals/index.ts';
import { accept, type Change, lockCorrection, propose } from '../../src/modules/corrections/index.ts';
import { transaction } from '../../src/db/tx.ts';
import { inspect } from '../../src/modules/verification/index.ts';
import { CHECKS } from '../../src/modules/verification/store/inspect.ts';
import type { Check, Violation } from '../../src/modules/verification/store/check.ts';
import { receiveMessage } from '../../src/modules/matching/index.ts';
import { expireDueOrders } from '../../src/modules/orders/index.ts';
import { sber } from '../support/bank-phone.ts';
import { kantorTest } from '../support/fixtures.ts';
import type { Kantor } from '../support/kantor.ts';
import { rub } from '../support/money.ts';
import { foldAll } from '../support/outbox-reading.ts';

/** A marketplace where everything has happened once, and copies of it to corrupt. */
async function createMarket(kantor: Kantor) {
  const began = kantor.clock();
  const trader = await kantor.createTrader({ balance: '1000' });
  const merchant = await kantor.createMerchant();
  const cabinetId = await kantor.createCabinet(trader.id);
  const requisiteId = await kantor.createRequisite(trader.id, { cabinetId });
  await kantor.createTrader({ balance: '0' });
  const judge = { role: 'trader', id: trader.id } as const;

  let amount = 1000;
  const issue = async (): Promise<string> => (await merchant.order((amount += 1))).id;
  const confirm = (id: string) => trader.call(confirmOrder, { params: { id } });
  const appeal = (orderId: string, claimed: string) =>
    openAppeal(kantor, { merchantId: merchant.id, orderId, amount: rub(claimed) });

  const late = { expired: await issue(), 'closed late': await issue(), 'appealed late': await issue() };
  kantor.pass(15 * MINUTE);
  await expireDueOrders(kantor);
  await trader.call(confirmExpiredOrder, { params: { id: late['closed late'] } });
  await appeal(late['appealed late'], '1003');
  kantor.pass(10 * MINUTE);
  const waiting = {
    /** Of the sum of the one that was closed late, as soon as that is free. */
    'of a sum again': (await merchant.order('1002')).id,
    active: await issue(),
  };
  // Ids of one moment come in any order: the newest one is none of these, which lose their time.
  kantor.pass(1);
  const orders = {
    ...late,
    ...waiting,
    closed: await issue(),
    'closed by appeal': await issue(),
    'closed after a declined appeal': await issue(),
    cancelled: await issue(),
    reversed: await issue(),
    'closed by a message': await issue(),
    'closed by a phone': await issue(),
  };
  await confirm(orders.closed);
  await confirm(orders.reversed);
  await confirmAppeal(kantor, judge, await appeal(orders['closed by appeal'], '777.77'));
  await declineAppeal(kantor, { role: 'operator' }, await appeal(orders['closed after a declined appeal'], '1'));
  await confirm(orders['closed after a declined appeal']);
  kantor.pass(MINUTE);
  const texts = [String(amount), '1001', '1'].map((roubles) => sber(roubles));
  for (const [n, text] of texts.entries()) {
    const message = { ...text, messageId: String(n), phone: '', plainRequest: '', heardAt: kantor.clock() };
    await receiveMessage(kantor, { id: cabinetId, traderId: trader.id }, message);
  }
  const odd = { ...sber('5'), messageId: 'odd', phone: '', plainRequest: '', heardAt: kantor.clock() };
  await receiveMessage(kantor, { id: cabinetId, traderId: trader.id }, odd);
  const [newest] = (await trader.call(listNotifications)).results;
  const body = { notification_id: newest?.id ?? '' };
  await trader.call(confirmOrder, { params: { id: orders['closed by a message'] }, body });
  await trader.call(moveEarnings);
  const [proposer, accepter] = [await kantor.createOperator(), await kantor.createOperator()];
  const correct = (change: Change) =>
    transaction(kantor.db, async (tx) => {
      const at = kantor.clock();
      const id = await propose(tx, { change, reason: 'mistake', proposedById: proposer.personId }, at);
      const waiting = await lockCorrection(tx, id, at);
      if (waiting) await accept(tx, waiting, accepter.personId, { reversalDays: 30 }, at);
      return id;
    });
  const reversal = await correct({ kind: 'reversal', orderId: orders.reversed, amount: rub('400') });
  const adjustment = await correct({
    kind: 'adjustment',
    userId: trader.id,
    account: 'available',
    against: 'revenue',
    amountUsdt: 5n,
  });
  // Counters are folded up to here, and events tell the rest.
  await foldAll(kantor);
  await merchant.api.call(cancelMerchantOrder, { params: { id: orders.cancelled } });

  // Only a superuser passes triggers and foreign keys by.
  const original = new URL(new URL(kantor.databaseUrl).pathname, inject('adminUrl'));
  const address = (database: string) => new URL(`/${database}`, original).href;
  const run = async (database: string, ...statements: string[]) => {
    const client = new pg.Client({ connectionString: address(database) });
    await client.connect();
    try {
      for (const statement of statements) await client.query(statement);
    } finally {
      await client.end();
    }
  };

  return {
    trader,
    merchant,
    requisiteId,
    cabinetId,
    reversal,
    adjustment,
    /** Orders by what became of them. */
    orders,

    /**
     * The violations in a copy of the marketplace after the statements, which no trigger or foreign key stops: of everything, and as
     * a night finds them that looks at what was made since the marketplace began.
     */
    async verifyAfter(...statements: string[]): Promise<{ violations: Violation[]; recent: Violation[] }> {
      const copy = `verify_${randomBytes(6).toString('hex')}`;
      const template = original.pathname.slice(1);
      await run(
        'postgres',
        // Nobody may be connected to a template; the pool connects again by itself.
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${template}'`,
        `create database ${copy} template ${template}`,
      );
      const db = createPool(address(copy));
      try {
        // Figures count the rows of others once more: what spoils an order would spoil them, too.
        const without = ['figure', 'merchant_figure'].flatMap((figures) =>
          statements.some((statement) => new RegExp(`\\b${figures}(_minute)?\\b`).test(statement))
            ? []
            : [`update ${figures}_since set since = 'infinity'`],
        );
        await run(copy, 'set session_replication_role = replica', ...without, ...statements);
        const { violations } = await inspect(db);
        return { violations, recent: (await inspect(db, { since: began })).violations };
      } finally {
        await db.destroy();
        await run('postgres', `drop database ${copy} with (force)`);
      }
    },

    // Parts of statements.
    is: (order: keyof typeof orders) => `id = '${orders[order]}'`,
    journalOf: (kind: string, order: keyof typeof orders) =>
      `(select id from ledger_journal where kind = '${kind}' and cause = '${orders[order]}')`,
    /** The message that paid, the one that came too late, the one about nothing, the one that the trader chose. */
    message: (outcome: 'paid' | 'expired' | 'no_order' | 'chosen') =>
      outcome === 'chosen'
        ? '(select id from notification where chosen_at is not null)'
        : `(select id from notification where outcome = '${outcome}' and chosen_at is null)`,
    account: (owner: { id: string }, kind: string) =>
      `(select id from ledger_account where owner_id = '${owner.id}' and kind = '${kind}')`,
  };
}

export type Market = Awaited<ReturnType<typeof createMarket>>;

/** The test of verification: a marketplace where everything has happened once. */
export const test = kantorTest.extend('market', { scope: 'file', auto: true }, ({ kantor }) => createMarket(kantor));

interface Corruption {
  sql: string | string[];
  /** Exactly the invariants that it breaks. */
  breaks: string[];
  /** Those that a night does not find that looks at what is new: a foreign key refuses this, too. */
  unseenOfRecent?: string[];
  /** A row that is named. */
  names: { table: string; row: string | RegExp };
}

type Corruptions = Record<string, (market: Market) => Corruption>;

const OF_RECENT = new Map(CHECKS.map(({ invariant, ofRecent }) => [invariant, ofRecent]));

/** What must be found of it by a night that looks at what is new; a statement of its own may see the same elsewhere. */
const foundOfRecent = (breaks: readonly string[]) =>
  breaks.filter((invariant) => ['narrowed', 'whole'].includes(String(OF_RECENT.get(invariant))));

/** Tests that each corruption is noticed as what it is, and that they break each of the checks. */
export function testCorruptions(checks: readonly Check[], corruptions: Corruptions): void {
  const broken = new Set<string>();

  test.for(Object.entries(corruptions))('%s', async ([_name, corrupt], { market }) => {
    const { sql, breaks, unseenOfRecent = [], names } = corrupt(market);
    const { violations, recent } = await market.verifyAfter(...[sql].flat());
    const found = new Set(violations.map(({ invariant }) => invariant));
    expect([...found].toSorted()).toEqual(breaks.toSorted());
    const lately = recent.map(({ invariant }) => invariant);
    const seen = breaks.filter((invariant) => !unseenOfRecent.includes(invariant));
    expect(lately).toEqual(expect.arrayContaining(foundOfRecent(seen)));
    if (seen.some((invariant) => OF_RECENT.get(invariant) !== 'left out')) expect(lately).not.toEqual([]);
    const row = typeof names.row === 'string' ? names.row : expect.stringMatching(names.row);
    expect(violations).toContainEqual({
      ...names,
      row,
      invariant: expect.any(String),
      problem: expect.stringMatching(/\w/),
    });
    for (const invariant of found) broken.add(invariant);
  });

  test('every invariant, by one of these at least', () => {
    expect(checks.map(({ invariant }) => invariant).filter((invariant) => !broken.has(invariant))).toEqual([]);
  });
}

/** An id, as SQL, of something that was just made: greater than all others. */
export const NEW_ID = "'f0000000-0000-4000-8000-000000000000'::uuid";

/** Short names of the invariants. */
export const ZERO = 'Every ledger transaction has entries, and they sum to zero';
export const BALANCE = 'Each balance is the sum of its entries, and its version their number';
export const CHAIN = 'The entries of an account are an unbroken chain';
export const APART = 'The accounts of users and of the platform keep their entries apart';
export const FLOOR = 'No account of a user is below zero, and no debt above it';
export const DEBTOR = 'Whoever owes has nothing available';
export const TOTAL = 'All balances together, with the platform, are zero';
export const LEDGER_BLOCKS = 'Blocks of entries are full, without a gap, and come to what their entries do';
export const REVENUE = 'Days of the revenue are what their entries come to';
export const ACT_BALANCES = 'Every act opens and closes with what the ledger says';
export const ACT_KINDS = 'The kinds of an act come to what its parts do';
export const HELD = "A user's held account is what their living objects hold";
export const PARTIES = 'Every order is of a trader and a merchant, and every change of a status of an order';
export const HOLD = 'An active order holds its amount, a finished one nothing, an appealed one either';
export const HOLD_POSTED = 'Every hold has a living object of that sum, and every such object its hold';
export const CLOSED_ONCE = 'A closed order was paid out once, any other never';
export const TERMS = 'A closed order paid everyone what its terms say of what was not taken back';
export const SLOT = 'No order was issued for an amount that another kept on its requisite';
export const USDT = 'The USDT of an order is its amount at its rate';
export const COUNTERS = 'The counters of a requisite are what its orders say';
export const PAYEE = 'The payee of every order was in force when it was issued';
export const BANK_DATA = "A requisite's bank data are its last payee, and its payees are numbered without a gap";
export const ACCOUNT = 'An account in force is one trader’s, and others have it only by permit';
export const MESSAGE_PAID = 'A message that paid has a closed order of its sum, made before it';
export const CHOSEN = 'A message that a trader chose has the closed order, made before it, that was confirmed by it';
export const USED_ONCE = 'A message is used once, and an order is paid by one message at most';
export const GROUND =
  'What a trader confirmed an order by is of an order of theirs that they closed, or an appeal of theirs';
export const KEPT = 'A message that an appeal was opened by is kept while that is open, and used once it is confirmed';
export const PAID_ONCE = 'An order that a phone closed was paid by one message, any other by none';
export const OWN_MESSAGES = 'The cabinet of a message, its order and those that it may be about are its trader’s';
export const DENSE = 'Every list is numbered densely';
export const BLOCKS = 'The counters of every list by status are what its rows say';
export const FIGURES = 'The figures of each minute are what orders and postings say';
export const MERCHANT_FIGURES = "The figures of each merchant's ten minutes are what orders, postings and appeals say";
export const PLATFORM = 'Every list of the platform is numbered densely, and has each object once, in its status';
export const SUMS = 'The list of all orders has their sums';
export const ROLLUPS = 'The figures of each hour and day are what the orders that were created in it say';
