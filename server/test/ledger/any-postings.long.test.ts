import fc from 'fast-check';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { transaction, type Tx } from '../../src/db/tx.ts';
import { after } from '../../src/kernel/clock.ts';
import { postAll, type TimedPosting } from '../../src/modules/ledger/index.ts';
import { NOON } from '../support/clock.ts';
import { comparable, faultOf, findViolations, readBooks, test } from './fixture.ts';
import { type Fault, LedgerModel } from './model.ts';

/** Each at a moment of its own. */
const timed = (calls: TimedPosting['posting'][][]): TimedPosting[][] =>
  calls.map((call, c) => call.map((posting, p) => ({ posting, at: after(NOON, c * 1000 + p) })));

class Undone extends Error {}

/** Makes postings, and undoes what they did when they are refused. @returns why. */
async function tryToPost(tx: Tx, list: readonly TimedPosting[]): Promise<Fault | undefined> {
  await sql`savepoint call`.execute(tx);
  try {
    await postAll(tx, list);
    return undefined;
  } catch (error) {
    const fault = faultOf(error);
    await sql`rollback to savepoint call`.execute(tx);
    return fault;
  }
}

/** Sums and repeats are judged before any account is. */
const namedFirst = (faults: ReadonlySet<Fault>): readonly Fault[] =>
  faults.has('sum') ? ['sum'] : faults.has('repeated') ? ['repeated'] : [...faults];

test('Whatever postings are made in a call: it does what they do one after the other, or nothing', async ({
  kantor,
  people,
}) => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(people.posting(60), { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 12 }),
      async (calls) => {
        const model = new LedgerModel(people.names);
        const undone = transaction(kantor.db, async (tx) => {
          for (const call of timed([people.opening, ...calls])) {
            const faults = model.post(call);
            const fault = await tryToPost(tx, call);
            if (faults.size === 0) expect(fault).toBeUndefined();
            else expect(namedFirst(faults)).toContain(fault);
          }
          expect(comparable(await readBooks(tx, people.names))).toEqual(comparable(model.books));
          expect(await findViolations(tx)).toEqual([]);
          throw new Undone();
        });
        await expect(undone).rejects.toThrow(Undone);
      },
    ),
    { numRuns: 40 },
  );
});
