import type { PageRequest } from '@kantor/contract/plain/pages.ts';
import { sql } from 'kysely';
import type { Page } from '../../../db/dense-list.ts';
import type { Reader } from '../../../db/tx.ts';
import type { AccountKind } from '../rules.ts';
import type { AccountEntry } from '../store.ts';
import { firstAfter, type Span } from './turnover.ts';

/** How many entries a user's account has, and what they come to, in micro-USDT: they are numbered without a gap, and come to its balance. */
export async function sumEntries(
  db: Reader,
  owner: { id: string; kind: AccountKind },
): Promise<{ count: bigint; amount: bigint }> {
  const { rows } = await sql<{ count: bigint; amount: bigint }>`
    select version as count, balance as amount from ledger_account
    where owner_id = ${owner.id} and kind = ${owner.kind}`.execute(db);
  return rows[0] ?? { count: 0n, amount: 0n };
}

/** A part of a statement. */
interface Part extends Span {
  /** Only entries of smaller numbers. */
  before?: bigint | undefined;
}

/**
 * One page of a user's account, newest first, and how many entries it has. Entries are numbered without a gap, so a page is a
 * range of the key, however far it is. A period is a range, too, of all accounts of the owner together (`ledger_cut`).
 */
export async function readEntries(
  db: Reader,
  owner: { id: string; kind: AccountKind },
  { page, pageSize, since, until, before }: PageRequest & Part,
): Promise<Page<AccountEntry>> {
  const skip = BigInt(page - 1) * BigInt(pageSize);
  const { rows } = await sql<AccountEntry & { count: bigint; number: bigint | null }>`
    with account as (
      select id, ${since === undefined ? sql`1::bigint` : firstAfter(owner.id, sql`id`, since)} as first,
        least(${before === undefined ? sql`version` : sql`${before - 1n}::bigint`},
          ${until === undefined ? sql`version` : sql`${firstAfter(owner.id, sql`id`, until)} - 1`}) as last
      from ledger_account where owner_id = ${owner.id} and kind = ${owner.kind}
    )
    select greatest(account.last - account.first + 1, 0) as count, entry.* from account left join lateral (
      select account_version as number, amount, balance_after as balance, ledger_journal.cause, ledger_entry.created_at as at,
        case when not is_debt then ledger_journal.kind when (amount > 0) = (${owner.kind} = 'available') then 'debt'
          else 'debt_payment' end as reason
      from ledger_entry join ledger_journal on ledger_journal.id = ledger_entry.journal_id
      cross join lateral (
        -- What makes a debt, or pays it, stands on both accounts.
        select exists (
          select from ledger_entry other join ledger_account on ledger_account.id = other.account_id
          where other.journal_id = ledger_journal.id and other.amount = -ledger_entry.amount
            and ledger_account.owner_id = ${owner.id} and ledger_account.kind = case ${owner.kind}
              when 'available' then 'owed' when 'owed' then 'available' end::ledger_kind
        ) as is_debt
      ) as debt
      where account_id = account.id and account_version >= account.first
        and account_version <= account.last - ${skip} and account_version > account.last - ${skip + BigInt(pageSize)}
      order by account_version desc
    ) entry on true`.execute(db);
  return { count: Number(rows[0]?.count ?? 0n), results: rows.filter(({ number }) => number !== null) };
}
