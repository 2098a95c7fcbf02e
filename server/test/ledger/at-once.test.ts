import { randomInt } from 'node:crypto';
import fc from 'fast-check';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { transaction } from '../../src/db/tx.ts';
import { after } from '../../src/kernel/clock.ts';
import { postAll, type TimedPosting } from '../../src/modules/ledger/index.ts';
import { NOON } from '../support/clock.ts';
import { comparable, faultOf, findViolations, readBooks, test } from './fixture.ts';
import { LedgerModel } from './model.ts';

const CONNECTIONS = 6;
const CALLS = 50;

interface Made {
  list: TimedPosting[];
  /** Taken under the locks of the call: of two calls on one account, the first to have it has the smaller one. */
  turn: bigint;
}

test('Many postings in calls of many connections: all is as if they had come one after the other', async ({
  kantor,
  people,
}) => {
  const seed = randomInt(2 ** 31);
  const calls = fc.array(fc.array(people.sound(400), { minLength: 1, maxLength: 8 }), {
    minLength: CALLS,
    maxLength: CALLS,
  });
  const work =
    fc.sample(fc.array(calls, { minLength: CONNECTIONS, maxLength: CONNECTIONS }), { seed, numRuns: 1 })[0] ?? [];
  let number = 0;
  const timed = (posting: TimedPosting['posting']) => ({ posting, at: after(NOON, (number += 1)) });
  const opening = people.opening.map(timed);
  await transaction(kantor.db, (tx) => postAll(tx, opening));

  await sql`create sequence turn; grant usage on sequence turn to kantor_app`.execute(kantor.ownerDb);
  const made: Made[] = [];
  let refused = 0;
  let attempts = 0;
  const connection = async (lists: TimedPosting[][]) => {
    for (const list of lists) {
      try {
        const turn = await transaction(kantor.db, async (tx) => {
          attempts += 1;
          await postAll(tx, list);
          const { rows } = await sql<{ turn: bigint }>`select nextval('turn') as turn`.execute(tx);
          return rows[0]?.turn ?? 0n;
        });
        made.push({ list, turn });
      } catch (error) {
        faultOf(error);
        refused += 1;
      }
    }
  };
  await Promise.all(work.map((lists) => connection(lists.map((list) => list.map(timed)))));

  const model = new LedgerModel(people.names);
  model.post(opening);
  for (const { list } of made.toSorted((a, b) => Number(a.turn - b.turn))) {
    expect(model.post(list), `seed ${seed}`).toEqual(new Set());
  }
  expect(comparable(await readBooks(kantor.db, people.names)), `seed ${seed}`).toEqual(comparable(model.books));
  expect(await findViolations(kantor.db), `seed ${seed}`).toEqual([]);
  // No deadlock was there to be tried again.
  expect({ attempts, refused: refused > 0, made: made.length > 0 }).toEqual({
    attempts: CONNECTIONS * CALLS,
    refused: true,
    made: true,
  });
});
