import { readsOf } from '../../src/db/replica.ts';
import type { Call } from '@kantor/contract/wire/call.ts';
import { getInbox } from '@kantor/contract/wire/inbox.ts';
import { getPlatformOrderTotals, listPlatformOrders } from '@kantor/contract/wire/platform/orders.ts';
import { getOldHoldTotals, listOldHolds } from '@kantor/contract/wire/platform/overview.ts';
import { search } from '@kantor/contract/wire/search.ts';
import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import type { Bind } from '../../src/http/endpoint.ts';
import { appealRoutes, platformAppealRoutes, USUAL_APPEALS } from '../../src/modules/appeals/index.ts';
import { platformCabinetRoutes } from '../../src/modules/cabinets/index.ts';
import { chainRoutes, platformDepositRoutes } from '../../src/modules/chain/index.ts';
import { deviceRoutes, platformNotificationRoutes } from '../../src/modules/devices/index.ts';
import { inboxRoutes } from '../../src/modules/inbox/index.ts';
import { platformOrderRoutes } from '../../src/modules/orders/index.ts';
import { payoutRoutes, platformPayoutRoutes } from '../../src/modules/payouts/index.ts';
import { platformRoutes } from '../../src/modules/platform/index.ts';
import { searchRoutes } from '../../src/modules/search/index.ts';
import { platformRequisiteRoutes } from '../../src/modules/requisites/index.ts';
import { platformWebhookRoutes } from '../../src/modules/webhooks/index.ts';
import { platformWithdrawalRoutes, withdrawalRoutes } from '../../src/modules/withdrawals/index.ts';
import { createObjects } from '../http/objects.ts';
import { explaining, lookedAt, nodesOf } from '../support/explaining.ts';
import { kantorTest } from '../support/fixtures.ts';
import { fanOutAll, foldAll } from '../support/outbox-reading.ts';
import { fill, FILLED, ROWS } from './long-tables.ts';
import { LISTS, OWN } from './planned-lists.ts';

// Whatever a list of the platform is asked for: so many rows are looked at, however long its tables are.

/** Candidates, and what there was before the tables were filled. */
const MOST_LOOKED_AT = 10_100;

type Handler = (input: {
  query: unknown;
  caller: unknown;
}) => Promise<{ count: number; results: unknown[]; items: unknown[] }>;

const test = kantorTest
  .extend('market', { scope: 'file' }, async ({ kantor }) => {
    const trader = await kantor.createSoleTrader({ balance: '100000', payoutEnable: true });
    const merchant = await kantor.createMerchant({ payoutEnable: true });
    await createObjects({ ...kantor, fanOut: () => fanOutAll(kantor) }, trader, merchant);
    await foldAll(kantor);
    for (const each of FILLED) await fill(kantor, each);
    await sql`analyze`.execute(kantor.ownerDb);
    return { trader: trader.id, merchant: merchant.id };
  })
  /** Asks for a list. @returns its rows, and where it looked at too many. */
  .extend('ask', { scope: 'file' }, async ({ kantor, market }, { onCleanup }) => {
    const explained = explaining(kantor.ownerUrl);
    onCleanup(explained.destroy);
    const handlers = new Map<unknown, Handler>();
    const bind = ((call: unknown, handler: Handler) => void handlers.set(call, handler)) as unknown as Bind;
    const deps = {
      db: explained.db,
      reads: readsOf(explained.db),
      clock: kantor.clock,
      files: undefined as never,
      dataDir: '',
      walletWaitMs: 0,
      appeals: USUAL_APPEALS,
    };
    platformOrderRoutes(bind, deps);
    platformPayoutRoutes(bind, deps);
    withdrawalRoutes(bind, deps);
    platformWithdrawalRoutes(bind, deps);
    platformAppealRoutes(bind, deps);
    chainRoutes(bind, deps);
    platformDepositRoutes(bind, deps);
    platformRequisiteRoutes(bind, deps);
    platformCabinetRoutes(bind, deps);
    platformNotificationRoutes(bind, { ...deps, readUnreadApplications: () => Promise.resolve(['bank.one']) });
    platformWebhookRoutes(bind, deps);
    platformRoutes(bind, deps);
    inboxRoutes(bind, deps);
    searchRoutes(bind, deps);
    payoutRoutes(bind, { ...deps, payoutTerms: undefined as never });
    appealRoutes(bind, deps);
    deviceRoutes(bind, {
      ...deps,
      isHttpsOnly: false,
      publicUrl: undefined,
      readUnreadBanks: () => Promise.resolve([]),
    } as never);
    const trader = { id: market.trader, role: 'trader', memberRole: 'owner' };
    return async (call: Call, given: object, { caller = trader, most = MOST_LOOKED_AT } = {}) => {
      explained.plans.length = 0;
      const query = call.query?.parse(given);
      const answer = await handlers.get(call)?.({ query, caller });
      const nodes = explained.plans.flatMap(nodesOf);
      const faults = nodes.flatMap((node) => {
        const { 'Node Type': type, 'Relation Name': table } = node;
        if (type === 'Seq Scan' && isLong(table ?? '', call, caller)) return [`all of ${table}`];
        const isMuch = lookedAt(node) > most;
        if (table !== undefined && isLong(table, call, caller) && isMuch) return [`${lookedAt(node)} rows of ${table}`];
        return type === 'Sort' && isMuch ? [`a sort of ${lookedAt(node)}`] : [];
      });
      return { answer, nodes: nodes.length, faults: [...new Set(faults)] };
    };
  });

const LONG = new Set([...FILLED.map(({ table }) => table), 'platform_list', 'outbox']);
/** There are as many requisites as traders have accounts: an order's payee is looked for among all, what is a trader's among their own. */
const isLong = (table: string, call: Call, { role }: { role: string }) =>
  LONG.has(table) &&
  !(
    table === 'requisite' &&
    (call === listPlatformOrders ||
      call === getPlatformOrderTotals ||
      call === getInbox ||
      (call === search && role === 'trader'))
  );

/** What people look for in any list: the beginning of an id, a whole one, the end of one. */
const IDS = ['01f00000', '01f00000-0007', '01f00000-0007-7000-8000-0123456789ab', 'ABCDEF01'];
const DEEP = { page: 300, page_size: 30 };
const DAYS = { from: '2030-01-01', to: '2040-01-01' };

describe.for(LISTS)(
  'the list of %s looks at so many rows at most',
  ([, call, { statuses = [], bank, sums, texts }, totals]) => {
    const filters = (market: { trader: string; merchant: string }): object[] => {
      const single = [
        {},
        DAYS,
        { to: '2030-01-01' },
        ...statuses.map((status) => ({ status })),
        ...(bank ? [{ bank: 1 }] : []),
        ...(sums ? [{ min: '1', max: '1000' }] : []),
      ];
      const accounts = [{ account: market.trader }, { account: market.merchant }];
      return [
        ...single,
        ...[{}, DAYS, ...statuses.slice(-1).map((status) => ({ status }))].map((each) => ({ ...each, ...DEEP })),
        ...accounts,
        ...single.map((each) => ({ ...each, ...accounts[0] })),
        ...statuses
          .slice(-1)
          .map((status) => ({ status, ...DAYS, ...(sums && { min: '1', max: '1000' }), ...(bank && { bank: 1 }) })),
        ...(sums ? [{ ...DAYS, ...accounts[0], min: '1000', max: '1001' }] : []),
      ];
    };

    test('by any filter, and on any page', async ({ market, ask }) => {
      for (const query of filters(market)) {
        const { nodes, faults } = await ask(call, query);
        expect([query, nodes > 0, faults]).toEqual([query, true, []]);
        if (totals === undefined || 'page' in query) continue;
        expect([query, await ask(totals, query)]).toMatchObject([query, { faults: [] }]);
      }
    });

    test('by any search, alone and with filters', async ({ market, ask }) => {
      for (const search of [...texts, ...IDS]) {
        for (const filter of [{}, { ...DAYS, account: market.trader, ...(sums && { max: '1001' }) }]) {
          const query = { search, ...filter };
          const { nodes, faults } = await ask(call, query);
          expect([query, nodes > 0, faults]).toEqual([query, true, []]);
        }
      }
    });
  },
);

test('what everybody’s orders come to, by whatever they are narrowed, looks at so many rows', async ({
  market,
  ask,
}) => {
  const { trader, merchant } = market;
  for (const query of [
    {},
    DAYS,
    { bank: 1 },
    { min: '1', max: '1000' },
    { method: 'sbp', confirmed: 'trader' },
    { number: 'copy-7' },
    { search: '4321' },
    { trader },
    { merchant },
    { trader, merchant },
    { trader, merchant, ...DAYS, min: '1' },
  ]) {
    const { nodes, faults } = await ask(getPlatformOrderTotals, query);
    expect([query, nodes > 0, faults]).toEqual([query, true, []]);
  }
});

test.for(OWN)(
  '%s of a %s, narrowed and added up, are led to by their own numbers',
  async ([, side, list, totals], { market, ask }) => {
    const caller = { id: market[side], role: side, memberRole: 'owner' };
    for (const query of [
      DAYS,
      { to: '2030-01-01' },
      { min: '1', max: '1001' },
      { ...DAYS, min: '1000', max: '1001' },
    ]) {
      for (const call of [list, totals]) {
        const { nodes, faults } = await ask(call, query, { caller });
        expect([query, nodes > 0, faults]).toEqual([query, true, []]);
      }
    }
    expect(await ask(totals, {}, { caller })).toMatchObject({ faults: [] });
  },
);

test('the list of old holds, and its sum, look at what is unfinished alone', async ({ ask }) => {
  for (const call of [listOldHolds, getOldHoldTotals]) expect(await ask(call, {})).toMatchObject({ faults: [] });
});

test("a trader's inbox looks at what is unfinished alone", async ({ ask }) => {
  expect(await ask(getInbox, {})).toMatchObject({ faults: [], answer: { items: [{ what: 'appeals' }] } });
});

/** A trader's own requisites and cabinets, which are few, and what eight of each status and way come to. */
const MOST_BY_KEYS = 1050;

test('a search by keys looks at what the keys lead to alone, whoever searches', async ({ kantor, market, ask }) => {
  await sql`update notification set sender = 'Иван И.'`.execute(kantor.ownerDb);
  const callers = [
    { id: market.trader, role: 'trader', memberRole: 'owner' },
    { id: market.merchant, role: 'merchant', memberRole: 'owner' },
    { id: market.merchant, role: 'operator', memberRole: 'owner' },
  ];
  const texts = ['copy-7', '1000,07', '+7 999 555-44-33', '1,000007', 'Иван И.', 'ab'.repeat(32)];
  const all = [...texts, ...IDS, 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 'нет'];
  for (const caller of callers)
    // Here all requisites end alike; of many that do not, bench/test/grown.long.test.ts tells.
    for (const text of caller.role === 'trader' ? ['4321', ...all] : all) {
      const { nodes, faults } = await ask(search, { text }, { caller, most: MOST_BY_KEYS });
      expect([caller.role, text, nodes > 0, faults]).toEqual([caller.role, text, true, []]);
    }
});

test('a table that is read from end to end would be noticed', async ({ kantor, market }) => {
  const { db, plans, destroy } = explaining(kantor.ownerUrl);
  await sql`select count(*) from payout where fio = ${market.trader}`.execute(db);
  expect(plans.flatMap(nodesOf).some((node) => node['Relation Name'] === 'payout' && lookedAt(node) > ROWS)).toBe(true);
  await destroy();
});
