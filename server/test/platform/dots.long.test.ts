import { mayDo, type Right } from '@kantor/contract/plain/rights.ts';
import { confirmAppeal } from '@kantor/contract/wire/appeals.ts';
import { listJournal, listPlatformJournal } from '@kantor/contract/wire/audit.ts';
import type { Call } from '@kantor/contract/wire/call.ts';
import { createCabinet } from '@kantor/contract/wire/cabinets.ts';
import { CALLS } from '@kantor/contract/wire/calls.ts';
import { EVENT_STREAM } from '@kantor/contract/wire/events.ts';
import { createMerchantPayout } from '@kantor/contract/wire/merchant-payouts.ts';
import { confirmOrder } from '@kantor/contract/wire/orders.ts';
import { confirmPayout, contestPayout, takePayout, uploadPayoutPhoto } from '@kantor/contract/wire/payouts.ts';
import { updateRequisite } from '@kantor/contract/wire/requisites.ts';
import { sql } from 'kysely';
import { describe, expect } from 'vitest';

import { openAppeal } from '../../src/modules/appeals/index.ts';
import { receiveMessage } from '../../src/modules/matching/index.ts';
import { createObjects, kindOf } from '../http/objects.ts';
import { kantorTest } from '../support/fixtures.ts';
import { fanOutAll } from '../support/outbox-reading.ts';
import { png } from '../support/uploads.ts';

// Phones and accounts of payers and payees are marked in the data; no answer of the platform shows one to whoever has not asked
// for it, and whoever asks is kept. Every call that reads is tried: a new one is in it by itself.

/** Digits that nothing else in the data has. Phones and accounts have them in their middle, in front of the last four. */
const MARK = '916555';
const PHONE = `+7${MARK}7788`;
const ACCOUNT = `4081781${MARK}0002233`;
/** As somebody types them into a text. */
const SPELT = '+7 (916) 555-77-88';
const TEXT = `Перевод 10 р от Пётр И. ${SPELT}, счёт ${ACCOUNT}`;
const CABINET = { device_name: 'Первый', phone: PHONE, bank_detail: null };

/** Whether an answer has a marked number in it, however it is spelt. */
const shows = (answer: unknown): boolean =>
  JSON.stringify(answer)
    .replaceAll(/[\s()\u{A0}-]/gu, '')
    .includes(MARK);

const name = ({ method, path }: Pick<Call, 'method' | 'path'>) => `${method} ${path}`;
const OF_PLATFORM = CALLS.filter(({ right, type }) => right.startsWith('platform.') && type !== EVENT_STREAM);
const READS = OF_PLATFORM.filter(({ method }) => method === 'GET').map((call) => [name(call), call] as const);
const REVEALS = OF_PLATFORM.filter(({ right }) => right === 'platform.reveal').map(
  (call) => [name(call), call] as const,
);
const ROLES = ['owner', 'operator', 'support', 'accountant'] as const;

/** What finds the objects of a list. */
const SEARCHES = ['', '7788', '2233', PHONE, ACCOUNT, 'Имя'];

const test = kantorTest
  .extend('market', { scope: 'file' }, async ({ kantor }) => {
    const trader = await kantor.createTrader({ payoutEnable: true });
    const merchant = await kantor.createMerchant({ payoutEnable: true });
    const objects = await createObjects({ ...kantor, fanOut: () => fanOutAll(kantor) }, trader, merchant);
    const bankData = { bankId: 3, fio: 'Имя', phone: PHONE, bankAccount: ACCOUNT };
    const requisite = { id: await kantor.createRequisite(trader.id, bankData) };
    const order = (await merchant.order('250', { bank: bankData.bankId })).id;
    const ground = { without_message: 'other', note: `Пришло с ${SPELT}` } as const;
    await trader.call(confirmOrder, { params: { id: order }, body: ground });
    const disputed = (await merchant.order('251', { bank: bankData.bankId })).id;
    const appeal = await openAppeal(kantor, { merchantId: merchant.id, orderId: disputed, amount: 25_100n });
    const cabinet = (await trader.call(createCabinet, { body: CABINET })).id;
    const makePayout = async (body: object) => {
      const rest = { amount: 10, external_id: `marked-${(count += 1)}` };
      const { id } = await merchant.api.call(createMerchantPayout, { body: { ...rest, ...body } as never });
      return id;
    };
    let count = 0;
    const sbp = await makePayout({ method: 'sbp', fio: 'Имя', phone: PHONE });
    const card = await makePayout({ method: 'c2c', fio: 'Имя', bank_account: ACCOUNT });
    for (const id of [sbp, card]) await trader.call(takePayout, { params: { id } });
    await trader.call(uploadPayoutPhoto, { params: { id: sbp }, file: await png('чек.png') });
    await trader.call(confirmPayout, { params: { id: sbp } });
    await merchant.call(contestPayout, { params: { id: sbp }, body: { reason: `Не пришло на ${SPELT}` } });
    const message = { messageId: 'marked', phone: PHONE, application: '900', text: TEXT, plainRequest: TEXT };
    await receiveMessage(kantor, { id: cabinet, traderId: trader.id }, { ...message, heardAt: kantor.clock() });
    await trader.call(confirmAppeal, { params: { id: appeal }, body: ground });
    // A change of bank data is a row of the journal.
    const changed = { bank_type: 3, name: 'Основная', fio: 'Имя', bank_account: ACCOUNT, is_sbp: true };
    await trader.call(updateRequisite, { params: { id: requisite.id }, body: changed });
    await trader.call(updateRequisite, { params: { id: requisite.id }, body: { ...changed, phone: PHONE } });
    await fanOutAll(kantor);
    const idOf = async (query: string) =>
      (await sql<{ id: string }>`${sql.raw(query)}`.execute(kantor.db)).rows[0]?.id ?? '';
    const marked: Record<string, string[]> = {
      'platform/orders': [order, disputed],
      'platform/appeals': [appeal],
      'platform/payouts': [sbp, card],
      'platform/requisites': [requisite.id],
      'platform/cabinets': [cabinet],
      'platform/notifications': [await idOf(`select id from notification where phone = '${PHONE}'`)],
      'platform/webhooks': [await idOf(`select id from webhook where object_id = '${sbp}' order by id desc limit 1`)],
    };
    return { trader, merchant, idsOf: (call: Call) => [...(marked[kindOf(call)] ?? []), objects[kindOf(call)] ?? ''] };
  })
  .extend('people', { scope: 'file' }, async ({ kantor }) => {
    const operator = await kantor.createOperator();
    return Promise.all(ROLES.map((role) => kantor.createMember(operator.id, role)));
  });

describe('a phone or an account of a payer or a payee', () => {
  test.for(READS)('%s: is dots for everybody of the platform', async ([, call], { market, people }) => {
    const searches = call.path.includes(':id') ? [''] : SEARCHES;
    for (const id of call.path.includes(':id') ? market.idsOf(call) : ['']) {
      for (const search of searches) {
        for (const [n, person] of people.entries()) {
          const may = mayDo({ role: 'operator', memberRole: ROLES[n] ?? 'owner' }, call.right as Right);
          const query = search === '' ? '' : `search=${encodeURIComponent(search)}`;
          const { status, body } = await person.raw(call, { params: { id }, query });
          // Not every call has a search.
          if (query !== '' && status === 400) continue;
          expect([search, status]).toEqual([search, may ? 200 : 403]);
          expect([search, shows(body)]).toEqual([search, false]);
        }
      }
    }
  });

  test('is found by its end, all the same', async ({ market, people }) => {
    const found = READS.filter(([path]) => /(?:requisites|payouts)\/$/.test(path));
    expect(found).toHaveLength(2);
    for (const [, call] of found) {
      const { body } = (await people[0]?.raw<{ count: number }>(call, { query: 'search=7788' })) ?? {};
      expect(body?.count).toBeGreaterThan(0);
    }
    expect(market.trader.id).not.toBe('');
  });

  test.for(REVEALS)(
    '%s: is shown once asked for, to those who may, and each look is a row',
    async ([, call], { kantor, market, people }) => {
      const [id = ''] = market.idsOf(call);
      const looks = async () =>
        (
          await sql<{ person: string }>`
          select person_id as person from audit where action = 'reveal' and object_id = ${id} order by id`.execute(
            kantor.db,
          )
        ).rows.map(({ person }) => person);
      const expected: string[] = [];
      for (const [n, person] of people.entries()) {
        const { status, body } = await person.raw(call, { params: { id } });
        const may = ROLES[n] !== 'accountant';
        expect([ROLES[n], status]).toEqual([ROLES[n], may ? 200 : 403]);
        if (!may) continue;
        expect(shows(body)).toBe(true);
        expected.push(person.personId);
        expect((await looks()).toSorted()).toEqual(expected.toSorted());
      }
    },
  );

  test('is in no event, in no journal of its account, and in none of the platform after all these looks', async ({
    kantor,
    market,
    people,
  }) => {
    const { rows } = await sql`select * from outbox`.execute(kantor.db);
    const texts = JSON.stringify(rows, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
    expect(shows(texts)).toBe(false);
    for (const owner of [market.trader, market.merchant])
      expect(shows(await owner.call(listJournal, { query: { page_size: 100 } }))).toBe(false);
    for (const person of people)
      expect(shows(await person.call(listPlatformJournal, { query: { page_size: 100 } }))).toBe(false);
  });
});
