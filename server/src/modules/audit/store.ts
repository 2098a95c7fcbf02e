import { sql } from 'kysely';
import type { Reader, Statement } from '../../db/tx.ts';
import { firstIdAt, newId } from '../../kernel/ids.ts';

/** Properties of an object, by name; money and moments as text. Never a password, a key or a secret. */
export type Facts = Readonly<Record<string, string | number | boolean | null>>;

/** A change that an operator made. */
export interface AuditEntry {
  /** The operator's name, as they give it. */
  who: string;
  /** The account of the machine that ran the command. */
  osUser: string;
  /** The command. */
  action: string;
  objectKind: string;
  objectId: string;
  /** Null for a new object. */
  before: Facts | null;
  after: Facts;
}

export type AuditRow = AuditEntry & { at: Date };

/** Appends an entry, in the transaction of its change. */
export async function appendAudit(tx: Statement, entry: AuditEntry, at: Date): Promise<void> {
  const before = entry.before && JSON.stringify(entry.before);
  await sql`
    insert into audit (id, at, who, os_user, action, object_kind, object_id, before, after)
    values (${newId(at)}, ${at}, ${entry.who}, ${entry.osUser}, ${entry.action}, ${entry.objectKind}, ${entry.objectId},
      ${before}::jsonb, ${JSON.stringify(entry.after)}::jsonb)`.execute(tx);
}

/**
 * The last entries, oldest first.
 * @param object a kind, an id, or a user's name; absent: all.
 */
export async function readAudit(
  db: Reader,
  { object, last }: { object: string | undefined; last: number },
): Promise<AuditRow[]> {
  const isOf =
    object === undefined
      ? sql``
      : sql`where object_kind = ${object} or object_id = ${object.toLowerCase()}
          or object_id in (select id::text from users where lower(username) = lower(${object}))`;
  const { rows } = await sql<AuditRow>`
    select at, who, os_user as "osUser", action, object_kind as "objectKind", object_id as "objectId", before, after
    from audit ${isOf} order by id desc limit ${last}`.execute(db);
  return rows.toReversed();
}

/** The entries since a moment, oldest first: at most `most` of them. */
export async function readAuditSince(
  db: Reader,
  since: Date,
  most: number,
): Promise<(Pick<AuditRow, 'action' | 'objectKind' | 'objectId'> & { id: string })[]> {
  const { rows } = await sql<Pick<AuditRow, 'action' | 'objectKind' | 'objectId'> & { id: string }>`
    select id, action, object_kind as "objectKind", object_id as "objectId"
    from audit where id >= ${firstIdAt(since)} order by id limit ${most}`.execute(db);
  return rows;
}
