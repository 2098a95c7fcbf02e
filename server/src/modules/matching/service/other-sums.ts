import type { Database } from '../../../db/pool.ts';
import { transaction } from '../../../db/tx.ts';
import type { PersonActor } from '../../../kernel/actor.ts';
import type { Clock } from '../../../kernel/clock.ts';
import { notFound } from '../../../kernel/errors.ts';
import { lockAccount, type OtherSums, readOtherSums, setOtherSums } from '../../accounts/index.ts';
import { accountObject, appendChange } from '../../audit/index.ts';

const factsOf = ({ rule, missingPercent }: OtherSums) => ({ other_sums: rule, missing_percent: missingPercent });

/** A merchant says what traders may do with an order when another sum has come. It holds for orders under way, too. */
export async function changeOtherSums(
  { db, clock }: { db: Database; clock: Clock },
  by: PersonActor,
  sums: OtherSums,
): Promise<OtherSums> {
  const at = clock();
  return transaction(db, async (tx) => {
    const account = await lockAccount(tx, by.accountId);
    if (account === undefined) throw notFound();
    const before = await readOtherSums(tx, account.id);
    await setOtherSums(tx, account, sums);
    await appendChange(
      tx,
      {
        actor: by,
        action: 'set-other-sums',
        object: accountObject(account.id),
        before: factsOf(before),
        after: factsOf(sums),
      },
      at,
    );
    return sums;
  });
}
