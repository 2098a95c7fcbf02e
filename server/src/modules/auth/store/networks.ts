import { sql } from 'kysely';
import type { Reader, Statement, Tx } from '../../../db/tx.ts';

/** Whether a name has signed in from a network since then. As cheap for a name that nobody has. */
export async function isKnownNetwork(
  db: Reader,
  { username, network, since }: { username: string; network: string; since: Date },
): Promise<boolean> {
  const { rows } = await sql`
    select from person join known_network on person_id = person.id
    where lower(username) = lower(${username}) and network = ${network} and seen_at > ${since}`.execute(db);
  return rows.length > 0;
}

interface SeenNetwork {
  personId: string;
  network: string;
  at: Date;
  /** An earlier row is as good when it is of after this moment. */
  freshSince: Date;
  /** The rows that a person has at most. */
  most: number;
}

/** Remembers from which network a person has signed in; the one not seen for longest makes room. */
export async function rememberNetwork(tx: Tx, { personId, network, at, freshSince, most }: SeenNetwork): Promise<void> {
  await sql`
    insert into known_network (person_id, network, seen_at) values (${personId}, ${network}, ${at})
    on conflict (person_id, network) do update set seen_at = excluded.seen_at
      where known_network.seen_at < ${freshSince}`.execute(tx);
  await sql`
    delete from known_network where person_id = ${personId} and network in (
      select network from known_network where person_id = ${personId} order by seen_at desc, network offset ${most}
    )`.execute(tx);
}

/** Forgets networks that nobody has signed in from since then. */
export async function deleteOldNetworks(tx: Statement, since: Date): Promise<void> {
  await sql`delete from known_network where seen_at <= ${since}`.execute(tx);
}
