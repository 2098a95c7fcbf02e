import { type KyselyPlugin, sql } from 'kysely';
import { describe, expect } from 'vitest';
import type { Database } from '../../src/db/pool.ts';
import { createTurns } from '../../src/db/turns.ts';
import { receiveMessage } from '../../src/modules/matching/index.ts';
import { messages } from '../../src/modules/matching/service/receiving.ts';
import { verify } from '../../src/modules/verification/index.ts';
import { test } from './deals-fixture.ts';

// A turn of messages that does not come to its end.

/** More than two turns have. */
const MAX_STATEMENTS = 40;

/** A database that fails once, before its statement of this number; begin and commit are none. */
function failingAt(db: Database, number: number): { db: Database; hasFailed: () => boolean } {
  let sent = 0;
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => {
      sent += 1;
      if (sent === number) throw new Error('The connection broke');
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  };
  return { db: db.withPlugin(plugin), hasFailed: () => sent >= number };
}

describe('a turn that breaks', () => {
  test('at any of its statements undoes all of it, and each message is kept once alone', async ({
    kantor,
    parties,
    dealsOf,
    said,
    statusOf,
    outcomesOf,
  }) => {
    const all = await parties(3);
    let statements = 0;
    for (let number = 1; number < MAX_STATEMENTS && statements === 0; number += 1) {
      const deals = await dealsOf(all);
      const { db, hasFailed } = failingAt(kantor.db, number);
      // The first message begins a turn at once; the others gather meanwhile.
      const deps = { db, clock: kantor.clock, turns: createTurns({ db, clock: kantor.clock }) };
      await Promise.all(deals.map(({ cabinet, amount }) => receiveMessage(deps, cabinet, said(amount))));
      for (const deal of deals) {
        expect([await statusOf(deal), (await outcomesOf(deal)).length]).toEqual(['CLOSED', number]);
      }
      if (!hasFailed()) statements = number - 1;
    }
    // Two turns: of one message, and of two.
    expect(statements).toBeGreaterThanOrEqual(16);
    expect(await verify(kantor.db)).toEqual([]);
  });

  test('before its end leaves no trace', async ({ kantor, deals, heardOf, statusOf, outcomesOf, eventsSince }) => {
    const all = await deals(3);
    const heard = all.map((deal) => heardOf(deal));
    const events = await eventsSince();
    for (let number = 1; number < MAX_STATEMENTS; number += 1) {
      const { db, hasFailed } = failingAt(kantor.db, number);
      const turn = messages.together({ ...kantor, db }, heard).then(
        () => 'kept',
        () => 'failed',
      );
      if ((await turn) === 'kept') {
        expect(hasFailed()).toBe(false);
        break;
      }
      for (const deal of all) expect([await statusOf(deal), await outcomesOf(deal)]).toEqual(['ACTIVE', []]);
      expect(await events()).toEqual([]);
    }
    for (const deal of all) expect(await outcomesOf(deal)).toEqual(['paid']);
  });

  test('after its commit, before anybody knows of it, is tried alone and changes nothing', async ({
    kantor,
    deals,
    heardOf,
    outcomesOf,
  }) => {
    const all = await deals(8);
    const unheardOf: typeof messages = {
      ...messages,
      together: async (deps, heard) => {
        await messages.together(deps, heard);
        throw new Error('Connection terminated');
      },
    };
    const turns = createTurns(kantor);
    await Promise.all(all.map((deal) => turns.take(unheardOf, heardOf(deal))));
    for (const deal of all) expect(await outcomesOf(deal)).toEqual(['paid']);
    expect(await verify(kantor.db)).toEqual([]);
  });

  test('for one message among eight keeps the seven', async ({ kantor, deals, said, statusOf }) => {
    const all = await deals(8);
    await sql`alter table notification add constraint unforeseen check (phone <> 'Беда') not valid`.execute(
      kantor.ownerDb,
    );
    const turns = createTurns(kantor);
    try {
      const received = await Promise.allSettled(
        all.map(({ cabinet, amount }, n) =>
          receiveMessage({ ...kantor, turns }, cabinet, said(amount, n === 3 ? { phone: 'Беда' } : {})),
        ),
      );
      expect(received.map(({ status }) => status === 'fulfilled')).toEqual(all.map((_, n) => n !== 3));
    } finally {
      await sql`alter table notification drop constraint unforeseen`.execute(kantor.ownerDb);
    }
    const statuses = await Promise.all(all.map((deal) => statusOf(deal)));
    expect(statuses).toEqual(all.map((_, n) => (n === 3 ? 'ACTIVE' : 'CLOSED')));
    expect(await verify(kantor.db)).toEqual([]);
  });
});
