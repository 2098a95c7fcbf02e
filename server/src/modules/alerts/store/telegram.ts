import { sql } from 'kysely';
import type { Reader, Statement } from '../../../db/tx.ts';

/** Whom a code links. */
export interface LinkedBy {
  personId: string;
  accountId: string;
  memberRole: string;
}

export async function insertCode(
  tx: Statement,
  { hash, personId, accountId, memberRole, expiresAt }: LinkedBy & { hash: Buffer; expiresAt: Date },
): Promise<void> {
  await sql`
    insert into telegram_code (hash, person_id, account_id, member_role, expires_at)
    values (${hash}, ${personId}, ${accountId}, ${memberRole}, ${expiresAt})`.execute(tx);
}

/** Takes a code away, so that it is used once. @returns whom it links; undefined unless it is in force. */
export async function takeCode(tx: Statement, hashes: readonly Buffer[], at: Date): Promise<LinkedBy | undefined> {
  const { rows } = await sql<LinkedBy & { isInForce: boolean }>`
    delete from telegram_code where hash = any(${hashes}::bytea[])
    returning person_id as "personId", account_id as "accountId", member_role as "memberRole",
      expires_at > ${at} as "isInForce"`.execute(tx);
  return rows.find(({ isInForce }) => isInForce);
}

export async function deleteOldCodes(tx: Statement, at: Date): Promise<void> {
  await sql`delete from telegram_code where expires_at <= ${at}`.execute(tx);
}

/** The name that the bot gave last. */
export async function readBotName(db: Reader): Promise<string | null> {
  const { rows } = await sql<{ username: string | null }>`select username from telegram_bot`.execute(db);
  return rows[0]?.username ?? null;
}

/** Leases the bot for one poller. @returns the update that comes next; undefined while another has it. */
export async function leaseBot(
  tx: Statement,
  { at, until, former }: { at: Date; until: Date; former: Date | undefined },
): Promise<bigint | undefined> {
  const { rows } = await sql<{ next: bigint }>`
    update telegram_bot set leased_until = ${until}
    where leased_until is null or leased_until <= ${at} or leased_until = ${former ?? null}
    returning next_update as next`.execute(tx);
  return rows[0]?.next;
}

/** Lets another have it at once. */
export async function releaseBot(tx: Statement, until: Date): Promise<void> {
  await sql`update telegram_bot set leased_until = null where leased_until = ${until}`.execute(tx);
}

export async function nameBot(tx: Statement, username: string): Promise<void> {
  await sql`update telegram_bot set username = ${username} where username is distinct from ${username}`.execute(tx);
}

/** Says that an update is handled. @returns false when it was before. */
export async function passUpdate(tx: Statement, update: bigint): Promise<boolean> {
  const { rows } = await sql`
    update telegram_bot set next_update = ${update + 1n} where next_update <= ${update} returning 1`.execute(tx);
  return rows.length > 0;
}
