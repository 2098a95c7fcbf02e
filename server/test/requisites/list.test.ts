import { confirmOrder } from '@kantor/contract/wire/orders.ts';
import {
  archiveRequisite,
  createRequisite,
  getRequisite,
  listRequisites,
  resetRequisiteDeals,
  toggleRequisite,
  updateRequisite,
} from '@kantor/contract/wire/requisites.ts';
import { describe, expect } from 'vitest';
import { atOnce } from '../support/at-once.ts';
import { test as base } from './fixture.ts';

const ON = { is_active: true };
const FORM = { bank_type: 1 };

const test = base.extend('stranger', { scope: 'file' }, ({ kantor }) => kantor.createTrader());

describe("a trader's requisites", () => {
  test('are listed newest first, page by page, without the archived and the strangers’', async ({
    kantor,
    trader,
    stranger,
    add,
  }) => {
    const ids: string[] = [];
    for (let i = 0; i < 12; i += 1) {
      kantor.pass(1);
      ids.unshift((await add({ name: String(i) })).id);
    }
    const [archived = ''] = ids.splice(3, 1);
    await trader.call(archiveRequisite, { params: { id: archived } });
    await stranger.call(createRequisite, { body: FORM });
    for (const size of [1, 4, 10, 100]) {
      for (let page = 1; page <= Math.ceil(11 / size) + 1; page += 1) {
        const { count, results } = await trader.call(listRequisites, { query: { page, page_size: size } });
        expect(count).toBe(11);
        expect(results.map(({ id }) => id)).toEqual(ids.slice((page - 1) * size, page * size));
      }
    }
    const { results } = await trader.call(listRequisites);
    expect(results).toHaveLength(10);
    expect(results[0]).toEqual(await trader.call(getRequisite, { params: { id: ids[0] ?? '' } }));
  });

  test('are nobody else’s', async ({ trader, stranger, add }) => {
    const mine = await add({ name: 'Моё' });
    const params = { id: mine.id };
    const refusals = await Promise.all([
      stranger.refusal(updateRequisite, { params, body: FORM }),
      stranger.refusal(toggleRequisite, { params, body: ON }),
      stranger.refusal(archiveRequisite, { params }),
      stranger.refusal(resetRequisiteDeals, { params }),
      stranger.refusal(getRequisite, { params }),
    ]);
    expect(refusals.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
    expect(await trader.call(getRequisite, { params })).toEqual(mine);
  });
});

describe('an archived requisite', () => {
  test('is switched off, leaves its cabinet and the list, and is still read by its id', async ({
    kantor,
    trader,
    merchant,
  }) => {
    const params = { id: await kantor.createRequisite(trader.id) };
    const order = await merchant.order('500');
    const archived = await trader.call(archiveRequisite, { params });
    expect(archived).toMatchObject({ is_active: false, cabinet: null });
    expect(await trader.call(listRequisites)).toEqual({ count: 0, results: [] });
    expect(await trader.call(getRequisite, { params })).toEqual(archived);
    expect(await merchant.findsRequisite('600')).toBe(false);
    // The order that it has is confirmed as any other.
    await trader.call(confirmOrder, { params: { id: order.id } });
    expect(await trader.call(getRequisite, { params })).toMatchObject({ sum_deals: '500.00', total_deals_count: 1 });
  });

  test.for([
    ['archive', {}, archiveRequisite],
    ['toggle', ON, toggleRequisite],
    ['toggle', { is_active: false }, toggleRequisite],
    ['reset_deals', {}, resetRequisiteDeals],
    ['update', FORM, updateRequisite],
  ] as const)('is not changed any more: %s %j is a 409', async ([_action, body, call], { trader, add }) => {
    const params = { id: (await add({ name: 'Прежнее' })).id };
    const archived = await trader.call(archiveRequisite, { params });
    const refused = await trader.raw(call, { params, body });
    expect(refused).toMatchObject({
      status: 409,
      body: { code: 'requisite_archived', detail: 'Реквизит в архиве, действие недоступно' },
    });
    expect(await trader.call(getRequisite, { params })).toEqual(archived);
  });

  test('archived and switched on at once is archived', async ({ trader, add }) => {
    for (let i = 0; i < 5; i += 1) {
      const params = { id: (await add()).id };
      const archiving = trader.call(archiveRequisite, { params });
      const { refusals } = await atOnce([archiving, trader.call(toggleRequisite, { params, body: ON })]);
      await archiving;
      for (const { status } of refusals) expect(status).toBe(409);
      expect((await trader.call(getRequisite, { params })).is_active).toBe(false);
    }
  });

  test('archived twice at once is archived once', async ({ trader, add }) => {
    const params = { id: (await add()).id };
    const archiving = [1, 2].map(() => trader.call(archiveRequisite, { params }));
    const { answers, refusals } = await atOnce(archiving);
    expect(answers).toHaveLength(1);
    expect(refusals).toMatchObject([{ status: 409 }]);
  });
});
