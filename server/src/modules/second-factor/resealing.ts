import type { Database } from '../../db/pool.ts';
import { singleStatement } from '../../db/tx.ts';
import { deriveKeys, type ServerSecrets } from '../../kernel/derive-key.ts';
import { seal, unseal, unsealByAny } from '../../kernel/seal.ts';
import { placeOfTotp } from './context.ts';
import { readSealed, reseal } from './store/codes.ts';

const BATCH_SIZE = 200;
const NOBODY = '00000000-0000-0000-0000-000000000000';

/** Seals people's secrets of codes with the newest secret of the server, a person a statement. */
export async function resealTotps(
  db: Database,
  secret: ServerSecrets,
): Promise<{ resealed: number; unreadable: number }> {
  const keys = deriveKeys(secret, 'second factor');
  const done = { resealed: 0, unreadable: 0 };
  for (let after = NOBODY; ;) {
    const batch = await readSealed(db, { after, limit: BATCH_SIZE });
    for (const { personId, sealed: was } of batch) {
      const place = placeOfTotp(personId);
      if (unseal(keys[0], was, place)) continue;
      const opened = unsealByAny(keys, was, place);
      if (opened === undefined) {
        done.unreadable += 1;
        continue;
      }
      const sealed = seal(keys[0], opened, place);
      await singleStatement(db, (statement) => reseal(statement, { personId, was, sealed }));
      done.resealed += 1;
    }
    if (batch.length < BATCH_SIZE) return done;
    after = batch.at(-1)?.personId ?? after;
  }
}
