import { sql } from 'kysely';
import type { Check } from './check.ts';
import { entriesWithOwners } from './ledger.ts';

/** Which payouts have a posting of which kind. Those that were done before anybody could contest were paid at once. */
const POSTINGS = [
  ['payout_hold', 'always', sql`true`],
  ['payout_close', 'if it was done', sql`settlement is not null`],
  ['payout_release', 'if it is cancelled undone', sql`status = 'CANCELLED' and settlement is null`],
  ['payout_settle', 'if it is settled', sql`settlement = 'settled' and contest_until is not null`],
  ['payout_return', 'if it is returned', sql`settlement = 'returned'`],
] as const;

/** Payouts against the ledger, their journal and their proofs. */
export const PAYOUT_CHECKS: readonly Check[] = [
  ...POSTINGS.map<Check>(([kind, when, has]) => ({
    invariant: `A payout has its ${kind} posting ${when}, and only then`,
    ofRecent: 'narrowed',
    find: sql`
      select 'payout' as "table", coalesce(payout.id, posting.cause)::text as row,
        format('is %s and has %s such postings',
          case when payout.id is null then 'absent' else concat_ws(', ', status, settlement) end, coalesce(n, 0)) as problem
      from payout
      full join (
        select cause, count(*) as n from ledger_journal where kind = ${kind} group by cause
      ) posting on posting.cause = payout.id
      where coalesce(n, 0) <> case when payout.id is not null and (${has}) then 1 else 0 end`,
  })),
  {
    invariant: 'A payout has moved what its terms and its state say',
    ofRecent: 'narrowed',
    find: sql`
      with term as (
        select id, status, settlement, merchant_id, trader_id, amount_usdt as p, div(amount_usdt::numeric * fee_bp, 10000) as fee,
          div(amount_usdt::numeric * reward_bp, 10000) as reward,
          coalesce(settlement in ('contestable', 'contested'), false) as is_held,
          coalesce(settlement = 'settled', false) as is_settled
        from payout
      ), expected as (
        select term.id, share.owner_id, share.kind, share.amount
        from term cross join lateral (values
          (merchant_id, 'available', case when status = 'CANCELLED' then 0 else -(p + fee) end),
          (merchant_id, 'held', case when status in ('OPEN', 'IN_WORK') then p + fee else 0 end),
          (trader_id, 'held', case when is_held then p + reward else 0 end),
          (trader_id, 'available', case when is_settled then p else 0 end),
          (trader_id, 'earned', case when is_settled then reward else 0 end),
          (null::uuid, 'revenue', case when status = 'DONE' then fee - reward else 0 end)
        ) as share (owner_id, kind, amount)
      ), actual as (
        -- What pays a debt has come to the available account first.
        select journal.cause as id, entry.owner_id, case entry.kind when 'owed' then 'available' else entry.kind::text end as kind,
          entry.amount
        from ledger_journal journal join (${entriesWithOwners}) as entry on entry.journal_id = journal.id
        where journal.kind in ('payout_hold', 'payout_close', 'payout_release', 'payout_settle', 'payout_return')
      )
      select 'payout' as "table", id::text as row,
        format('%s of %s is %s instead of %s', kind, coalesce(owner_id::text, 'the platform'), sum(actual), sum(expected))
          as problem
      from (
        select id, owner_id, kind, amount as expected, 0 as actual from expected
        union all
        select id, owner_id, kind, 0, amount from actual
      ) as both_sides
      group by id, owner_id, kind
      having sum(expected) <> sum(actual)`,
  },
  {
    invariant: 'A payout in work is taken by its trader, any other by nobody',
    ofRecent: 'narrowed',
    find: sql`
      select 'payout' as "table", coalesce(payout.id, take.payout_id)::text as row,
        format('is in work at %s and taken by %s', coalesce(payout.trader_id::text, 'nobody'),
          coalesce(take.trader_id::text, 'nobody')) as problem
      from (select id, trader_id from payout where status = 'IN_WORK') as payout
      full join (select payout_id, trader_id from payout_take where ended_at is null) as take
        on take.payout_id = payout.id
      where payout.trader_id is distinct from take.trader_id`,
  },
  {
    invariant: "A file is the proof of a payout, or a receipt of an appeal or a payer's claim",
    ofRecent: 'left out',
    find: sql`
      select 'stored_file' as "table", id::text as row, 'belongs to nothing' as problem
      from stored_file
      where not exists (select from payout where photo_id = stored_file.id)
        and not exists (select from appeal_file where file_id = stored_file.id)
        and not exists (select from payer_claim_file where file_id = stored_file.id)`,
  },
];
