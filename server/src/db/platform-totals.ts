import { type RawBuilder, sql } from 'kysely';
import type { PlatformList } from './platform-list.ts';
import { conditionsOf, looking, MAX_LOOKED_AT, type Search } from './platform-search.ts';
import { readByKeys, type Reader } from './tx.ts';

interface Summed extends Pick<Search, 'candidates' | 'table' | 'where' | 'since' | 'until'>, Pick<PlatformList, 'id'> {
  /** What they are counted by, and what is added up, by the alias that the id has. */
  status: RawBuilder<unknown>;
  amount: RawBuilder<unknown>;
}

/** How many of a search there are in each status, and what they come to. */
export interface FoundTotals<Status extends string = string> {
  statuses: { status: Status; count: bigint; amount: bigint }[];
  /** Whether these are all that fit, and not those alone among the first MAX_LOOKED_AT candidates. */
  isWhole: boolean;
}

/** Counts and adds up what a search finds among the first MAX_LOOKED_AT candidates. It costs the same on any platform. */
export async function sumPlatform<Status extends string>(
  db: Reader,
  { candidates, table, id, status, amount, ...search }: Summed,
): Promise<FoundTotals<Status>> {
  const self = sql.ref(id);
  const { alias, isFound } = conditionsOf({ id, ...search });
  const { rows } = await readByKeys(
    db,
    sql<{ status: Status | null; count: bigint; amount: bigint | null; isWhole: boolean }>`
    with ${looking(candidates, undefined)}, counted as (
      select fitting.status, count(*) as count, sum(fitting.amount)::bigint as amount
      from looked cross join lateral (
        select ${status} as status, ${amount} as amount
        from (select * from ${sql.table(table)} ${alias} where ${self} = looked.id offset 0) as ${alias}
        where ${isFound}
      ) as fitting
      where looked.n <= ${sql.lit(MAX_LOOKED_AT)} group by fitting.status
    )
    select counted.status, counted.count, counted.amount, not (
      exists (select from looked where n > ${sql.lit(MAX_LOOKED_AT)}) or exists (select from cut)
    ) as "isWhole"
    from (select) as always left join counted on true`,
  );
  return {
    statuses: rows.flatMap(({ status: each, count, amount: sum }) =>
      each === null ? [] : [{ status: each, count, amount: sum ?? 0n }],
    ),
    isWhole: rows[0]?.isWhole ?? true,
  };
}
