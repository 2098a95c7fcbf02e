import type { OtherSumRule } from '@kantor/contract/plain/match.ts';
import type { OrderStatus } from '@kantor/contract/plain/statuses.ts';
import { sql } from 'kysely';
import type { Reader } from '../../../db/tx.ts';
import { namesAmount } from '../../devices/index.ts';
import { requisiteShortName, withPayee } from '../../requisites/index.ts';
import { beginChain, type Chain, type Said } from '../chain.ts';

interface CandidateRow {
  messageId: string;
  orderId: string;
  requisiteId: string;
  requisite: string;
  amount: bigint;
  status: OrderStatus;
  createdAt: Date;
  expiresAt: Date;
  /** Of the message; null where it was not read. Kopecks. */
  sum: bigint | null;
  /** What its merchant lets traders do when another sum has come. */
  rule: OtherSumRule;
  missingPercent: number | null;
  /** Kopecks before the message, where it was found to continue this order's account when it came. */
  foundBefore: bigint | null;
}

/** What the message said, and what the last message about the order's account did: kopecks. */
interface Balances {
  balance: bigint | null;
  application: string;
  heardAt: Date;
  knownId: string | null;
  knownSum: bigint | null;
  knownBalance: bigint | null;
  knownApplication: string | null;
  knownAt: Date | null;
}

const FEW_HOURS = sql`interval '2 hours'`;
/** Orders of one message that are looked up. */
const MAX_LOOKED_UP = 5;

/** Digits that two ends have in common. */
const endsAlike = (column: string) => sql`
  (${sql.ref(column)} <> '' and (${sql.ref(column)} like '%' || d.tail or d.tail like '%' || ${sql.ref(column)}))`;

/**
 * Of a message `d` that fits no order to the kopeck, or was not read: the trader's unpaid orders of the hours before it that it may be
 * about, of the nearest sums, between half of its own and the double; of a text that was not read, of a sum that it names. Nothing but
 * a page is made of them.
 */
const lookedUp = sql`
  select near.id from (
    select orders.id, orders.amount from orders
    join requisite on requisite.id = orders.requisite_id and requisite.cabinet_id = d.cabinet_id ${withPayee('orders')}
    where orders.trader_id = d.trader_id
      and orders.id >= first_id_at(d.heard_at - ${FEW_HOURS}) and orders.id < first_id_at(d.heard_at)
      and orders.created_at < d.heard_at and orders.status in ('ACTIVE', 'EXPIRED', 'DECLINED')
      and (d.bank is null or bank.name = d.bank)
      and (orders.amount between d.amount / 2 and d.amount * 2
        or d.amount is null and ${namesAmount(sql`d.text`, sql`orders.amount`)})
      and (d.tail is null or ${endsAlike('payee.last_4_digits_card')} or ${endsAlike('payee.bank_account')}
        or (payee.last_4_digits_card = '' and payee.bank_account = ''))
  ) as near
  where d.order_id is null and not exists (select from notification_candidate where notification_id = d.id)
  order by abs(near.amount - d.amount), near.id desc limit ${sql.lit(MAX_LOOKED_UP)}`;

/** The orders that a trader's messages may be about or are attached to, with what is known of their accounts. */
export async function readCandidatesOf(
  db: Reader,
  traderId: string,
  messageIds: readonly string[],
): Promise<(CandidateRow & { said: Said | undefined; chain: Chain | undefined })[]> {
  const { rows } = await sql<CandidateRow & Balances>`
    select d.id as "messageId", orders.id as "orderId", orders.requisite_id as "requisiteId",
      ${requisiteShortName('payee')} as requisite, orders.amount, orders.status, orders.created_at as "createdAt",
      orders.expires_at as "expiresAt", merchant.other_sum_rule as rule, merchant.missing_percent as "missingPercent", d.amount as sum, d.balance, d.application, d.heard_at as "heardAt",
      chain.message_id as "knownId", chain.amount as "knownSum", chain.balance as "knownBalance",
      chain.application as "knownApplication", chain.heard_at as "knownAt", verdict.balance_before as "foundBefore"
    from notification d
    cross join lateral (
      select order_id from notification_candidate where notification_id = d.id
      union select d.order_id where d.order_id is not null
      union (${lookedUp})
    ) as candidate
    join orders on orders.id = candidate.order_id ${withPayee('orders')}
    join account merchant on merchant.id = orders.merchant_id
    left join balance_chain chain on chain.requisite_id = orders.requisite_id and chain.payee_version = orders.payee_version
      and chain.message_id <> d.id
    left join balance_verdict verdict on verdict.notification_id = d.id and verdict.order_id = orders.id
      and verdict.rule = 'balance'
    where d.id = any(${messageIds}::uuid[]) and d.trader_id = ${traderId}
    order by d.id desc, orders.id desc`.execute(db);
  return rows.map((row) => ({ ...row, said: saidOf(row), chain: chainOf(row) }));
}

function saidOf({ messageId, sum, balance, application, heardAt }: CandidateRow & Balances): Said | undefined {
  return sum === null || balance === null ? undefined : { messageId, amount: sum, balance, application, heardAt };
}

function chainOf({ knownId, knownSum, knownBalance, knownApplication, knownAt }: Balances): Chain | undefined {
  if (knownId === null || knownSum === null || knownBalance === null) return undefined;
  if (knownApplication === null || knownAt === null) return undefined;
  const known = { messageId: knownId, amount: knownSum, balance: knownBalance };
  return beginChain({ ...known, application: knownApplication, heardAt: knownAt });
}
