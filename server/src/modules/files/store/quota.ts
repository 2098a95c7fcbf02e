import { sql } from 'kysely';
import type { Reader, Statement } from '../../../db/tx.ts';
import type { UploadTerms } from '../rules.ts';

interface Charge {
  ownerId: string;
  /** Of the body to come. */
  bytes: number;
  at: Date;
  /** An hour counts from its first upload; one that began by then is over. */
  over: Date;
}

/** Counts an upload. @returns whether it is within the quota; if not, nothing is counted. */
export async function chargeUpload(
  statement: Statement,
  { ownerId, bytes, at, over }: Charge,
  { perHour, bytesPerHour }: UploadTerms,
): Promise<boolean> {
  const { rows } = await sql`
    insert into upload_quota as q (owner_id, since, uploads, bytes) values (${ownerId}, ${at}, 1, ${bytes})
    on conflict (owner_id) do update set
      since = case when q.since <= ${over} then excluded.since else q.since end,
      uploads = case when q.since <= ${over} then 1 else q.uploads + 1 end,
      bytes = case when q.since <= ${over} then excluded.bytes else q.bytes + excluded.bytes end
    where q.since <= ${over} or (q.uploads < ${perHour} and q.bytes + excluded.bytes <= ${bytesPerHour})
    returning true`.execute(statement);
  return rows.length > 0;
}

/** Takes back bytes that were charged at a time and never came; those of an hour that is over do not matter. */
export async function giveBackBytes(statement: Statement, { ownerId, bytes, at }: Omit<Charge, 'over'>): Promise<void> {
  await sql`
    update upload_quota set bytes = bytes - ${bytes} where owner_id = ${ownerId} and since <= ${at} and bytes >= ${bytes}`.execute(
    statement,
  );
}

/** The beginning of the hour that a user's uploads are counted in. */
export async function readQuotaSince(db: Reader, ownerId: string): Promise<Date | undefined> {
  const { rows } = await sql<{ since: Date }>`select since from upload_quota where owner_id = ${ownerId}`.execute(db);
  return rows[0]?.since;
}
