import { sql } from 'kysely';
import { byPlace, type Placed } from '../../../db/by-place.ts';
import type { Reader } from '../../../db/tx.ts';
import type { BalanceMode } from '@kantor/contract/plain/statuses.ts';
import type { Account } from '../balance.ts';
import type { Chain } from '../chain.ts';
import type { CandidateRequisite } from '../rules.ts';

/** Bank data of a requisite that a text may name: its present ones, or former ones that orders may still be paid to. */
export interface CandidatePayee extends CandidateRequisite, Account {
  isInForce: boolean;
}

/** The payees of a cabinet, and what is done with balances at the bank of the text. */
export interface PayeesHeard {
  payees: CandidatePayee[];
  bankId: number | null;
  mode: BalanceMode;
}

/** The payees that a text may name. */
export interface PayeeQuery {
  cabinetId: string;
  /** The bank of the text, as in the table of banks; every requisite is of another bank than an unknown one. */
  bank: string | undefined;
  /** Bank data that were replaced before are left out. */
  since: Date;
}

type PayeeRow = Omit<CandidatePayee, 'chain'> &
  Placed & { bankId: number | null; mode: BalanceMode } & (
    | ({ messageId: null } & { [Field in keyof Omit<Chain, 'messageId'>]: null })
    | Chain
  );

/**
 * What its trader says of the message against a chain is true: they confirmed an order by it, or its order by nothing. The chain goes
 * on from there.
 */
const settledDoubt = sql`(doubt.chosen_at is not null or (doubt_order.status = 'CLOSED' and not exists (
  select from notification other
  where other.order_id = doubt_order.id and (other.outcome = 'paid' or other.chosen_at is not null) offset 0)))`;

/** A column of the chain, or of the message against it once that is settled. */
const known = (column: string, of: string = column) =>
  sql`case when ${settledDoubt} then doubt.${sql.ref(of)} else chain.${sql.ref(column)} end`;

/** For each query the requisites of its cabinet, each as its orders have shown it to payers, with what is known of its account. */
export async function readPayees<Query extends PayeeQuery>(
  db: Reader,
  queries: readonly Query[],
): Promise<Map<Query, PayeesHeard>> {
  const { rows } = await sql<PayeeRow>`
    select place, found.*
    -- As subqueries: PostgreSQL takes an array's length for what matters, and would plan all of it anew at every call.
    from unnest((select ${queries.map(({ cabinetId }) => cabinetId)}::uuid[]),
      (select ${queries.map(({ bank }) => bank ?? null)}::text[]), (select ${queries.map(({ since }) => since)}::timestamptz[]))
      with ordinality as query (cabinet_id, bank, since, place)
    left join bank named on named.name = query.bank
    left join balance_mode on balance_mode.bank_id = named.id
    cross join lateral (
      select requisite.id, payee.version as "payeeVersion", payee.version = requisite.payee_version as "isInForce",
        payee.last_4_digits_card as last4, payee.bank_account as "bankAccount", payee.fio as holder,
        named.id is distinct from payee.bank_id as "isOfOtherBank", named.id as "bankId",
        coalesce(balance_mode.mode, 'shadow') as mode,
        ${known('message_id', 'id')} as "messageId", ${known('balance')} as balance, ${known('amount')} as amount,
        ${known('application')} as application, ${known('heard_at')} as "heardAt", ${known('since', 'heard_at')} as since,
        case when ${settledDoubt} then 0 else chain.links end as links,
        case when not ${settledDoubt} then chain.doubted_by end as "doubtedBy"
      from requisite join payee on payee.requisite_id = requisite.id
      left join balance_chain chain on chain.requisite_id = requisite.id and chain.payee_version = payee.version
        and payee.bank_id = named.id
      left join notification doubt on doubt.id = chain.doubted_by
      left join orders doubt_order on doubt_order.id = doubt.order_id
      where requisite.cabinet_id = query.cabinet_id and (payee.version = requisite.payee_version or exists (
        select from payee next
        where next.requisite_id = payee.requisite_id and next.version = payee.version + 1
          and next.created_at > query.since))
      offset 0
    ) found
    order by place, found.id, found."payeeVersion"`.execute(db);
  return new Map([...byPlace(queries, rows)].map(([query, found]) => [query, heardOf(found)]));
}

const heardOf = (rows: readonly PayeeRow[]): PayeesHeard => ({
  payees: rows.map((row) => {
    const { id, payeeVersion, isInForce, isOfOtherBank, last4, bankAccount, holder } = row;
    return { id, payeeVersion, isInForce, isOfOtherBank, last4, bankAccount, holder, chain: chainOf(row) };
  }),
  bankId: rows[0]?.bankId ?? null,
  mode: rows[0]?.mode ?? 'off',
});

function chainOf(row: PayeeRow): Chain | undefined {
  if (row.messageId === null) return undefined;
  const { messageId, balance, amount, application, heardAt, since, links, doubtedBy } = row;
  return { messageId, balance, amount, application, heardAt, since, links, doubtedBy };
}
