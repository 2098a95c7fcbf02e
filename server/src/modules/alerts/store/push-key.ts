import { sql } from 'kysely';
import type { Reader, Statement, Tx } from '../../../db/tx.ts';

export interface KeptPushKey {
  publicKey: Buffer;
  sealed: Buffer;
}

export async function readPushKey(db: Reader): Promise<KeptPushKey | undefined> {
  const { rows } = await sql<KeptPushKey>`select public_key as "publicKey", sealed from push_key`.execute(db);
  return rows[0];
}

/** Keeps a new pair, unless another process has been faster than this one with the former one. @returns the kept one. */
export async function keepPushKey(
  tx: Tx,
  key: KeptPushKey,
  { former, at }: { former: KeptPushKey | undefined; at: Date },
): Promise<KeptPushKey | undefined> {
  const { rows } = await sql`
    insert into push_key as kept (public_key, sealed, created_at) values (${key.publicKey}, ${key.sealed}, ${at})
    on conflict (only_row) do update set public_key = excluded.public_key, sealed = excluded.sealed,
      created_at = excluded.created_at
    where kept.public_key = ${former?.publicKey ?? null}
    returning 1`.execute(tx);
  // What was subscribed by the former pair is reached by nobody any more.
  if (rows.length > 0 && former) await sql`delete from alert_channel where kind = 'push'`.execute(tx);
  return readPushKey(tx);
}

/** The same pair, sealed anew. A compare-and-set. */
export async function replaceSealed(statement: Statement, was: KeptPushKey, sealed: Buffer): Promise<void> {
  await sql`update push_key set sealed = ${sealed} where sealed = ${was.sealed}`.execute(statement);
}
