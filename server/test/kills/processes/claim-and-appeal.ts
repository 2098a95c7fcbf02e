import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { openByClaim, USUAL_APPEALS } from '../../../src/modules/appeals/index.ts';
import { createFiles, diskStore, USUAL_UPLOADS } from '../../../src/modules/files/index.ts';
import { unkept } from '../../../src/modules/idempotency/index.ts';
import { makeClaim } from '../../../src/modules/payer-claims/index.ts';
import type { Job } from './process.ts';

/** A payer says with a receipt that they paid, and the merchant opens an appeal of it. */
const run: Job = async (db, [now = '', folder = '', orderId = '', merchantId = '', receipt = '']) => {
  const clock = () => new Date(now);
  const files = createFiles({
    ...{ db, clock, store: diskStore(folder), secret: new Uint8Array(32), terms: USUAL_UPLOADS },
    isInForce: () => Promise.resolve(false),
  });
  await makeClaim({ db, clock, files }, orderId, async () => ({
    texts: { senderName: 'Иван', lastFour: '1234', comment: 'Перевёл' },
    file: { name: basename(receipt), bytes: await readFile(receipt) },
  }));
  await openByClaim(
    { db, clock, appeals: USUAL_APPEALS },
    { merchantId, orderId, read: () => Promise.resolve() },
    { once: unkept(() => undefined) },
  );
};
export default run;
