import type { MemberRole, Role } from '@kantor/contract/plain/rights.ts';
import { sql } from 'kysely';
import type { Reader, Statement, Tx } from '../../../db/tx.ts';

/** Where a push goes. */
export interface Browser {
  endpoint: string;
  p256dh: Buffer;
  auth: Buffer;
}

export interface Channel {
  id: string;
  kind: 'push' | 'telegram';
  personId: string;
  accountId: string;
  role: Role;
  memberRole: MemberRole;
  createdAt: Date;
  /** Of a browser: its sign-in, and what that says of itself. */
  sessionId: string | null;
  userAgent: string | null;
}

/** What tells whether the row `channel` is in force. */
export const joined = sql`
  join person on person.id = channel.person_id and person.blocked_at is null
  join account on account.id = channel.account_id and account.blocked_at is null
  join member on member.person_id = channel.person_id and member.account_id = channel.account_id
    and member.role::text = channel.member_role
  left join session on session.id = channel.session_id`;

/**
 * Whether it is: its person is still what they were in the account, and neither is blocked; a browser's sign-in has not ended and
 * is still in that account; a chat was not linked before the password was last changed.
 */
export const isInForce = sql<boolean>`case channel.kind
  when 'push' then session.revoked_at is null and session.account_id = channel.account_id
  else person.password_changed_at is null or person.password_changed_at <= channel.created_at end`;

export const channelColumns = sql`
  channel.id, channel.kind, channel.person_id as "personId", channel.account_id as "accountId", account.role,
  channel.member_role as "memberRole", channel.created_at as "createdAt", channel.session_id as "sessionId",
  session.user_agent as "userAgent"`;

/** The channels in force of accounts. */
export async function readChannels(db: Reader, accountIds: readonly string[]): Promise<Channel[]> {
  const { rows } = await sql<Channel>`
    select ${channelColumns} from alert_channel channel ${joined}
    where channel.account_id = any(${accountIds}::uuid[]) and ${isInForce} order by channel.id`.execute(db);
  return rows;
}

/** A person's in an account, oldest first. */
export async function readOwnChannels(
  db: Reader,
  { personId, accountId }: { personId: string; accountId: string },
): Promise<Channel[]> {
  const { rows } = await sql<Channel>`
    select ${channelColumns} from alert_channel channel ${joined}
    where channel.person_id = ${personId} and channel.account_id = ${accountId} and ${isInForce}
    order by channel.created_at, channel.id`.execute(db);
  return rows;
}

interface NewChannel extends Pick<Channel, 'id' | 'personId' | 'accountId'> {
  memberRole: string;
  at: Date;
}

/** Writes a browser's subscription; whoever used the same browser before is called there no more. @returns its id. */
export async function putBrowser(
  tx: Statement,
  { id, personId, accountId, memberRole, sessionId, at, ...browser }: NewChannel & { sessionId: string } & Browser,
): Promise<{ id: string; isNew: boolean }> {
  const { rows } = await sql<{ id: string }>`
    insert into alert_channel (id, kind, person_id, account_id, member_role, session_id, endpoint, p256dh, auth, created_at)
    values (${id}, 'push', ${personId}, ${accountId}, ${memberRole}, ${sessionId}, ${browser.endpoint}, ${browser.p256dh},
      ${browser.auth}, ${at})
    on conflict (endpoint) do update set person_id = excluded.person_id, account_id = excluded.account_id,
      member_role = excluded.member_role, session_id = excluded.session_id, p256dh = excluded.p256dh, auth = excluded.auth
    returning id`.execute(tx);
  const kept = rows[0]?.id ?? id;
  return { id: kept, isNew: kept === id };
}

/** Writes a person's chat, in the place of a former one. */
export async function putChat(
  tx: Tx,
  { id, personId, accountId, memberRole, chatId, at }: NewChannel & { chatId: bigint },
): Promise<void> {
  await sql`
    delete from alert_channel
    where kind = 'telegram' and person_id = ${personId} and account_id = ${accountId}`.execute(tx);
  await sql`
    insert into alert_channel (id, kind, person_id, account_id, member_role, chat_id, created_at)
    values (${id}, 'telegram', ${personId}, ${accountId}, ${memberRole}, ${chatId}, ${at})`.execute(tx);
}

export type Removed = Pick<Channel, 'kind' | 'personId' | 'accountId'>;

/** Removes a channel, of a person alone when one is named. What is on its way to it goes, too. */
export async function removeChannel(
  tx: Statement,
  { id, personId }: { id: string; personId?: string },
): Promise<Removed | undefined> {
  const { rows } = await sql<Removed>`
    delete from alert_channel where id = ${id} and (${personId ?? null}::uuid is null or person_id = ${personId ?? null})
    returning kind, person_id as "personId", account_id as "accountId"`.execute(tx);
  return rows[0];
}

/** Removes a chat from everybody who has linked it. */
export async function removeChat(tx: Statement, chatId: bigint): Promise<Removed[]> {
  const { rows } = await sql<Removed>`
    delete from alert_channel where chat_id = ${chatId}
    returning kind, person_id as "personId", account_id as "accountId"`.execute(tx);
  return rows;
}

/** Removes the channels that are in force no more. @returns how many. */
export async function removeEnded(tx: Statement): Promise<number> {
  const { rows } = await sql`
    delete from alert_channel ended where not exists (
      select from alert_channel channel ${joined} where channel.id = ended.id and ${isInForce})
    returning 1`.execute(tx);
  return rows.length;
}
