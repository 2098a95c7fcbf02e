import { CompiledQuery, sql } from 'kysely';
import { describe, expect } from 'vitest';
import type { Reader } from '../../src/db/tx.ts';
import { PLATFORM_ACCOUNT } from '../../src/kernel/platform.ts';
import { type JournalRequest, readJournal } from '../../src/modules/audit/store.ts';
import { kantorTest } from '../support/fixtures.ts';

// However many rows the journal has, each filter is led by an index. Alone it reads no more than is shown; others are looked at, ten
// thousand rows at most.

const ROWS = 40_000;
const SHOWN = 1001;
const LOOKED_AT = 10_001;

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Rows Removed by Filter'?: number;
  Plans?: Plan[];
}

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap((each) => nodesOf(each))];

const test = kantorTest
  .extend('trader', { scope: 'file' }, ({ kantor }) => kantor.createTrader())
  .extend('operator', { scope: 'file' }, ({ kantor }) => kantor.createOperator())
  /** A journal of a large platform, every second row of an account's person, the others of an operator, about the account. */
  .extend('filled', { scope: 'file' }, async ({ kantor, trader, operator }) => {
    await sql`
      with entry as (
        insert into audit (id, at, source, who, person_id, account_id, address, browser, action, object_kind, object_id, after)
        select ('01980000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, now(), 'web', 'anna',
          case n % 2 when 0 then ${trader.personId} else ${operator.personId} end::uuid,
          case n % 2 when 0 then ${trader.id} else ${PLATFORM_ACCOUNT} end::uuid, '127.0.0.1', '', 'switch-traffic',
          case when n % 1000 = 0 then 'rare' when n % 2 = 1 then 'elsewhere' when n % 10 = 0 then 'common' else 'order' end, 'object ' || n % 501, '{}'
        from generate_series(1, ${ROWS}) n
        returning id, account_id, person_id, object_kind, object_id
      )
      insert into audit_account (account_id, audit_id, person_id, object_kind, object_id)
      select ${trader.id}::uuid, id, person_id, object_kind, object_id from entry where account_id <> ${trader.id}::uuid`.execute(
      kantor.db,
    );
    await sql`analyze audit, audit_account`.execute(kantor.ownerDb);
  })
  /** The steps of the query that reads a journal. */
  .extend('stepsOf', ({ kantor, filled: _filled }) => async (request: Partial<JournalRequest>) => {
    const asked: CompiledQuery[] = [];
    const executor = kantor.db.getExecutor();
    const noting = new Proxy(executor, {
      get: (target, name) => {
        const value: unknown = Reflect.get(target, name);
        if (typeof value !== 'function') return value;
        return (...args: unknown[]) => {
          if (name === 'executeQuery') asked.push(args[0] as CompiledQuery);
          return Reflect.apply(value, target, args) as unknown;
        };
      },
    });
    // As in a transaction: with the planner's usual settings, which are harder than those of a search.
    const reader = { isTransaction: true, getExecutor: () => noting } as unknown as Reader;
    await readJournal(reader, { page: 1, pageSize: 30, ...request });
    const [query] = asked;
    if (query === undefined) throw new Error('Nothing was asked');
    const explained = CompiledQuery.raw(`explain (analyze, format json) ${query.sql}`, [...query.parameters]);
    const { rows } = await executor.executeQuery<{ 'QUERY PLAN': [{ Plan: Plan }] }>(explained);
    const plan = rows[0]?.['QUERY PLAN'][0].Plan;
    if (plan === undefined) throw new Error('There is no plan');
    return nodesOf(plan);
  });

describe('a journal of any length', () => {
  const ofPlatform: [string, Partial<JournalRequest>][] = [
    ['everything', {}],
    ['an object', { object: 'object 7' }],
    ['a kind', { kind: 'rare' }],
    ['a frequent kind', { kind: 'common' }],
    ['the most frequent kind', { kind: 'order' }],
    ['a kind that is frequent elsewhere', { kind: 'elsewhere' }],
    ['an object and a kind', { object: 'object 7', kind: 'rare' }],
    ['further back', { kind: 'common', before: '01980000-0000-7000-8000-000000007fff' }],
  ];
  const people: [string, Partial<JournalRequest>][] = [
    ['a person', { person: 'of the trader' }],
    ['a person and a kind', { person: 'of the trader', kind: 'rare' }],
    ['somebody of another account', { person: 'the operator' }],
  ];
  test.for([
    ...[...ofPlatform, ...people].map(([name, request]) => [`of the platform, ${name}`, request, false] as const),
    ...[...ofPlatform, ...people].map(([name, request]) => [`of an account, ${name}`, request, true] as const),
  ])(
    '%s: is read by an index, and no further than it looks',
    async ([, request, isOwn], { trader, operator, stepsOf }) => {
      const steps = await stepsOf({
        ...request,
        ...(request.person !== undefined && {
          person: request.person === 'the operator' ? operator.personId : trader.personId,
        }),
        ...(isOwn && { accountId: trader.id }),
      });
      const { before: _before, ...filters } = request;
      const isLed = Object.keys(filters).length <= 1 && request.kind !== 'order';
      const ofJournal = steps.filter(({ 'Relation Name': table }) => table?.startsWith('audit'));
      expect(ofJournal.length).toBeGreaterThan(0);
      for (const step of ofJournal) {
        expect(step['Node Type']).not.toBe('Seq Scan');
        expect(step['Actual Rows'] + (step['Rows Removed by Filter'] ?? 0)).toBeLessThanOrEqual(
          isLed ? SHOWN : LOOKED_AT,
        );
      }
    },
  );

  test.for([
    {},
    { kind: 'elsewhere' },
    { kind: 'order' },
    { kind: 'common' },
    { kind: 'elsewhere', person: 'the operator' },
  ])(
    'is read whole, a thousand rows after the other: %o',
    async (request, { kantor, trader, operator, filled: _filled }) => {
      const filters = { ...request, ...('person' in request && { person: operator.personId }) };
      const kinds = request.kind === undefined ? [] : [request.kind];
      const { rows } = await sql<{ id: string }>`
        select id from audit where object_kind = any(${kinds}) or ${kinds.length === 0} order by id desc`.execute(
        kantor.db,
      );
      const found: string[] = [];
      let before: string | undefined;
      do {
        const asked = { ...filters, accountId: trader.id, before, pageSize: 500 };
        const first = await readJournal(kantor.db, { ...asked, page: 1 });
        const { results } = await readJournal(kantor.db, { ...asked, page: 2 });
        if (first.rest !== null) expect(first.count).toBe(1000);
        found.push(...first.results.map(({ id }) => id), ...results.map(({ id }) => id));
        before = first.rest?.before;
      } while (before !== undefined);
      expect(found).toEqual(rows.map(({ id }) => id));
    },
  );
});
