import { describe, expect } from 'vitest';
import { transaction } from '../../src/db/tx.ts';
import { HOUR } from '../../src/kernel/clock.ts';
import { PLATFORM_ACCOUNT } from '../../src/kernel/platform.ts';
import { addMember, changeRole, endMembership } from '../../src/modules/people/index.ts';
import { verify } from '../../src/modules/verification/index.ts';
import { sql } from 'kysely';
import { test as base } from '../corrections/fixture.ts';

const TWO = 'A correction was accepted by another operator than proposed it';

const test = base
  /** Two operators have carried out a reversal; an hour has passed since. */
  .extend('reversed', ({ kantor, desk }) => async () => {
    await desk.reverse(await desk.closed('1000'), '1000');
    kantor.pass(HOUR);
    const { rows } = await sql<{ id: string; proposer: string; decider: string }>`
      select id, proposed_by as proposer, decided_by as decider from correction order by id desc limit 1`.execute(
      kantor.db,
    );
    if (rows[0] === undefined) throw new Error('Nothing was reversed');
    return rows[0];
  })
  .extend(
    'broken',
    ({ kantor }) =>
      async (id: string) =>
        (await verify(kantor.db)).filter(({ row }) => row === id).map(({ invariant }) => invariant),
  );

const platform = (personId: string) => ({ accountId: PLATFORM_ACCOUNT, personId });

describe('a correction of two operators stays sound', () => {
  test('when one leaves the platform, also if they belonged to another account before', async ({
    kantor,
    desk,
    reversed,
    broken,
  }) => {
    await transaction(kantor.db, async (tx) => {
      const { rows } = await sql<{ id: string }>`
        select id from person where username = ${desk.boris}`.execute(tx);
      await addMember(tx, { accountId: desk.trader.id, personId: rows[0]?.id ?? '' }, 'shift', kantor.clock());
    });
    kantor.pass(HOUR);
    const { id, decider } = await reversed();
    await transaction(kantor.db, (tx) => endMembership(tx, platform(decider), kantor.clock()));
    expect(await broken(id)).toEqual([]);
  });

  test('when one becomes somebody who only sees', async ({ kantor, reversed, broken }) => {
    const { id, proposer } = await reversed();
    await transaction(kantor.db, (tx) => changeRole(tx, platform(proposer), 'support', kantor.clock()));
    expect(await broken(id)).toEqual([]);
  });

  test('when one leaves and comes back', async ({ kantor, reversed, broken }) => {
    const { id, decider } = await reversed();
    await transaction(kantor.db, (tx) => endMembership(tx, platform(decider), kantor.clock()));
    kantor.pass(HOUR);
    await transaction(kantor.db, (tx) => addMember(tx, platform(decider), 'support', kantor.clock()));
    expect(await broken(id)).toEqual([]);
  });
});

describe('a correction is named whose decider', () => {
  const decidedBy = (personId: string, id: string) =>
    sql`update correction set decided_by = ${personId} where id = ${id}`;

  test('came to the platform later', async ({ kantor, reversed, broken }) => {
    const { id } = await reversed();
    const { personId } = await kantor.createOperator();
    await decidedBy(personId, id).execute(kantor.ownerDb);
    expect(await broken(id)).toEqual([TWO]);
  });

  test('had left it before', async ({ kantor, reversed, broken }) => {
    const { personId } = await kantor.createOperator();
    kantor.pass(HOUR);
    await transaction(kantor.db, (tx) => endMembership(tx, platform(personId), kantor.clock()));
    kantor.pass(HOUR);
    const { id } = await reversed();
    await decidedBy(personId, id).execute(kantor.ownerDb);
    expect(await broken(id)).toEqual([TWO]);
  });

  test('could only see when they decided, although they operate now', async ({ kantor, reversed, broken }) => {
    const { personId } = await kantor.createMember(PLATFORM_ACCOUNT, 'support');
    const { id } = await reversed();
    await transaction(kantor.db, (tx) => changeRole(tx, platform(personId), 'operator', kantor.clock()));
    await decidedBy(personId, id).execute(kantor.ownerDb);
    expect(await broken(id)).toEqual([TWO]);
  });
});
