import type { PageRequest } from '@kantor/contract/plain/pages.ts';
import type { Role } from '@kantor/contract/plain/rights.ts';
import type { PlatformAccountFilter } from '@kantor/contract/plain/statuses.ts';
import { sql } from 'kysely';
import { type Counted, type Page, pageOf } from '../../../db/dense-list.ts';
import type { Reader } from '../../../db/tx.ts';
import { type Account, accountColumns } from '../store.ts';

/** An account as the platform's list of accounts has it. */
export interface ListedAccount extends Omit<Account, 'role'> {
  role: Exclude<Role, 'operator'>;
  createdAt: Date;
}

/** A trader or a merchant; undefined of the platform's own account, too. */
export async function readListedAccount(db: Reader, id: string): Promise<ListedAccount | undefined> {
  const { rows } = await sql<ListedAccount>`
    select ${accountColumns}, created_at as "createdAt" from account where id = ${id} and role <> 'operator'`.execute(
    db,
  );
  return rows[0];
}

export interface AccountsNarrowing {
  role: ListedAccount['role'] | 'ALL';
  state: PlatformAccountFilter | 'ALL';
  /** A part of the name. */
  search: string;
}

export type AccountsRequest = AccountsNarrowing & PageRequest;

const IN_STATE = {
  ACTIVE: sql`blocked_at is null`,
  BLOCKED: sql`blocked_at is not null`,
  TRAFFIC: sql`role = 'trader' and traffic_on and blocked_at is null`,
} as const satisfies Record<PlatformAccountFilter, unknown>;

const isAmong = ({ role, state, search }: AccountsNarrowing) =>
  sql.join(
    [
      role === 'ALL' ? sql`role <> 'operator'` : sql`role = ${role}`,
      ...(state === 'ALL' ? [] : [IN_STATE[state]]),
      ...(search.trim() === '' ? [] : [sql`position(lower(${search.trim()}) in lower(name)) > 0`]),
    ],
    sql` and `,
  );

/** How many traders and merchants of a role and a name are in each state. */
export async function countAccounts(
  db: Reader,
  narrowing: Omit<AccountsNarrowing, 'state'>,
): Promise<Record<AccountsNarrowing['state'], number>> {
  const { rows } = await sql<Record<AccountsNarrowing['state'], number>>`
    select count(*)::integer as "ALL", (count(*) filter (where ${IN_STATE.ACTIVE}))::integer as "ACTIVE",
      (count(*) filter (where ${IN_STATE.BLOCKED}))::integer as "BLOCKED",
      (count(*) filter (where ${IN_STATE.TRAFFIC}))::integer as "TRAFFIC"
    from account where ${isAmong({ ...narrowing, state: 'ALL' })}`.execute(db);
  return rows[0] ?? { ALL: 0, ACTIVE: 0, BLOCKED: 0, TRAFFIC: 0 };
}

/** The ids of all traders and merchants that fit. */
export async function readAccountIds(db: Reader, narrowing: AccountsNarrowing): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from account where ${isAmong(narrowing)}`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * One page of traders and merchants by name, and how many there are. In time that grows with the number of accounts, and not with
 * what they have.
 */
export async function readAccountsPage(
  db: Reader,
  { page, pageSize, ...narrowing }: AccountsRequest,
): Promise<Page<ListedAccount>> {
  const where = isAmong(narrowing);
  const { rows } = await sql<Counted<ListedAccount>>`
    select counted.n as count, r.* from (select count(*) as n from account where ${where}) as counted
    left join lateral (
      select true as present, ${accountColumns}, created_at as "createdAt" from account where ${where}
      order by lower(name) limit ${pageSize} offset ${(page - 1) * pageSize}
    ) r on true
    order by lower(r.name)`.execute(db);
  return pageOf(rows);
}
