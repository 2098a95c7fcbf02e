import { sql } from 'kysely';
import type { Check } from './check.ts';

/** What banks' own balances say of messages (decision 65). */
export const BALANCE_CHECKS: readonly Check[] = [
  {
    invariant: 'What is known of an account is what the last message about it says',
    ofRecent: 'whole',
    find: sql`
      select 'balance_chain' as "table", concat_ws('/', chain.requisite_id, chain.payee_version) as row,
        format('says %s after %s; its message says %s after %s', chain.balance, chain.amount, message.balance, message.amount) as problem
      from balance_chain chain
      left join notification message on message.id = chain.message_id
      left join requisite on requisite.id = chain.requisite_id
      left join payee on payee.requisite_id = chain.requisite_id and payee.version = chain.payee_version
      left join bank on bank.id = payee.bank_id
      where (message.trader_id, message.bank, message.amount,
          case when message.forgotten_at is null then message.balance else chain.balance end, message.heard_at, message.application)
        is distinct from (requisite.trader_id, bank.name, chain.amount, chain.balance, chain.heard_at, chain.application)`,
  },
  {
    invariant: 'What was done by a balance or a count is what the message has become',
    ofRecent: 'narrowed',
    find: sql`
      select 'balance_verdict' as "table", notification_id::text as row,
        format('%s of order %s, %s before; the message is %s of %s', rule, verdict.order_id, balance_before, message.outcome,
          message.order_id) as problem
      from balance_verdict verdict join notification message on message.id = notification_id
      where was_done and not coalesce(case rule
        when 'balance' then message.outcome = 'paid' and message.order_id = verdict.order_id
          and (balance_before + message.amount = message.balance or message.forgotten_at is not null)
        when 'count' then message.outcome = 'paid' and message.order_id = verdict.order_id
        else message.outcome = 'balance_mismatch' and (message.chosen_at is not null or message.order_id = verdict.order_id)
      end, false)`,
  },
];
