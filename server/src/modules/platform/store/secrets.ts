import { sql } from 'kysely';
import type { Reader, Statement } from '../../../db/tx.ts';

/** Notes that things are made with a secret from a moment on, unless they are already. */
export async function insertSecret(statement: Statement, name: string, at: Date): Promise<void> {
  await sql`insert into server_secret (name, since) values (${name}, ${at}) on conflict do nothing`.execute(statement);
}

/** What outside of us was made before a secret came into use. */
export interface RestsOnFormer {
  phones: number;
  /** Of merchants' servers. */
  endpoints: number;
  /** People with recovery codes. */
  people: number;
  /** Whose payers have links. */
  orders: number;
}

export async function readWhatRests(db: Reader, name: string): Promise<RestsOnFormer> {
  const { rows } = await sql<RestsOnFormer>`
    select
      (select count(*)::integer from device where ended_at is null and created_at < since) as phones,
      (select count(*)::integer from webhook_endpoint
        where coalesce(former_secret_until - interval '1 day' < since, id < first_id_at(since))) as endpoints,
      (select count(distinct person_id)::integer from recovery_code where used_at is null and made_at < since) as people,
      (select count(*)::integer from orders where status in ('ACTIVE', 'APPEAL') and created_at < since) as orders
    from server_secret where name = ${name}`.execute(db);
  return rows[0] ?? { phones: 0, endpoints: 0, people: 0, orders: 0 };
}
