import type { OrderFilter } from '@kantor/contract/plain/statuses.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Span } from '../../../db/platform-list.ts';
import { type Candidates, MAX_LOOKED_AT, widened } from '../../../db/platform-search.ts';
import type { Reader } from '../../../db/tx.ts';
import type { Owner } from '../../../kernel/owner.ts';
import { MAX_PAYEES } from './search.ts';

/** Whether so few payees fit that orders are looked for by these. */
export async function hasFewPayees(db: Reader, fits: RawBuilder<unknown>): Promise<boolean> {
  const { rows } = await sql`select from payee where ${fits} limit ${sql.lit(MAX_PAYEES + 1)}`.execute(db);
  return rows.length <= MAX_PAYEES;
}

interface Payees extends Span {
  owner: Owner | undefined;
  status: OrderFilter;
}

/**
 * Orders of payees that fit. The orders of each in a status are the end of a range; as many are read of each as make MAX_LOOKED_AT
 * together. Where one goes on beyond that, nothing older is shown of any: `cut`.
 */
export function byPayee({ owner, status, ...span }: Payees, fits: RawBuilder<unknown>): Candidates {
  const statuses =
    status === 'ALL' ? sql`unnest(enum_range(null::order_status))` : sql`cast(${status} as order_status)`;
  const upTo = (until: string | undefined) =>
    until === undefined
      ? sql``
      : sql`and o.trader_seq <= owner_number_before('orders'::regclass, 'trader_id', 'trader_seq', payees.trader_id, ${widened({ until }).until}::uuid)`;
  return {
    places: 'ids',
    first: (before) => sql`payees as materialized (
      select requisite_id, version, trader_id, greatest(20, ${sql.lit(MAX_LOOKED_AT)} / (count(*) over () * 5)) as each
      from (
        select payee.requisite_id, payee.version, requisite.trader_id
        from requisite join payee on payee.requisite_id = requisite.id join bank on bank.id = payee.bank_id
        where ${fits} ${owner?.role === 'trader' ? sql`and requisite.trader_id = ${owner.id}` : sql``}
        order by requisite.last_order_at desc, payee.version desc limit ${sql.lit(MAX_PAYEES)}
      ) as fitting
    ), ranged as materialized (
      select found.id, found.n = payees.each as is_cut
      from payees cross join ${statuses} as wanted (status) cross join lateral (
        select newest.id, row_number() over (order by newest.trader_seq desc) as n from (
          select o.id, o.trader_seq from orders o
          where o.requisite_id = payees.requisite_id and o.payee_version = payees.version and o.status = wanted.status
            ${upTo(span.until)} ${upTo(before)}
          order by o.trader_seq desc limit payees.each
        ) as newest
      ) as found
    )`,
    newest: (before) => sql`
      select id, id as place from ranged where ${before === undefined ? sql`true` : sql`id < ${before}::uuid`}`,
    cut: sql`select id from ranged where is_cut`,
  };
}
