import { sql } from 'kysely';
import type { Check } from './check.ts';

/** Invariants of acts. */
export const ACT_CHECKS: readonly Check[] = [
  {
    invariant: 'Every act opens and closes with what the ledger says',
    ofRecent: 'whole',
    find: sql`
      select 'act_part' as "table", act_part.act_id || '/' || act_part.part as row,
        format('goes from %s to %s, but the balances are %s and %s', opening, closing, coalesce(opened.balance_after, 0),
          coalesce(closed.balance_after, 0)) as problem
      from act_part
      join act on act.id = act_part.act_id
      join ledger_account account on account.owner_id = act.account_id and account.kind = act_part.part
      left join ledger_entry opened on opened.account_id = account.id and opened.account_version = first_number - 1
      left join ledger_entry closed on closed.account_id = account.id and closed.account_version = last_number
      where opening <> coalesce(opened.balance_after, 0) or closing <> coalesce(closed.balance_after, 0)`,
  },
  {
    invariant: 'The kinds of an act come to what its parts do',
    ofRecent: 'whole',
    find: sql`
      select 'act' as "table", act.id::text as row, format('its parts change by %s, its kinds by %s', parts.change, coalesce(kinds.change, 0)) as problem
      from act
      left join (select act_id, sum(closing - opening) as change from act_part group by act_id) as parts on parts.act_id = act.id
      left join (select act_id, sum(received - spent) as change from act_kind group by act_id) as kinds on kinds.act_id = act.id
      where parts.change is distinct from coalesce(kinds.change, 0)`,
  },
];
