import { FOUND_KINDS, type FoundKind } from '@kantor/contract/plain/search.ts';
import type { Role } from '@kantor/contract/plain/rights.ts';
import { sql } from 'kysely';
import { readByKeys, type Reader } from '../../../db/tx.ts';
import type { Keys, Searcher } from '../rules.ts';
import { everybodys } from './everybodys.ts';
import { MOST, OWN, type Ways } from './own.ts';
import { rowOf } from './rows.ts';

/** An object that is known by what somebody typed. */
export interface Found {
  kind: FoundKind;
  id: string;
  /** The merchant's own. */
  number: string | null;
  name: string | null;
  /** Kopecks. */
  rub: bigint | null;
  /** Micro-USDT. */
  usdt: bigint | null;
  status: string | null;
  createdAt: Date;
  /** Names; null of one's own. */
  whose: string | null;
  /** Of an account, or a person's. */
  accountId: string | null;
  accountRole: Role | null;
}

function waysTo(kind: FoundKind, { role, accountId }: Searcher, keys: Keys, at: Date): Ways {
  if (role === 'operator') return everybodys(at)[kind](keys);
  return OWN[kind]?.({ role, id: accountId }, keys) ?? [];
}

/**
 * The newest objects of each kind that the keys lead to among what somebody may see: one statement, and nothing but what indexes
 * lead to.
 */
export async function findByKeys(db: Reader, searcher: Searcher, keys: Keys, at: Date): Promise<Found[]> {
  const parts = searcher.kinds.flatMap((kind) => {
    const ways = waysTo(kind, searcher, keys, at);
    if (ways.length === 0) return [];
    const any = sql.join(
      ways.map((query) => sql`(${query})`),
      sql` union `,
    );
    return [
      sql`
        select ${kind}::text as kind, shown.* from (
          select id from (${any}) as any_way order by id desc limit ${MOST}
        ) as led cross join lateral (${rowOf(kind, searcher)}) as shown`,
    ];
  });
  if (parts.length === 0) return [];
  const { rows } = await readByKeys(db, sql<Found>`${sql.join(parts, sql` union all `)}`);
  return rows.toSorted((a, b) => FOUND_KINDS.indexOf(a.kind) - FOUND_KINDS.indexOf(b.kind) || (a.id < b.id ? 1 : -1));
}
