import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { verify } from '../../src/modules/verification/index.ts';
import { usdt } from '../support/money.ts';
import { failingOnce, test } from './fixture.ts';
import { operationsOf } from './operations.ts';

describe.for([
  ['before', 'have issued'],
  ['before', 'know nothing of'],
  ['after', 'have issued'],
  ['after', 'know nothing of'],
] as const)('a turn that fails %s any of its statements, with ends of orders that they %s', ([when, relation]) => {
  test('is made up for alone, once', async ({ kantor, merchant, process, openTraders }) => {
    const traders = await openTraders(4);
    let hasFailed = true;
    for (let statement = 1; hasFailed; statement += 1) {
      const failing = failingOnce(kantor.db, statement, when);
      const broken = operationsOf({ db: failing.db, clock: kantor.clock });
      const amount = BigInt(100_000 + statement);
      const issued = await Promise.all(traders.map(() => broken.issue(merchant.id, { amount })));
      hasFailed = failing.hasFailed;
      const { rows } = await sql<{ id: string; traderId: string }>`
        select id, trader_id as "traderId" from orders where amount = ${amount}`.execute(kantor.db);
      expect(rows.map(({ id }) => id).toSorted()).toEqual(issued.map(({ id }) => id).toSorted());
      const endings = failingOnce(kantor.db, statement, when);
      const known = relation === 'have issued' ? { known: broken.known } : {};
      const ending = operationsOf({ db: endings.db, clock: kantor.clock, ...known });
      await Promise.all(
        rows.map(({ id, traderId }) => {
          const trader = traders.find((each) => each.id === traderId);
          if (trader === undefined) throw new Error('The order is of no trader');
          return ending.confirmBy(trader, id);
        }),
      );
      hasFailed ||= endings.hasFailed;
    }
    const { rows } = await sql`
      select count(*) filter (where status <> 'CLOSED') as open, count(*) > 30 as "isEnough" from orders`.execute(
      kantor.db,
    );
    expect(rows).toEqual([{ open: 0n, isEnough: true }]);
    const { rows: kept } = await sql`
      select count(*) = (select count(*) from orders) as all, count(*) = count(distinct object_id) as once
      from audit where action = 'confirm-order'`.execute(kantor.db);
    expect(kept).toEqual([{ all: true, once: true }]);
    expect(await verify(kantor.db)).toEqual([]);
    await process.issue(merchant.id);
  });
});

test('a turn whose commit is unanswered is not done twice, and nobody is told that theirs failed', async ({
  kantor,
  merchant,
  openTraders,
}) => {
  const traders = await openTraders(3);
  let commits = 0;
  const losing = new Proxy(kantor.db, {
    get: (db, name) =>
      name === 'transaction'
        ? () => ({
            execute: async (work: Parameters<ReturnType<typeof db.transaction>['execute']>[0]) => {
              const answer = await db.transaction().execute(work);
              commits += 1;
              // That of the second turn: the first has one operation.
              if (commits === 2) throw new Error('The connection is gone');
              return answer;
            },
          })
        : (Reflect.get(db, name) as unknown),
  });
  const issuing = operationsOf({ db: losing, clock: kantor.clock });
  const issued = await Promise.all(traders.map(() => issuing.issue(merchant.id)));
  const { rows } = await sql<{ id: string; traderId: string }>`
    select id, trader_id as "traderId" from orders order by id`.execute(kantor.db);
  expect(rows.map(({ id }) => id)).toEqual(issued.map(({ id }) => id).toSorted());
  commits = 0;
  const ending = operationsOf({ db: losing, clock: kantor.clock, known: issuing.known });
  await Promise.all(rows.map(({ id, traderId }) => ending.confirm(traderId, id)));
  expect(await kantor.balances(merchant.id)).toMatchObject({ available: usdt('42.75') });
  expect(await verify(kantor.db)).toEqual([]);
});
