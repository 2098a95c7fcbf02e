import { sql } from 'kysely';
import type { Reader } from '../../db/tx.ts';
import type { CandidateRequisite } from './rules.ts';

/** Bank data of a requisite that a text may name: its present ones, or former ones that orders may still be paid to. */
export interface CandidatePayee extends CandidateRequisite {
  payeeVersion: number;
  isInForce: boolean;
}

/**
 * The requisites of a cabinet, each as its orders have shown it to payers.
 * @param bank the bank of the text, as in the table of banks; every requisite is of another bank than an unknown one.
 * @param since bank data that were replaced before are left out.
 */
export async function readPayeesOf(
  db: Reader,
  cabinetId: string,
  { bank, since }: { bank: string | undefined; since: Date },
): Promise<CandidatePayee[]> {
  const { rows } = await sql<CandidatePayee>`
    select requisite.id, payee.version as "payeeVersion", payee.version = requisite.payee_version as "isInForce",
      payee.last_4_digits_card as last4, payee.bank_account as "bankAccount",
      named.id is distinct from payee.bank_id as "isOfOtherBank"
    from requisite join payee on payee.requisite_id = requisite.id left join bank named on named.name = ${bank ?? null}
    where cabinet_id = ${cabinetId} and (payee.version = requisite.payee_version or exists (
      select from payee next
      where next.requisite_id = payee.requisite_id and next.version = payee.version + 1 and next.created_at > ${since}))
    order by requisite.id, payee.version`.execute(db);
  return rows;
}
