import { sql } from 'kysely';
import type { Reader } from '../../db/tx.ts';
import type { CandidateRequisite } from './rules.ts';

/**
 * The requisites of a cabinet.
 * @param bank the bank of the text, as in the table of banks; an unknown name is ignored.
 */
export async function readRequisites(
  db: Reader,
  cabinetId: string,
  bank: string | undefined,
): Promise<CandidateRequisite[]> {
  const { rows } = await sql<CandidateRequisite>`
    select requisite.id, last_4_digits_card as last4, bank_account as "bankAccount",
      coalesce(named.id <> bank_id, false) as "isOfOtherBank"
    from requisite left join bank named on named.name = ${bank ?? null}
    where cabinet_id = ${cabinetId} order by requisite.id`.execute(db);
  return rows;
}
