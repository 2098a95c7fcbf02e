import { sql } from 'kysely';
import { byPlace, type Placed } from '../../db/by-place.ts';
import type { Reader } from '../../db/tx.ts';
import type { CandidateRequisite } from './rules.ts';

/** Bank data of a requisite that a text may name: its present ones, or former ones that orders may still be paid to. */
export interface CandidatePayee extends CandidateRequisite {
  payeeVersion: number;
  isInForce: boolean;
}

/** The payees that a text may name. */
export interface PayeeQuery {
  cabinetId: string;
  /** The bank of the text, as in the table of banks; every requisite is of another bank than an unknown one. */
  bank: string | undefined;
  /** Bank data that were replaced before are left out. */
  since: Date;
}

/** For each query the requisites of its cabinet, each as its orders have shown it to payers. */
export async function readPayees<Query extends PayeeQuery>(
  db: Reader,
  queries: readonly Query[],
): Promise<Map<Query, CandidatePayee[]>> {
  const { rows } = await sql<CandidatePayee & Placed>`
    select place, found.*
    -- As subqueries: PostgreSQL takes an array's length for what matters, and would plan all of it anew at every call.
    from unnest((select ${queries.map(({ cabinetId }) => cabinetId)}::uuid[]),
      (select ${queries.map(({ bank }) => bank ?? null)}::text[]), (select ${queries.map(({ since }) => since)}::timestamptz[]))
      with ordinality as query (cabinet_id, bank, since, place)
    left join bank named on named.name = query.bank
    cross join lateral (
      select requisite.id, payee.version as "payeeVersion", payee.version = requisite.payee_version as "isInForce",
        payee.last_4_digits_card as last4, payee.bank_account as "bankAccount",
        named.id is distinct from payee.bank_id as "isOfOtherBank"
      from requisite join payee on payee.requisite_id = requisite.id
      where requisite.cabinet_id = query.cabinet_id and (payee.version = requisite.payee_version or exists (
        select from payee next
        where next.requisite_id = payee.requisite_id and next.version = payee.version + 1
          and next.created_at > query.since))
      offset 0
    ) found
    order by place, found.id, found."payeeVersion"`.execute(db);
  return byPlace(queries, rows);
}
