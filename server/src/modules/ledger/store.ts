import { formatMinorUnits, SCALE } from '@kantor/contract/plain/money.ts';
import { POSTING_KINDS, type PostingKind } from '@kantor/contract/plain/money-trail.ts';
import type { Role } from '@kantor/contract/plain/rights.ts';
import { type RawBuilder, sql } from 'kysely';
import { breaks, type Reader, type Tx } from '../../db/tx.ts';
import { conflict } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import type { AccountKind, Entry, Posting } from './rules.ts';

/** The posting would take more than the account has. */
export class InsufficientFunds extends Error {}

/** Opens a user's accounts with nothing on them; those that they have stay as they are. */
export async function openAccounts(tx: Tx, ownerId: string, kinds: readonly AccountKind[]): Promise<void> {
  await sql`
    insert into ledger_account (owner_id, kind)
    select ${ownerId}, kind from unnest(${kinds}::ledger_kind[]) as kind
    on conflict do nothing`.execute(tx);
}

/** A posting and when it is made. */
export interface TimedPosting {
  posting: Posting;
  at: Date;
}

/**
 * Postings as an expression, for a statement that does more: one round trip instead of two. They take effect in their order.
 * `fundsError` recognises an overdraft among its failures.
 */
export function postCalls(list: readonly TimedPosting[]): RawBuilder<unknown> {
  const entries = list.flatMap(({ posting }, index) => posting.entries.map((entry) => ({ ...entry, of: index + 1 })));
  return sql`ledger_post(
    ${list.map(({ at }) => newId(at))}::uuid[], ${list.map(({ posting }) => posting.kind)}::text[],
    ${list.map(({ posting }) => posting.cause)}::uuid[], ${list.map(({ at }) => at)}::timestamptz[],
    ${entries.map((entry) => entry.of)}::integer[], ${entries.map((entry) => entry.owner)}::uuid[],
    ${entries.map((entry) => entry.kind)}::ledger_kind[], ${entries.map((entry) => entry.amount)}::bigint[])`;
}

/** The error as InsufficientFunds when it is the database's refusal of an overdraft. */
export const fundsError = (error: unknown): unknown =>
  breaks(error, 'ledger_account_floor') ? new InsufficientFunds() : error;

/**
 * Posts ledger transactions, in their order; one that fails takes all with it. The only way that money moves.
 * @throws InsufficientFunds when a user's account would fall below zero after any entry; the transaction is then lost and must
 * be left.
 */
export async function postAll(tx: Tx, list: readonly TimedPosting[]): Promise<void> {
  if (list.length === 0) return;
  await sql`select ${postCalls(list)}`.execute(tx).catch((error: unknown) => {
    throw fundsError(error);
  });
}

/** Posts one, like `postAll`. */
export const post = (tx: Tx, posting: Posting, at: Date): Promise<void> => postAll(tx, [{ posting, at }]);

/** The entries of a posting on users' accounts; none when there is no posting of this kind and cause. */
export async function readPosted(db: Reader, { kind, cause }: Omit<Posting, 'entries'>): Promise<Entry[]> {
  const { rows } = await sql<Entry>`
    select account.owner_id as owner, account.kind, entry.amount
    from ledger_journal journal
    join ledger_entry entry on entry.journal_id = journal.id
    join ledger_account account on account.id = entry.account_id
    where journal.kind = ${kind} and journal.cause = ${cause}`.execute(db);
  return rows;
}

/** The effect of a posting on one account. Micro-USDT. */
export interface Effect {
  /** The owner's name; null for the platform. */
  owner: string | null;
  kind: AccountKind;
  amount: bigint;
  /** The new balance; null for the platform, whose accounts keep entries only. */
  balance: bigint | null;
}

/** The effects of the postings of these kinds for one cause, in their order, with each account's new balance. */
export async function readEffects(db: Reader, kinds: readonly Posting['kind'][], cause: string): Promise<Effect[]> {
  const { rows } = await sql<Effect>`
    select owner.name as owner, account.kind, entry.amount, entry.balance_after as balance
    from ledger_journal journal
    join (
      select journal_id, account_id, amount, balance_after, account_version as number from ledger_entry
      union all
      select journal_id, account_id, amount, null, id from ledger_platform_entry
    ) entry on entry.journal_id = journal.id
    join ledger_account account on account.id = entry.account_id
    left join account owner on owner.id = account.owner_id
    where journal.kind = any(${kinds}) and journal.cause = ${cause}
    order by owner.name nulls last, account.kind, entry.number`.execute(db);
  return rows;
}

/** A posting as it was made, with what each account had after it. */
export interface TrailPosting {
  id: string;
  kind: PostingKind;
  at: Date;
  /** Micro-USDT; `ownerId` null is the platform, whose accounts keep no balance. */
  entries: { ownerId: string | null; kind: AccountKind; amount: bigint; balance: bigint | null }[];
}

/** Everything that was posted for any of these causes, oldest first; of one moment, in the order of an object's life. */
export async function readTrail(db: Reader, causes: readonly string[]): Promise<TrailPosting[]> {
  interface EntryRow {
    id: string;
    posting: PostingKind;
    at: Date;
    ownerId: string | null;
    kind: AccountKind;
    amount: bigint;
    balance: bigint | null;
  }
  const { rows } = await sql<EntryRow>`
    select journal.id, journal.kind as posting, journal.created_at as at, account.owner_id as "ownerId", account.kind,
      entry.amount, entry.balance_after as balance
    from ledger_journal journal
    cross join lateral (
      select account_id, amount, balance_after, account_version as number from ledger_entry where journal_id = journal.id
      union all
      select account_id, amount, null, id from ledger_platform_entry where journal_id = journal.id
    ) entry
    join ledger_account account on account.id = entry.account_id
    where journal.kind = any(${POSTING_KINDS}) and journal.cause = any(${causes}::uuid[])
    order by journal.created_at, array_position(${POSTING_KINDS}, journal.kind), journal.id, account.owner_id nulls last,
      account.kind, entry.number`.execute(db);
  const trail = new Map<string, TrailPosting>();
  for (const { id, posting: kind, at, ...entry } of rows) {
    const posting = trail.get(id) ?? { id, kind, at, entries: [] };
    trail.set(id, { ...posting, entries: [...posting.entries, entry] });
  }
  return [...trail.values()];
}

/** Everything there is, by whose and which account. Micro-USDT. Reads every entry of the platform. */
export async function readTotals(db: Reader): Promise<{ role: Role | null; kind: AccountKind; total: bigint }[]> {
  const { rows } = await sql<{ role: Role | null; kind: AccountKind; total: bigint }>`
    select owner.role, account.kind, sum(coalesce(kept.total, account.balance))::bigint as total
    from ledger_account account
    left join account owner on owner.id = account.owner_id
    left join lateral (
      select coalesce(sum(amount), 0) as total from ledger_platform_entry where account_id = account.id
    ) kept on account.owner_id is null
    group by owner.role, account.kind order by owner.role, account.kind`.execute(db);
  return rows;
}

const NO_BALANCES: Record<AccountKind, bigint> = {
  available: 0n,
  held: 0n,
  earned: 0n,
  owed: 0n,
  custody: 0n,
  revenue: 0n,
};

/** Balances in micro-USDT by account; an account that the user does not have reads as zero. */
export async function readBalances(db: Reader, ownerId: string): Promise<Record<AccountKind, bigint>> {
  const { rows } = await sql<{ kind: AccountKind; balance: bigint }>`
    select kind, balance from ledger_account where owner_id = ${ownerId}`.execute(db);
  const balances = { ...NO_BALANCES };
  for (const { kind, balance } of rows) balances[kind] = balance;
  return balances;
}

/** The balances of each of these owners, as `readBalances` has them. */
export async function readBalancesOf(
  db: Reader,
  ownerIds: readonly string[],
): Promise<(ownerId: string) => Record<AccountKind, bigint>> {
  const { rows } = await sql<{ ownerId: string; kind: AccountKind; balance: bigint }>`
    select owner_id as "ownerId", kind, balance from ledger_account where owner_id = any(${ownerIds}::uuid[])`.execute(
    db,
  );
  return (ownerId) => {
    const balances = { ...NO_BALANCES };
    for (const row of rows) if (row.ownerId === ownerId) balances[row.kind] = row.balance;
    return balances;
  };
}

/** What the accounts of some owners come to together, by kind, in micro-USDT. */
export async function sumBalancesOf(db: Reader, ownerIds: readonly string[]): Promise<Record<AccountKind, bigint>> {
  const { rows } = await sql<{ kind: AccountKind; balance: bigint }>`
    select kind, sum(balance)::bigint as balance from ledger_account where owner_id = any(${ownerIds}::uuid[])
    group by kind`.execute(db);
  return { ...NO_BALANCES, ...Object.fromEntries(rows.map(({ kind, balance }) => [kind, balance])) };
}

/** What owners may spend, in micro-USDT, by owner. */
export async function readAvailable(db: Reader, ownerIds: readonly string[]): Promise<Map<string, bigint>> {
  if (ownerIds.length === 0) return new Map();
  const { rows } = await sql<{ ownerId: string; balance: bigint }>`
    select owner_id as "ownerId", balance from ledger_available where owner_id = any(${ownerIds}::uuid[])`.execute(db);
  return new Map(rows.map(({ ownerId, balance }) => [ownerId, balance]));
}

/** What an owner may spend, locked until the end of the transaction: the first of an owner's accounts in the order of locks. */
export async function lockAvailable(tx: Tx, ownerId: string): Promise<bigint> {
  const { rows } = await sql<{ balance: bigint }>`
    select balance from ledger_account where owner_id = ${ownerId} and kind = 'available' for no key update`.execute(
    tx,
  );
  return rows[0]?.balance ?? 0n;
}

/** @throws ApiError 409 `debt`. */
export async function assertNoDebt(db: Reader, merchantId: string): Promise<void> {
  const { owed } = await readBalances(db, merchantId);
  if (owed === 0n) return;
  const debt = formatMinorUnits(-owed, SCALE.usdt);
  throw conflict(
    'debt',
    `У вас долг ${debt} USDT. Он гасится из следующих заказов, до этого выплаты и выводы недоступны`,
  );
}

/**
 * Locks the accounts of users but what is held, in the order of all who lock accounts, and reads them. To what is held nothing may be
 * posted then: it would be locked after those that come behind it.
 */
export async function lockBalances(
  tx: Tx,
  ownerIds: readonly string[],
): Promise<(ownerId: string, kind: AccountKind) => bigint> {
  const { rows } = await sql<{ ownerId: string; kind: AccountKind; balance: bigint }>`
    select owner_id as "ownerId", kind, balance from ledger_account
    where owner_id = any(${ownerIds}) and kind <> 'held' order by id for no key update`.execute(tx);
  return (ownerId, kind) => rows.find((row) => row.ownerId === ownerId && row.kind === kind)?.balance ?? 0n;
}

/** The reason of an entry: its posting's kind, or the posting's part that makes a merchant's debt or pays it. */
export type EntryReason = Posting['kind'] | 'debt' | 'debt_payment';

/** An entry of an account with its posting. */
export interface AccountEntry {
  /** The entry's number on the account. */
  number: bigint;
  /** Micro-USDT; a plus or a minus. */
  amount: bigint;
  /** What the account had after it. */
  balance: bigint;
  reason: EntryReason;
  cause: string;
  at: Date;
}

/**
 * What an owner has earned since each of several moments, in their order, micro-USDT: rewards less what was taken back of them. What
 * they moved to their balance stays earned. Only the entries since the earliest moment are read.
 */
export async function readEarned(db: Reader, ownerId: string, since: readonly Date[]): Promise<bigint[]> {
  const { rows } = await sql<{ earned: bigint }>`
    with since as materialized (
      select at, place from unnest(${since}::timestamptz[]) with ordinality as moment (at, place)
    ), entry as materialized (
      select amount, created_at from ledger_entry
      where account_id = (select id from ledger_account where owner_id = ${ownerId} and kind = 'earned')
        and account_version >= (
          select ledger_number_at(id, (select min(at) from since)) from ledger_account where owner_id = ${ownerId} and kind = 'earned')
        -- What was moved is taken out; of what takes something out there is little.
        and (amount > 0 or not exists (
          select from ledger_journal where ledger_journal.id = ledger_entry.journal_id and ledger_journal.kind = 'earnings_move'))
    ), part as (
      -- Each entry is put between two moments once, however many there are.
      select width_bucket(created_at, array(select at from since order by at)) as n, sum(amount) as amount from entry group by n
    )
    select coalesce((select sum(part.amount) from part where part.n >= moment.n), 0)::bigint as earned
    from (select place, row_number() over (order by at) as n from since) as moment order by place`.execute(db);
  return rows.map(({ earned }) => earned);
}
