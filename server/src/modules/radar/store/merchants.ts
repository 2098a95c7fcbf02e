import { APPEAL_DAYS_JUDGED, APPEALS_JUDGED, ORDERS_JUDGED } from '@kantor/contract/plain/radar.ts';
import { type RawBuilder, sql } from 'kysely';
import { after, DAY } from '../../../kernel/clock.ts';

/** The figures of a merchant, as `figuresOfTrader`. */
export const figuresOfMerchant = (merchantId: string, at: Date): RawBuilder<unknown> => sql`
  with mine as materialized (
    select status, created_at from orders where merchant_id = ${merchantId}
    order by merchant_seq desc limit ${sql.lit(ORDERS_JUDGED)}
  ), contested as (
    select status, created_at from (
      select status, created_at from appeal where merchant_id = ${merchantId}
      order by merchant_seq desc limit ${sql.lit(APPEALS_JUDGED)}
    ) as newest where status <> 'OPEN' and created_at >= ${after(at, -APPEAL_DAYS_JUDGED * DAY)}
  )
  select 'never_paid' as figure, count(*) filter (where status <> 'CLOSED') * 10000 / nullif(count(*), 0) as value,
    count(*) filter (where status <> 'CLOSED') as part, count(*) as whole, count(*) as sample,
    min(created_at) as first_at, max(created_at) as last_at
  from mine where status in ('CLOSED', 'EXPIRED', 'DECLINED')
  union all
  select 'appeals_declined', count(*) filter (where status = 'CLOSED') * 10000 / nullif(count(*), 0),
    count(*) filter (where status = 'CLOSED'), count(*), count(*), min(created_at), max(created_at)
  from contested`;
