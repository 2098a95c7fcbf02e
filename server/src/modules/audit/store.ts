import type { PageRequest } from '@kantor/contract/plain/pages.ts';
import { type RawBuilder, sql } from 'kysely';
import { anyOf, byIds, type FoundPage, newestOf, searchPlatform } from '../../db/platform-search.ts';
import type { Span } from '../../db/platform-list.ts';
import { later, type Reader, type Statement, type Tx } from '../../db/tx.ts';
import type { Actor, PersonActor } from '../../kernel/actor.ts';
import { firstIdAt, newId } from '../../kernel/ids.ts';
import { PLATFORM_ACCOUNT } from '../../kernel/platform.ts';

/** Properties of an object, by name; money and moments as text. Never a password, a key or a secret. */
export type Facts = Readonly<Record<string, string | number | boolean | null>>;

/** A change that a person made. */
export interface AuditEntry {
  actor: Actor;
  /** The accounts that it concerns, besides the one that the person was in: it stands in the journal of each. */
  accountIds?: readonly string[];
  /** A command's name, or the like of it. */
  action: string;
  object: { kind: string; id: string };
  /** Null for a new object. */
  before: Facts | null;
  after: Facts;
}

/** A row of the audit, as it is read. */
export interface AuditRow extends Pick<AuditEntry, 'action' | 'before' | 'after'> {
  id: string;
  at: Date;
  objectKind: string;
  objectId: string;
  who: string;
  /** Null for a row of a command by somebody who gave no password, and for rows older than persons. */
  personId: string | null;
  /** The account that the person was in; null for a command. */
  accountId: string | null;
  /** Of a command. */
  osUser: string | null;
  /** Of a screen. */
  address: string | null;
  browser: string | null;
}

const auditColumns = sql`
  audit.id, at, who, person_id as "personId", account_id as "accountId", os_user as "osUser", address, browser, action, object_kind as "objectKind",
  object_id as "objectId", before, after`;

/** An account as the object of an entry. */
export const accountObject = (id: string) => ({ kind: 'account', id });

type At = { at: Date };

const insertion = (entries: readonly (AuditEntry & At)[]): RawBuilder<unknown> => {
  const rows = entries.map(({ actor, accountIds = [], ...entry }) => {
    const isPerson = 'address' in actor;
    return {
      ...entry,
      id: newId(entry.at),
      who: actor.name,
      personId: actor.personId ?? null,
      source: isPerson ? 'web' : 'command',
      accountId: isPerson ? actor.accountId : null,
      osUser: isPerson ? null : actor.osUser,
      address: isPerson ? actor.address : null,
      browser: isPerson ? actor.browser : null,
      concerned: [...new Set(accountIds)].filter((id) => !isPerson || id !== actor.accountId),
    };
  });
  const each = <Value>(valueOf: (row: (typeof rows)[number]) => Value) => rows.map((row) => valueOf(row));
  const places = rows.flatMap(({ id, concerned }) => concerned.map((accountId) => ({ id, accountId })));
  return sql`
    with entry as (
      select * from unnest(${each(({ id }) => id)}::uuid[], ${each(({ at }) => at)}::timestamptz[], ${each(({ source }) => source)}::text[],
        ${each(({ who }) => who)}::text[], ${each(({ personId }) => personId)}::uuid[],
        ${each(({ accountId }) => accountId)}::uuid[], ${each(({ osUser }) => osUser)}::text[],
        ${each(({ address }) => address)}::text[], ${each(({ browser }) => browser)}::text[],
        ${each(({ action }) => action)}::text[], ${each(({ object }) => object.kind)}::text[],
        ${each(({ object }) => object.id)}::text[], ${each(({ before }) => before && JSON.stringify(before))}::text[],
        ${each(({ after }) => JSON.stringify(after))}::text[])
        as given (id, at, source, who, person_id, account_id, os_user, address, browser, action, object_kind, object_id, before, after)
    ), added as (
      insert into audit (id, at, source, who, person_id, account_id, os_user, address, browser, action, object_kind, object_id, before,
        after)
      select id, at, source, who, person_id, account_id, os_user, address, browser, action, object_kind, object_id,
        before::jsonb, after::jsonb
      from entry
    )
    insert into audit_account (account_id, audit_id, person_id, object_kind, object_id)
    select place.account_id, id, person_id, object_kind, object_id
    from unnest(${places.map(({ accountId }) => accountId)}::uuid[], ${places.map(({ id }) => id)}::uuid[])
      as place (account_id, audit_id)
    join entry on entry.id = place.audit_id`;
};

/** Appends an entry, in the transaction of its change. */
export async function appendAudit(tx: Statement, entry: AuditEntry, at: Date): Promise<void> {
  await insertion([{ ...entry, at }]).execute(tx);
}

/** As `appendAudit`, of any number, together with the next statement of the transaction. */
export const appendAuditsLater = (tx: Tx, entries: readonly (AuditEntry & At)[]): Promise<void> =>
  entries.length === 0 ? Promise.resolve() : later(tx, insertion(entries));

/** As `appendAudit`, of an owner's person; what a merchant's server does is in its orders and payouts. */
export async function appendDeed(
  tx: Statement,
  { actor }: { actor?: PersonActor | undefined },
  entry: Omit<AuditEntry, 'actor'>,
  at: Date,
): Promise<void> {
  if (actor !== undefined) await appendAudit(tx, { actor, ...entry }, at);
}

/** As `appendAudit`, with the facts that differ; where none does, nothing is appended. */
export async function appendChange(
  tx: Statement,
  { before, after, ...entry }: AuditEntry & { before: Facts },
  at: Date,
): Promise<void> {
  const changed = Object.keys(after).filter((name) => before[name] !== after[name]);
  if (changed.length === 0) return;
  const only = (facts: Facts): Facts => Object.fromEntries(changed.map((name) => [name, facts[name] ?? null]));
  await appendAudit(tx, { ...entry, before: only(before), after: only(after) }, at);
}

/** The last characters of what a journal must not show whole. */
export const lastFour = (text: string): string => (text === '' ? '' : `•${text.slice(-4)}`);

/**
 * The last entries, oldest first.
 * @param object a kind, an id, or the name of an account or a person; absent: all.
 */
export async function readAudit(
  db: Reader,
  { object, last }: { object: string | undefined; last: number },
): Promise<AuditRow[]> {
  const isOf =
    object === undefined
      ? sql``
      : sql`where object_kind = ${object} or object_id = ${object.toLowerCase()}
          or object_id in (
            select id::text from account where lower(name) = lower(${object})
            union select id::text from person where lower(username) = lower(${object}))`;
  const { rows } = await sql<AuditRow>`
    select ${auditColumns} from audit ${isOf} order by id desc limit ${last}`.execute(db);
  return rows.toReversed();
}

/** The last entries about an object, newest first. */
export async function readAuditOf(db: Reader, objectId: string, most: number): Promise<AuditRow[]> {
  const { rows } = await sql<AuditRow>`
    select ${auditColumns} from audit where object_id = ${objectId} order by id desc limit ${most}`.execute(db);
  return rows;
}

export interface JournalRequest extends PageRequest {
  /** Whose journal; absent: of everything. */
  accountId?: string | undefined;
  person?: string | undefined;
  kind?: string | undefined;
  object?: string | undefined;
  before?: string | undefined;
}

const JOURNAL = { select: sql`select true as present, ${auditColumns} from audit`, id: 'audit.id' };

/** Rows about orders are most of all: no index has them by their kind. */
const MOST_FREQUENT_KIND = 'order';

/** The filter that leads, by an index of its own, and those that are looked at. */
function filtersOf({ person, kind = '', object = '' }: JournalRequest) {
  const isFrequent = kind === MOST_FREQUENT_KIND;
  const filters = [
    ...(object === '' ? [] : [sql`object_id = ${object.toLowerCase()}`]),
    ...(person === undefined ? [] : [sql`person_id = ${person}`]),
    ...(kind === '' || isFrequent
      ? []
      : [sql`object_kind = ${kind} and object_kind <> ${sql.lit(MOST_FREQUENT_KIND)}`]),
  ];
  const [leading = sql`true`, ...others] = filters;
  return { leading, where: isFrequent ? [...others, sql`object_kind = ${kind}`] : others };
}

/** What fits in an account's journal: what was done in it, and what was done elsewhere and concerns it. */
const inJournalOf = (accountId: string, fits: RawBuilder<unknown>, span?: Span) =>
  anyOf([
    byIds(
      (isBefore, most) => sql`
        select id from audit where account_id = ${accountId} and ${fits} ${isBefore} order by id desc limit ${most}`,
      span,
    ),
    byIds(
      (isBefore, most) => sql`
        select id from (select audit_id as id from audit_account where account_id = ${accountId} and ${fits}) as concerning
        where true ${isBefore} order by id desc limit ${most}`,
      span,
    ),
  ]);

/**
 * One page of a journal, newest first. One filter leads by its index, the others are looked at: in a bounded search, as in the
 * lists of the platform.
 */
export function readJournal(db: Reader, request: JournalRequest): Promise<FoundPage<AuditRow>> {
  const { accountId, before, page, pageSize } = request;
  const { leading, where } = filtersOf(request);
  const candidates =
    accountId === undefined
      ? byIds((isBefore, most) => sql`select id from audit where ${leading} ${isBefore} order by id desc limit ${most}`)
      : inJournalOf(accountId, leading);
  return searchPlatform<AuditRow>(db, JOURNAL, { candidates, table: 'audit', where, before, page, pageSize });
}

/** Somebody's second factors were taken off. */
export interface FactorNotice {
  at: Date;
  username: string;
  /** Who did it. */
  by: string;
}

/** What members of an account are told of each other's lost second factors, the last first. */
export async function readFactorNotices(db: Reader, accountId: string, since: Date): Promise<FactorNotice[]> {
  const lately = inJournalOf(accountId, sql`object_kind = 'person'`, { since: firstIdAt(since) });
  const { rows } = await sql<FactorNotice>`
    select at, person.username, who as by
    from (${newestOf(lately, sql`all`)}) as concerned join audit using (id) join person on person.id::text = audit.object_id
    where after ->> 'second_factor' = 'removed'
    order by audit.id desc limit 10`.execute(db);
  return rows;
}

/** The fact of an entry that tells how much USDT an operator has moved without another, as a decimal. */
export const ALONE_USDT = 'alone_usdt';

/**
 * Micro-USDT that an operator has moved alone since a moment. What they move elsewhere at the same time is waited for: the sum
 * holds until the end of the transaction.
 * @param who the operator's name, which they have proven.
 */
export async function sumAlone(tx: Tx, who: string, since: Date): Promise<bigint> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`alone/${who}`}, 0))`.execute(tx);
  const { rows } = await sql<{ sum: bigint }>`
    select coalesce(sum((after ->> ${ALONE_USDT})::numeric) * 1000000, 0)::bigint as sum
    from audit where id >= ${firstIdAt(since)} and who = ${who} and after ? ${ALONE_USDT}`.execute(tx);
  return rows[0]?.sum ?? 0n;
}

/** An entry that is to be logged. */
export type Report = Pick<AuditRow, 'action' | 'objectKind' | 'objectId'>;

/** Takes entries of commands and of the platform's people since a moment for the log, oldest first, at most so many: each is taken once, by one process. */
export async function claimReports(tx: Tx, since: Date, most: number): Promise<Report[]> {
  const { rows } = await sql<Report>`
    with claimed as (
      insert into audit_reported (audit_id)
      select id from audit
      where id >= ${firstIdAt(since)} and (source = 'command' or account_id = ${PLATFORM_ACCOUNT}) and not exists (
        select from audit_reported where audit_id = audit.id
      ) order by id limit ${most}
      on conflict do nothing returning audit_id
    )
    select action, object_kind as "objectKind", object_id as "objectId"
    from audit join claimed on claimed.audit_id = audit.id order by audit.id`.execute(tx);
  return rows;
}

/** Forgets that entries before a moment were taken: they are too old to be looked at again. */
export async function forgetReports(statement: Statement, before: Date): Promise<void> {
  await sql`delete from audit_reported where audit_id < ${firstIdAt(before)}`.execute(statement);
}
