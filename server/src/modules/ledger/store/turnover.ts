import { POSTING_KINDS } from '@kantor/contract/plain/money-trail.ts';
import { type RawBuilder, sql } from 'kysely';
import { type Reader, readByKeys, type Statement } from '../../../db/tx.ts';
import type { AccountKind } from '../rules.ts';
import type { EntryReason } from '../store.ts';

/** From the first moment in it to the first one after it; without an end it goes on to there. */
export interface Span {
  since?: Date | undefined;
  until?: Date | undefined;
}

/** What entries of one reason come to. Micro-USDT. */
interface Movement {
  reason: EntryReason;
  entries: bigint;
  credited: bigint;
  debited: bigint;
  /** Of whole postings, each counted at one of its owner's accounts, by what it leaves them all with. */
  postings: bigint;
  gained: bigint;
  lost: bigint;
}

/** A period of one account: its entries are those from `first` to `last`, none when `last` is one less. Micro-USDT. */
export interface Turnover {
  part: AccountKind;
  first: bigint;
  last: bigint;
  opening: bigint;
  closing: bigint;
  movements: Movement[];
}

/** The number of an account's first entry after a moment that divides all accounts of its owner. */
export const firstAfter = (ownerId: string, account: RawBuilder<unknown>, at: Date): RawBuilder<bigint> =>
  sql`(select cut.first from ledger_cut(${ownerId}, ${at}) as cut where cut.account_id = ${account})`;

/**
 * What a period came to on each account of an owner, all of one moment, in time that grows neither with their entries nor with the
 * period's (migrations/210).
 */
export async function readTurnover(db: Reader, ownerId: string, { since, until }: Span): Promise<Turnover[]> {
  interface Row extends Omit<Turnover, 'movements'>, Omit<Movement, 'reason'> {
    reason: EntryReason | null;
  }
  const { rows } = await readByKeys(
    db,
    sql<Row>`
    with own as materialized (
      select id, kind,
        ${since === undefined ? sql`1::bigint` : firstAfter(ownerId, sql`id`, since)} as first,
        ${until === undefined ? sql`version` : sql`${firstAfter(ownerId, sql`id`, until)} - 1`} as last
      from ledger_account where owner_id = ${ownerId}
    )
    select own.kind as part, own.first, own.last, coalesce(opened.balance_after, 0) as opening,
      coalesce(closed.balance_after, 0) as closing, movement.*
    from own
    left join ledger_entry opened on opened.account_id = own.id and opened.account_version = own.first - 1
    left join ledger_entry closed on closed.account_id = own.id and closed.account_version = own.last
    left join lateral ledger_turnover(own.id, own.first, own.last) as movement on true
    order by own.kind, movement.reason`,
  );
  const turnovers = new Map<AccountKind, Turnover>();
  for (const { part, first, last, opening, closing, reason, ...sums } of rows) {
    const turnover = turnovers.get(part) ?? { part, first, last, opening, closing, movements: [] };
    if (reason !== null) turnover.movements.push({ reason, ...sums });
    turnovers.set(part, turnover);
  }
  return [...turnovers.values()];
}

/** Numbers of entries on one part of an owner's balance. */
export type Numbers = Pick<Turnover, 'part' | 'first' | 'last'>;

/** A posting by what it left all accounts of an owner with. Micro-USDT. */
export interface OwnersPosting {
  reason: EntryReason;
  cause: string;
  at: Date;
  amount: bigint;
}

/**
 * The postings that left an owner with more or less, of these numbers of their accounts, oldest first; of one moment, in the order of
 * an object's life. Reads each of their entries.
 */
export async function readOwnersPostings(
  db: Reader,
  ownerId: string,
  numbers: readonly Numbers[],
): Promise<OwnersPosting[]> {
  const { rows } = await readByKeys(
    db,
    sql<OwnersPosting>`
    select journal.kind as reason, journal.cause, journal.created_at as at, left_with.amount
    from (
      select entry.journal_id, sum(entry.amount)::bigint as amount
      from unnest(
        ${numbers.map(({ part }) => part)}::ledger_kind[], ${numbers.map(({ first }) => first)}::bigint[],
        ${numbers.map(({ last }) => last)}::bigint[]
      ) as asked (kind, first, last)
      join ledger_account account on account.owner_id = ${ownerId} and account.kind = asked.kind
      join ledger_entry entry on entry.account_id = account.id and entry.account_version >= asked.first
        and entry.account_version <= asked.last
      group by entry.journal_id having sum(entry.amount) <> 0
    ) as left_with
    join ledger_journal journal on journal.id = left_with.journal_id
    order by journal.created_at, array_position(${POSTING_KINDS}, journal.kind), journal.id`,
  );
  return rows;
}

/** Entries of a block (migrations/210). */
const BLOCK = sql.lit(1024);

/** Sums up blocks of entries that are full, of any accounts, in their order. @returns how many rows they have. */
export async function sumUpBlocks(statement: Statement, limit: number): Promise<bigint> {
  const { numAffectedRows = 0n } = await sql`
    insert into ledger_block (account_id, block, reason, entries, credited, debited, postings, gained, lost)
    select full_block.id, full_block.block, movement.*
    from (
      select account.id, block
      from ledger_account account
      cross join lateral (
        select coalesce(max(ledger_block.block) + 1, 0) as next from ledger_block where account_id = account.id
      ) as done
      cross join lateral generate_series(done.next, account.version / ${BLOCK} - 1) as block
      where account.owner_id is not null and account.version / ${BLOCK} > done.next
      order by account.id, block limit ${limit}
    ) as full_block
    cross join lateral ledger_movements(full_block.id, full_block.block * ${BLOCK} + 1, (full_block.block + 1) * ${BLOCK})
      as movement
    -- Another process has just done it, to the same end.
    on conflict do nothing`.execute(statement);
  return numAffectedRows;
}
