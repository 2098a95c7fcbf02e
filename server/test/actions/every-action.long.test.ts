import { FACTS, NOTES } from '@kantor/contract/plain/action-facts.ts';
import { mayDo } from '@kantor/contract/plain/rights.ts';
import * as accounts from '@kantor/contract/wire/platform/account-actions.ts';
import { CALLS } from '@kantor/contract/wire/calls.ts';
import type { Preview } from '@kantor/contract/wire/platform/action.ts';
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

/** Screens have words for all that an action says. */
function expectWords({ changes, notes }: Preview) {
  const names = changes.flatMap(({ facts }) => facts.map(({ name }) => name));
  expect(names.filter((name) => !Object.hasOwn(FACTS, name))).toEqual([]);
  expect(notes.map(({ code }) => code).filter((code) => !(NOTES as readonly string[]).includes(code))).toEqual([]);
}

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
      expectWords(told);
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

describe('what actions say has words also', () => {
  test('of fees that do not go together, and of everything that ends with an account', async ({
    market,
    kantor,
    anna,
  }) => {
    const merchant = await kantor.createMerchant({ feeBp: 450 });
    const trader = await kantor.createTrader({ rewardBp: 400 });
    const fees = await acting(anna, accounts.setFees, { basis_points: 10 }, merchant.id).preview();
    expect(fees.notes).toMatchObject([{ code: 'traders_earn_less', values: { names: expect.stringContaining(' %') } }]);
    const reward = await acting(anna, accounts.setFees, { basis_points: 9000 }, trader.id).preview();
    expect(reward.notes.map(({ code }) => code)).toEqual(['merchants_pay_less']);
    const blocked = await acting(anna, accounts.blockAccount, { reason: 'x' }, merchant.id).preview();
    const kept = await acting(anna, accounts.blockAccount, { reason: 'x', keep_keys: true }, merchant.id).preview();
    const payer = await market.payoutInWork();
    const { rows } = await sql<{ id: string }>`select trader_id as id from payout where id = ${payer}`.execute(
      kantor.db,
    );
    const busy = await acting(anna, accounts.blockAccount, { reason: 'x' }, rows[0]?.id).preview();
    const limits = { active_orders: 0, active_sum: '5.5', unpaid_hour: 1, requests_second: 2 };
    const limited = await acting(anna, accounts.setLimits, limits, merchant.id).preview();
    const made = { role: 'trader', username: 'one.more', basis_points: 1, payout_enable: true } as const;
    const created = await acting(anna, accounts.createAccount, made).preview();
    for (const each of [fees, reward, blocked, kept, busy, limited, created]) expectWords(each);
    const said = [blocked, kept, busy].map(({ changes }) => changes[0]?.facts.map(({ name }) => name));
    expect(said).toEqual([
      ['blocked_at', 'reason', 'ended_api_keys'],
      ['blocked_at', 'reason', 'kept_api_keys'],
      ['blocked_at', 'reason', 'freed_payouts'],
    ]);
  });

  test.for(['available', 'earned'] as const)('of an adjustment of what is %s', async (account, { kantor, anna }) => {
    const { id } = await kantor.createTrader();
    const fields = { account, amount_usdt: '1', reason: 'x', against: 'custody' } as const;
    expectWords(await acting(anna, accounts.adjustAccount, fields, id).preview());
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
