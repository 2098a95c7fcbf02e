import fc from 'fast-check';
import { sql } from 'kysely';
import { breaks, type Reader, transaction } from '../../src/db/tx.ts';
import { type AccountKind, InsufficientFunds, openAccounts, type Posting } from '../../src/modules/ledger/index.ts';
import { kantorTest } from '../support/fixtures.ts';
import { LEDGER_CHECKS } from '../../src/modules/verification/store/ledger.ts';
import { DEBTOR } from '../verification/fixture.ts';
import { accountName, type Books, type Fault, type KeptEntry } from './model.ts';

interface Account {
  owner: string | null;
  kind: AccountKind;
}
type Entry = Posting['entries'][number];

/** Two traders, and two merchants of whom the first has owed; all accounts empty. */
export const test = kantorTest.extend('people', { scope: 'file' }, async ({ kantor }) => {
  const traders = [await kantor.createTrader({ balance: '0' }), await kantor.createTrader({ balance: '0' })];
  const merchants = [await kantor.createMerchant(), await kantor.createMerchant()];
  const [debtor] = merchants.map(({ id }) => id);
  await transaction(kantor.db, (tx) => openAccounts(tx, debtor ?? '', ['owed']));
  const accounts: Account[] = [
    ...traders.flatMap(({ id: owner }) => (['available', 'held', 'earned'] as const).map((kind) => ({ owner, kind }))),
    ...merchants.flatMap(({ id: owner }) => (['available', 'held'] as const).map((kind) => ({ owner, kind }))),
    { owner: debtor ?? '', kind: 'owed' },
    { owner: null, kind: 'custody' },
    { owner: null, kind: 'revenue' },
  ];
  return {
    accounts,
    names: accounts.map(({ owner, kind }) => accountName(owner, kind)),
    merchants,
    ...postingsOf(accounts),
  };
});

/** A cause by its number. */
export const causeOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

/** Any postings on these accounts: moves, debts made and paid, an account several times in one, sums that are none. */
function postingsOf(accounts: readonly Account[]) {
  const account = fc.constantFrom(...accounts);
  const of = (kind: AccountKind) => fc.constantFrom(...accounts.filter((each) => each.kind === kind));
  const amount = fc.bigInt({ min: 1n, max: 30n });
  const move = (from: fc.Arbitrary<Account>, to: fc.Arbitrary<Account>) =>
    fc.tuple(from, to, amount).map(([a, b, sum]): Entry[] => [
      { ...a, amount: -sum },
      { ...b, amount: sum },
    ]);
  const borrow = fc.tuple(of('owed'), amount, amount).map(([debt, sum, spent]): Entry[] => [
    { ...debt, amount: -sum },
    { owner: debt.owner, kind: 'available', amount: sum },
    { owner: debt.owner, kind: 'available', amount: -spent },
    { owner: null, kind: 'revenue', amount: spent },
  ]);
  const several = fc.array(move(account, account), { minLength: 2, maxLength: 3 }).map((moves) => moves.flat());
  const entries = fc.oneof(
    { weight: 4, arbitrary: move(of('custody'), of('available')) },
    { weight: 3, arbitrary: move(account, account) },
    { weight: 3, arbitrary: borrow },
    { weight: 2, arbitrary: several },
    { weight: 2, arbitrary: move(of('available'), of('owed')) },
  );
  const isSound = (value: readonly Entry[]) => value.length > 0;
  const unsound = fc.oneof(
    fc.constant<Entry[]>([]),
    fc.tuple(account, amount).map(([one, sum]): Entry[] => [{ ...one, amount: sum }]),
    fc.tuple(of('earned'), amount).map(([{ owner }, sum]): Entry[] => [
      { owner, kind: 'owed', amount: -sum },
      { owner, kind: 'available', amount: sum },
    ]),
  );
  const posting = (causes: number, sound: fc.Arbitrary<Entry[]>): fc.Arbitrary<Posting> =>
    fc.record({
      kind: fc.constantFrom('deposit', 'adjustment'),
      cause: fc.integer({ min: 1, max: causes }).map(causeOf),
      entries: sound,
    });
  return {
    /** What is brought to each account of a user to begin with. */
    opening: accounts
      .filter(({ owner, kind }) => owner !== null && kind !== 'owed')
      .map((each, index): Posting => ({
        kind: 'order_hold',
        cause: causeOf(index),
        entries: [
          { owner: null, kind: 'custody', amount: -40n },
          { ...each, amount: 40n },
        ],
      })),
    posting: (causes: number) =>
      fc.oneof({ weight: 30, arbitrary: posting(causes, entries) }, { weight: 1, arbitrary: posting(causes, unsound) }),
    sound: (causes: number) => posting(causes, entries.filter(isSound)),
  };
}

/** What the database kept. */
export async function readBooks(db: Reader, names: readonly string[]): Promise<Books> {
  const { rows } = await sql<KeptEntry & Account>`
    select owner_id as owner, account.kind, number, journal.kind || ' ' || cause as posting, at, amount, entry.balance
    from (
      select account_id, account_version as number, journal_id, created_at as at, amount, balance_after as balance from ledger_entry
      union all select account_id, null, journal_id, created_at, amount, null from ledger_platform_entry
    ) entry
    join ledger_account account on account.id = account_id join ledger_journal journal on journal.id = journal_id
    order by account_id, number`.execute(db);
  const books: Books = Object.fromEntries(names.map((name) => [name, []]));
  for (const { owner, kind, ...entry } of rows) books[accountName(owner, kind)]?.push(entry);
  return books;
}

/** The books with the platform's entries in an order of their own, as nothing numbers them. */
export const comparable = (books: Books): Books =>
  Object.fromEntries(
    Object.entries(books).map(([name, entries]) => [
      name,
      entries.toSorted((a, b) =>
        a.number === null || b.number === null
          ? `${a.posting} ${a.amount}`.localeCompare(`${b.posting} ${b.amount}`)
          : 0,
      ),
    ]),
  );

/** What verification finds about the ledger, but for those who owe beside what they have: any postings make them. */
export async function findViolations(db: Reader): Promise<unknown[]> {
  const found = [];
  for (const { invariant, find } of LEDGER_CHECKS.filter((check) => check.invariant !== DEBTOR)) {
    const { rows } = await find.execute(db);
    found.push(...rows.map((row) => ({ invariant, row })));
  }
  return found;
}

/** What the database refused. @throws what is no refusal. */
export function faultOf(error: unknown): Fault {
  if (error instanceof InsufficientFunds) return 'floor';
  if (breaks(error, 'ledger_account_ceiling')) return 'ceiling';
  if (breaks(error, 'ledger_journal_kind_cause_key')) return 'repeated';
  const message = error instanceof Error ? error.message : '';
  if (message.includes('does not sum to zero')) return 'sum';
  if (message.includes('account that does not exist')) return 'missing';
  throw error;
}
