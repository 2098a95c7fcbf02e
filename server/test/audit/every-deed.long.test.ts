import * as exportRoutes from '@kantor/contract/plain/export-routes.ts';
import * as reconciliationRoutes from '@kantor/contract/plain/reconciliation-routes.ts';
import * as statementRoutes from '@kantor/contract/plain/statement-routes.ts';
import { readFile } from 'node:fs/promises';
import * as actions from '@kantor/contract/plain/platform-actions.ts';
import * as accountRoutes from '@kantor/contract/plain/account-routes.ts';
import * as device from '@kantor/contract/plain/device-routes.ts';
import * as platform from '@kantor/contract/plain/platform-routes.ts';
import * as batchRoutes from '@kantor/contract/plain/batch-routes.ts';
import * as matchRoutes from '@kantor/contract/plain/match-routes.ts';
import * as testRoutes from '@kantor/contract/plain/test-routes.ts';
import * as webhookRoutes from '@kantor/contract/plain/webhook-routes.ts';
import * as payoutRoutes from '@kantor/contract/plain/payout-routes.ts';
import * as requisiteRoutes from '@kantor/contract/plain/requisite-routes.ts';
import * as fundsRoutes from '@kantor/contract/plain/funds-routes.ts';
import * as cabinetRoutes from '@kantor/contract/plain/cabinet-routes.ts';
import * as routes from '@kantor/contract/plain/routes.ts';
import { CALLS } from '@kantor/contract/wire/calls.ts';
import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { createObjects, kindOf } from '../http/objects.ts';
import { kantorTest } from '../support/fixtures.ts';
import { fanOutAll } from '../support/outbox-reading.ts';
import { NO_DEEDS_OF_PEOPLE, OF_PEOPLE } from './deeds-of-people.ts';
import { NO_DEEDS_OF_TRADE, OF_TRADE } from './deeds-of-trade.ts';

// Every call of a person that writes either leaves a row in the journal, or stands in a short list with the reason.

const DEEDS = [...OF_PEOPLE, ...OF_TRADE];
const NO_DEEDS = [...NO_DEEDS_OF_PEOPLE, ...NO_DEEDS_OF_TRADE];

type Address = { method: string; path: string };
const addressOf = ({ method, path }: Address) => `${method} ${path}`;
const isRoute = (value: unknown): value is Address => typeof value === 'object' && value !== null && 'path' in value;

/** Their rows in the journal are shown beside what they make: server/test/exports, statements, reconciliation. */
const SHOWN_ELSEWHERE = [exportRoutes, statementRoutes, reconciliationRoutes]
  .flatMap((each) => Object.values<unknown>(each))
  .filter(isRoute)
  .filter(({ method }) => method !== 'GET');
const REVEALS = Object.values(platform).filter(({ right }) => right === 'platform.reveal');

interface Row {
  id: string;
  at: Date;
  source: string;
  who: string;
  person: string | null;
  account: string | null;
  address: string | null;
  kind: string;
  before: object | null;
  after: object;
}

const test = kantorTest
  .extend('operator', { scope: 'file' }, ({ kantor }) => kantor.createOperator())
  .override('options', { publicUrl: 'https://kantor.example' })
  .extend('scene', async ({ kantor, operator }) => {
    const trader = await kantor.createSoleTrader({ payoutEnable: true });
    const merchant = await kantor.createMerchant({ payoutEnable: true });
    await kantor.fund(merchant.id, '100');
    return { kantor, trader, merchant, operator };
  })
  /** The rows of a deed in an account's journal. */
  .extend('journal', ({ kantor }) => async (accountId: string, action: string) => {
    const { rows } = await sql<Row>`
      select id, at, source, who, person_id as person, account_id as account, address, object_kind as kind, before, after
      from audit
      where action = ${action}
        and (account_id = ${accountId} or id in (select audit_id from audit_account where account_id = ${accountId}))`.execute(
      kantor.db,
    );
    return rows;
  })
  .extend('words', { scope: 'file' }, async () => {
    const file = new URL('../../../web/src/shared/i18n/journal.ru.json', import.meta.url);
    return JSON.parse(await readFile(file, 'utf8')) as Record<'actions' | 'kinds' | 'facts', Record<string, string>>;
  });

describe('every call of a person that writes', () => {
  test('is a deed below, an action of the platform, or told why it is none', () => {
    const writes = [
      testRoutes,
      routes,
      cabinetRoutes,
      fundsRoutes,
      accountRoutes,
      batchRoutes,
      matchRoutes,
      webhookRoutes,
      payoutRoutes,
      requisiteRoutes,
      exportRoutes,
      statementRoutes,
      reconciliationRoutes,
      platform,
    ]
      .flatMap((each) => Object.values<unknown>(each))
      .filter(isRoute)
      .filter(({ method }) => method !== 'GET')
      .map(addressOf);
    const ofPhones = [addressOf(device.pairDevice), addressOf(cabinetRoutes.getCabinetQr)];
    const known = [
      ...DEEDS.map(({ call }) => call),
      ...NO_DEEDS.map(([call]) => call),
      ...SHOWN_ELSEWHERE,
      ...REVEALS,
    ].map(addressOf);
    expect(known.toSorted()).toEqual([...writes, ...ofPhones].toSorted());
    // The platform's actions: server/test/actions looks for the row of each. A phone's other calls are no person's.
    const others = CALLS.filter(({ method }) => method !== 'GET').map(addressOf);
    const ofPlatform = Object.values(actions).flatMap(({ preview, carryOut }) => [preview, carryOut].map(addressOf));
    expect(others.filter((address) => !known.includes(address)).toSorted()).toEqual(ofPlatform.toSorted());
    for (const [, reason] of NO_DEEDS) expect(reason).not.toBe('');
  });

  test.for(DEEDS.map((deed) => [addressOf(deed.call), deed] as const))(
    '%s leaves one row: who, from where, in which account, what; in words',
    async ([, { action, of = 'trader', act }], { scene, journal, words }) => {
      const answer = await act(scene);
      const owner = scene[of];
      const rows = await journal(owner.id, action);
      expect(rows).toHaveLength(1);
      expect(rows[0]).toMatchObject({ source: 'web', account: expect.any(String), address: expect.any(String) });
      if (answer === 'somebody else') expect(rows[0]?.person).not.toBe(owner.personId);
      else expect(rows[0]?.person).toBe(typeof answer === 'string' ? answer : owner.personId);
      expect(words.actions).toHaveProperty(action);
      expect(words.kinds).toHaveProperty(rows[0]?.kind ?? '');
      for (const fact of Object.keys({ ...rows[0]?.before, ...rows[0]?.after }))
        expect(words.facts).toHaveProperty(fact);
    },
  );

  test('each look behind the dots is a row, with the person', async ({ kantor, scene }) => {
    const { trader, merchant, operator } = scene;
    const objects = await createObjects({ ...kantor, fanOut: () => fanOutAll(kantor) }, trader, merchant);
    const support = await kantor.createMember(operator.id, 'support');
    for (const route of REVEALS) {
      const id = objects[kindOf(route)] ?? '';
      expect((await support.raw(route, { params: { id } })).status).toBe(200);
      const { rows } = await sql`
        select person_id as person, account_id as account from audit
        where action = 'reveal' and object_id = ${id}`.execute(kantor.db);
      expect([route.path, rows]).toEqual([route.path, [{ person: support.personId, account: operator.id }]]);
    }
  });
});
