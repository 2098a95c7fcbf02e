import { mayDo } from '@kantor/contract/plain/rights.ts';
import { CALLS } from '@kantor/contract/wire/calls.ts';
import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import type { Case } from './case.ts';
import { CASES } from './cases.ts';
import { acting, test } from './fixture.ts';

const names = Object.keys(CASES);
const caseOf = (name: string): Case => {
  const found = CASES[name];
  if (found === undefined) throw new Error(`No case for ${name}`);
  return found;
};

describe('every action of the platform', () => {
  test('has a case here, and a right that neither support nor an accountant has', () => {
    const previews = CALLS.filter(({ path }) => path.split('/')[1] === 'platform' && path.endsWith('/preview/'));
    expect(previews.map(({ path }) => path).toSorted()).toEqual(
      names.map((name) => caseOf(name).calls.preview.path).toSorted(),
    );
    for (const name of names) {
      const { preview, carryOut } = caseOf(name).calls;
      expect(preview.right).toBe(carryOut.right);
      for (const memberRole of ['support', 'accountant'] as const)
        expect(mayDo({ role: 'operator', memberRole }, carryOut.right)).toBe(false);
    }
  });

  test.for(names)(
    '%s: does what its preview told, which changed nothing',
    async (name, { market, anna, audited, kantor }) => {
      const { calls, make } = caseOf(name);
      const { id, fields = {}, object = id ?? '' } = await make(market);
      kantor.pass(1);
      // Signing in and the step-up are not of the action.
      await anna.token();
      const before = await market.dump();
      const action = acting(anna, calls, fields, id);
      const told = await action.preview();
      expect(await market.dump()).toEqual(before);
      expect(told.changes.length).toBeGreaterThan(0);
      for (const { facts } of told.changes) expect(facts).not.toEqual([]);
      const done = await action.carryOut(told);
      expect(done).toMatchObject({
        changes: told.changes.map(({ facts, is_new: isNew }) => ({ facts, is_new: isNew })),
        notes: told.notes,
        is_proposal: told.is_proposal,
      });
      const kept = object === 'new' ? (done.changes[0]?.object.id ?? '') : object;
      expect((await audited(kept)).at(-1)).toMatchObject({ who: anna.username });
    },
  );

  test.for(names)(
    '%s: is refused when what it was based on has changed meanwhile, and says how it is',
    async (name, { market, anna }) => {
      const { calls, make } = caseOf(name);
      const { id, fields = {}, meanwhile } = await make(market);
      const action = acting(anna, calls, fields, id);
      const told = await action.preview();
      await meanwhile();
      const before = await market.dump();
      const refused = await action.refused(told);
      expect([refused.status, refused.code]).toEqual([409, 'changed']);
      expect(refused.problem).toMatchObject({ now: expect.any(Object) });
      expect(await market.dump()).toEqual(before);
    },
  );

  test.for(names)(
    '%s: is refused when it is asked to do another thing than it told',
    async (name, { market, anna }) => {
      const { calls, make } = caseOf(name);
      const one = await make(market);
      const told = await acting(anna, calls, one.fields ?? {}, one.id).preview();
      const other = await make(market);
      expect((await acting(anna, calls, other.fields ?? {}, other.id).refused(told)).code).toBe('changed');
    },
  );

  test.for(names)('%s: done twice is done once', async (name, { market, anna, kantor }) => {
    const { calls, make } = caseOf(name);
    const { id, fields = {} } = await make(market);
    const action = acting(anna, calls, fields, id);
    const told = await action.preview();
    const both = await Promise.allSettled([action.carryOut(told), action.carryOut(told)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const { rows } = await sql`select from ledger_journal group by kind, cause having count(*) > 1`.execute(kantor.db);
    expect(rows).toEqual([]);
  });
});

test('a merchant and a trader are refused, and so is whoever does not sign in', async ({ market, kantor }) => {
  const id = await market.withdraw();
  for (const { preview, carryOut } of names.map((name) => caseOf(name).calls)) {
    for (const call of [preview, carryOut]) {
      for (const person of [market.merchant, market.trader])
        expect((await person.raw(call, { params: { id }, body: {} })).status).toBe(403);
      expect((await kantor.guest.raw(call, { params: { id }, token: null, body: {} })).status).toBe(401);
    }
  }
});
