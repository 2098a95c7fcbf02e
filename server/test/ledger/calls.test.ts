import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { transaction } from '../../src/db/tx.ts';
import { fundsError, openAccounts, postAll, postCalls, type Posting } from '../../src/modules/ledger/index.ts';
import { holdOpen } from '../support/hold-open.ts';
import { test as peopleTest } from '../support/fixtures.ts';
import { faultOf, findViolations } from './fixture.ts';

type Entry = [owner: string | null, kind: Posting['entries'][number]['kind'], amount: bigint];

const posting = (...entries: Entry[]): Posting => ({
  kind: 'adjustment',
  cause: randomUUID(),
  entries: entries.map(([owner, kind, amount]) => ({ owner, kind, amount })),
});

/** Makes postings of a trader who has 10 to spend and of a merchant who has nothing, and tells what they have then. */
const test = peopleTest.extend('market', async ({ kantor }) => {
  const trader = (await kantor.createTrader({ balance: '0' })).id;
  const merchant = (await kantor.createMerchant()).id;
  const at = kantor.clock();
  const timed = (list: readonly Posting[]) => list.map((each) => ({ posting: each, at }));
  const post = (...list: Posting[]) => transaction(kantor.db, (tx) => postAll(tx, timed(list)));
  await post(posting([null, 'custody', -10n], [trader, 'available', 10n]));
  return {
    trader,
    merchant,
    timed,
    post,
    /** Why postings are refused. */
    faultOf: (...list: Posting[]) => post(...list).then(() => 'none', faultOf),
    /** Opens the account of the merchant's debt. */
    openDebt: () => transaction(kantor.db, (tx) => openAccounts(tx, merchant, ['owed'])),
    balances: async () => {
      const [{ available, held }, debt] = await Promise.all([kantor.balances(trader), kantor.balances(merchant)]);
      return { available, held, merchant: debt.available, owed: debt.owed };
    },
  };
});

const UNTOUCHED = { available: 10n, held: 0n, merchant: 0n, owed: 0n };

test('A call is refused whole: for what is not there after any of its entries, though later ones bring it', async ({
  market,
}) => {
  const { trader } = market;
  const take = posting([trader, 'available', -11n], [trader, 'held', 11n]);
  const bring = posting([null, 'custody', -5n], [trader, 'available', 5n]);
  expect(await market.faultOf(take, bring)).toBe('floor');
  expect(await market.faultOf(posting([trader, 'held', -1n], [trader, 'available', 1n]), take)).toBe('floor');
  expect(await market.balances()).toEqual(UNTOUCHED);
  await market.post(bring, take);
  expect(await market.balances()).toEqual({ ...UNTOUCHED, available: 4n, held: 11n });
});

test('… for a debt that is paid beyond what it is, though it is made later', async ({ market }) => {
  const { merchant } = market;
  await market.openDebt();
  const pay = posting([merchant, 'owed', 3n], [null, 'revenue', -3n]);
  const owe = posting([merchant, 'owed', -3n], [null, 'revenue', 3n]);
  expect(await market.faultOf(pay, owe)).toBe('ceiling');
  expect(await market.faultOf(owe, pay)).toBe('none');
});

test('… for each posting that does not sum to zero, though all of them do', async ({ market }) => {
  const { trader } = market;
  expect(await market.faultOf(posting([trader, 'available', 1n]), posting([null, 'custody', -1n]))).toBe('sum');
  expect(await market.faultOf(posting([trader, 'available', -1n], [trader, 'held', 1n]), posting())).toBe('sum');
  expect(await market.balances()).toEqual(UNTOUCHED);
});

test('… for the same cause twice, and for an account that there is not', async ({ market }) => {
  const { trader, merchant } = market;
  const hold = posting([trader, 'available', -1n], [trader, 'held', 1n]);
  expect(await market.faultOf(hold, hold)).toBe('repeated');
  expect(await market.faultOf(hold, posting([merchant, 'available', 1n], [merchant, 'earned', -1n]))).toBe('missing');
  expect(await market.faultOf(posting([trader, 'available', -1n], [null, 'held', 1n]))).toBe('missing');
  expect(await market.faultOf(hold)).toBe('none');
  expect(await market.faultOf(hold)).toBe('repeated');
});

test('A call that is a part of a statement is refused for want of money, too', async ({ kantor, market }) => {
  const { trader } = market;
  const list = market.timed([posting([trader, 'available', -11n], [trader, 'held', 11n])]);
  const part = transaction(kantor.db, (tx) => sql`select 1, ${postCalls(list)}`.execute(tx));
  expect(
    await part.then(
      () => 'none',
      (error: unknown) => faultOf(fundsError(error)),
    ),
  ).toBe('floor');
});

test('A call of no postings does nothing', async ({ kantor, market }) => {
  await market.post();
  await transaction(kantor.db, (tx) => sql`select 1, ${postCalls([])}`.execute(tx));
  expect(await market.balances()).toEqual(UNTOUCHED);
});

test('A debt that a call makes is paid by what the same call brings, once', async ({ kantor, market }) => {
  const { merchant } = market;
  await market.openDebt();
  const bring = (amount: bigint) => posting([null, 'custody', -amount], [merchant, 'available', amount]);
  await market.post(
    posting([merchant, 'owed', -8n], [merchant, 'available', 8n], [merchant, 'available', -8n], [null, 'revenue', 8n]),
    bring(5n),
    bring(5n),
    bring(5n),
  );
  expect(await market.balances()).toMatchObject({ merchant: 7n, owed: 0n });
  expect(await findViolations(kantor.db)).toEqual([]);
});

test('A debt that is made while a call waits is paid by it', async ({ kantor, market }) => {
  const { merchant } = market;
  const letGo = await holdOpen(kantor.db, async (tx) => {
    await openAccounts(tx, merchant, ['owed']);
    const debt = posting(
      [merchant, 'owed', -8n],
      [merchant, 'available', 8n],
      [merchant, 'available', -8n],
      [null, 'revenue', 8n],
    );
    await postAll(tx, market.timed([debt]));
  });
  const brought = market.post(posting([null, 'custody', -5n], [merchant, 'available', 5n]));
  await kantor.untilBlocked();
  await letGo();
  await brought;
  expect(await market.balances()).toMatchObject({ merchant: 0n, owed: -3n });
});

test('Whoever moves a debt alone waits for who has the money that could pay it', async ({ kantor, market }) => {
  const { merchant } = market;
  await market.openDebt();
  await market.post(posting([merchant, 'owed', -8n], [null, 'revenue', 8n]));
  const letGo = await holdOpen(kantor.db, (tx) =>
    postAll(tx, market.timed([posting([merchant, 'owed', 5n], [null, 'revenue', -5n])])),
  );
  const brought = market.post(posting([null, 'custody', -5n], [merchant, 'available', 5n]));
  await kantor.untilBlocked();
  await letGo();
  await brought;
  expect(await market.balances()).toMatchObject({ merchant: 2n, owed: 0n });
});

describe('Even the role that owns the database cannot write into an account', () => {
  test.for([
    ['a balance without an entry', 'balance = balance + 1'],
    ['an entry that is none', 'version = version + 1'],
    ['versions that go back', 'balance = balance - 1, version = version - 1'],
    ['another kind', `balance = balance + 1, version = version + 1, kind = 'earned'`],
    ['another owner', 'balance = balance + 1, version = version + 1, owner_id = (select id from account limit 1)'],
    ['another id', 'balance = balance + 1, version = version + 1, id = default'],
  ] as const)('%s', async ([_name, change], { kantor, market }) => {
    await market.post(posting([market.trader, 'available', -1n], [market.trader, 'held', 1n]));
    const changed = sql`
      update ledger_account set ${sql.raw(change)} where owner_id = ${market.trader} and kind = 'held'`.execute(
      kantor.ownerDb,
    );
    await expect(changed).rejects.toThrow('may change only by ledger_post');
  });
});

describe('Even the role that owns the database cannot open an account', () => {
  test.for([
    ['with a balance', `(owner_id, kind, balance) select id, 'owed', -1 from account limit 1`],
    ['with a version', `(owner_id, kind, version) select id, 'owed', 1 from account limit 1`],
    ['of a kind that is the platform’s', `(owner_id, kind) select id, 'revenue' from account limit 1`],
    ['of nobody, of a kind that is somebody’s', `(kind) values ('held')`],
  ] as const)('%s', async ([_name, row], { kantor, market }) => {
    expect(market.trader).not.toBe(market.merchant);
    await expect(sql.raw(`insert into ledger_account ${row}`).execute(kantor.ownerDb)).rejects.toThrow(
      'ledger account',
    );
  });

  test('… or give the platform’s a balance of its own', async ({ kantor, market }) => {
    expect(market.trader).not.toBe(market.merchant);
    const written = sql`update ledger_account set balance = balance + 1, version = version + 1 where kind = 'revenue'`;
    await expect(written.execute(kantor.ownerDb)).rejects.toThrow('ledger_account_platform');
  });
});

describe('Even the role that owns the database cannot write by hand', () => {
  const JOURNAL = '(select id from ledger_journal limit 1)';
  test.for([
    ['ledger_journal', `insert into ledger_journal values (gen_random_uuid(), 'deposit', gen_random_uuid(), now())`],
    [
      'ledger_entry',
      `insert into ledger_entry (account_id, account_version, journal_id, amount, balance_after, created_at)
       select id, version + 1, ${JOURNAL}, 1, balance + 1, now() from ledger_account where kind = 'available' and version > 0 limit 1`,
    ],
    [
      'ledger_platform_entry',
      `insert into ledger_platform_entry (account_id, journal_id, amount, created_at)
       select id, ${JOURNAL}, 1, now() from ledger_account where kind = 'revenue'`,
    ],
  ] as const)('a row of %s, though what it is of is there', async ([table, statement], { kantor }) => {
    await expect(sql.raw(statement).execute(kantor.ownerDb)).rejects.toThrow(
      `Table ${table} takes rows from ledger_post alone`,
    );
  });

  test('… nor with the next statement of a posting', async ({ kantor, market }) => {
    const written = transaction(kantor.ownerDb, async (tx) => {
      await postAll(tx, market.timed([posting([market.trader, 'available', -1n], [market.trader, 'held', 1n])]));
      await sql`insert into ledger_journal values (gen_random_uuid(), 'deposit', gen_random_uuid(), now())`.execute(tx);
    });
    await expect(written).rejects.toThrow('takes rows from ledger_post alone');
    expect(await market.balances()).toEqual(UNTOUCHED);
  });

  test.for(['ledger_account', 'ledger_journal'] as const)(
    'nor take away what entries are of: %s',
    async (table, { kantor }) => {
      for (const statement of [`delete from ${table}`, `truncate ${table} cascade`]) {
        await expect(sql.raw(statement).execute(kantor.ownerDb)).rejects.toThrow('The ledger is append only');
      }
    },
  );
});
