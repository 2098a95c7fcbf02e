import {
  blockCabinet,
  createCabinet,
  getCabinet,
  getCabinetQr,
  listCabinetChoices,
  listCabinets,
  resetCabinetDeals,
  resetCabinetSum,
  toggleCabinet,
  updateCabinet,
} from '@kantor/contract/wire/cabinets.ts';
import { archiveRequisite, createRequisite, getRequisite } from '@kantor/contract/wire/requisites.ts';
import { describe, expect } from 'vitest';
import { newId } from '../../src/kernel/ids.ts';
import { test as base } from './fixture.ts';

const idsIn = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);

const test = base
  .extend('stranger', { scope: 'file' }, ({ kantor }) => kantor.createTrader())
  /** The id of a new requisite that is in no cabinet. */
  .extend('addRequisite', ({ kantor, trader }) => async (name = 'Основной', owner = trader) => {
    kantor.pass(1);
    const body = { bank_type: 1, name, last_4_digits_card: '4321' };
    return (await owner.call(createRequisite, { body })).id;
  })
  /** A new cabinet, named Samsung, with requisites. */
  .extend(
    'addCabinet',
    ({ trader }) =>
      (...bank_detail: string[]) =>
        trader.call(createCabinet, { body: { device_name: 'Samsung', bank_detail } }),
  )
  /** Changes a cabinet. */
  .extend(
    'update',
    ({ trader }) =>
      (id: string, bank_detail: string[] | null, fields = {}) =>
        trader.call(updateCabinet, { params: { id }, body: { device_name: 'Samsung', bank_detail, ...fields } }),
  )
  /** The cabinet that a requisite is in. */
  .extend(
    'cabinetOf',
    ({ trader }) =>
      async (id: string, owner = trader) =>
        (await owner.call(getRequisite, { params: { id } })).cabinet,
  );

describe('a cabinet', () => {
  test('is created switched off, with no requisites', async ({ trader }) => {
    const body = { device_name: ' Samsung A54 ', phone: '+7', bank_detail: null };
    const cabinet = await trader.call(createCabinet, { body });
    expect(cabinet).toEqual({
      id: cabinet.id,
      device_name: 'Samsung A54',
      phone: '+7',
      bank_detail: [],
      is_active: false,
      can_be_active: false,
      is_blocked_forever: false,
      last_heard_at: null,
      has_old_template: false,
      refused_at: null,
      phone_ended_at: null,
      phone_end_reason: null,
      is_unsigned: false,
      post_address: null,
      post_address_since: null,
      former_post_address: null,
    });
    expect(await trader.call(getCabinet, { params: { id: cabinet.id } })).toEqual(cabinet);
  });

  test('may be created with requisites at once, or is not created at all', async ({
    trader,
    addRequisite,
    addCabinet,
  }) => {
    const free = await addRequisite();
    const cabinet = await addCabinet(free);
    expect(cabinet.bank_detail).toEqual([{ id: free, name: 'Основной', short_name: 'Сбер •4321' }]);
    const body = { device_name: 'Другой', bank_detail: [free] };
    const { status, problem } = await trader.refusal(createCabinet, { body });
    expect([status, Object.keys(problem.errors ?? {})]).toEqual([400, ['bank_detail']]);
    expect((await trader.call(listCabinets)).count).toBe(1);
  });

  test('is renamed; null leaves its requisites, and an empty list none', async ({
    addRequisite,
    addCabinet,
    update,
    cabinetOf,
  }) => {
    const requisite = await addRequisite();
    const { id } = await addCabinet(requisite);
    const renamed = await update(id, null, { device_name: 'Redmi', phone: '+79' });
    expect(renamed).toMatchObject({ device_name: 'Redmi', phone: '+79', bank_detail: [{ id: requisite }] });
    expect((await update(id, [])).bank_detail).toEqual([]);
    expect(await cabinetOf(requisite)).toBeNull();
  });

  test('has exactly the requisites that were chosen, newest first', async ({
    addRequisite,
    addCabinet,
    update,
    cabinetOf,
  }) => {
    const [a, b, c] = [await addRequisite('a'), await addRequisite('b'), await addRequisite('c')];
    const { id } = await addCabinet();
    expect(idsIn((await update(id, [a, b])).bank_detail)).toEqual([b, a]);
    expect(idsIn((await update(id, [c, b.toUpperCase(), b])).bank_detail)).toEqual([c, b]);
    expect(await cabinetOf(a)).toBeNull();
    expect(await cabinetOf(c)).toEqual({ id, device_name: 'Samsung' });
  });

  test('is refused by name with requisites that cannot be in it, and nothing of it is changed', async ({
    kantor,
    trader,
    stranger,
    addRequisite,
    addCabinet,
    cabinetOf,
  }) => {
    const [mine, taken, archived] = [await addRequisite(), await addRequisite(), await addRequisite()];
    await trader.call(archiveRequisite, { params: { id: archived } });
    await addCabinet(taken);
    const params = { id: (await addCabinet(mine)).id };
    const foreign = await addRequisite('Чужой', stranger);
    for (const wrong of [taken, archived, foreign, newId(kantor.clock())]) {
      for (const bank_detail of [[wrong], [mine, wrong]]) {
        const body = { device_name: 'Другое имя', bank_detail };
        const { status, problem } = await trader.refusal(updateCabinet, { params, body });
        expect([status, Object.keys(problem.errors ?? {})]).toEqual([400, ['bank_detail']]);
      }
    }
    const kept = { device_name: 'Samsung', bank_detail: [{ id: mine }] };
    expect(await trader.call(getCabinet, { params })).toMatchObject(kept);
    expect(await cabinetOf(foreign, stranger)).toBeNull();
  });

  test.for([
    ['no name', { device_name: ' ' }, 'device_name'],
    ['a long name', { device_name: 'я'.repeat(101) }, 'device_name'],
    ['its switch', { is_active: true }, 'is_active'],
    ['what is no id', { bank_detail: ['1'] }, 'bank_detail.0'],
  ] as const)('with %s is refused by name', async ([_what, wrong, field], { trader, addCabinet }) => {
    const params = { id: (await addCabinet()).id };
    for (const call of [createCabinet, updateCabinet]) {
      const { status, body } = await trader.raw(call, { params, body: { device_name: 'Samsung', ...wrong } });
      expect([status, Object.keys(body.errors ?? {})]).toEqual([400, [field]]);
    }
    expect((await trader.call(listCabinets)).count).toBe(1);
  });

  test('is switched on and off; twice is as once; switched off takes no orders', async ({
    kantor,
    trader,
    merchant,
  }) => {
    const id = await kantor.createCabinet(trader.id);
    await kantor.createRequisite(trader.id, { cabinetId: id });
    for (const [n, is_active] of [false, false, true, true].entries()) {
      const cabinet = await trader.call(toggleCabinet, { params: { id }, body: { is_active } });
      expect(cabinet.is_active).toBe(is_active);
      expect(await merchant.findsRequisite(100 + n)).toBe(is_active);
    }
  });
});

describe('the choice of requisites', () => {
  test('is those in the cabinet and those in none: own, and not archived', async ({
    trader,
    stranger,
    addRequisite,
    addCabinet,
  }) => {
    const [free, here] = [await addRequisite(), await addRequisite()];
    const [taken, archived] = [await addRequisite(), await addRequisite()];
    await addRequisite('Чужой', stranger);
    await trader.call(archiveRequisite, { params: { id: archived } });
    await addCabinet(taken);
    const { id } = await addCabinet(here);
    const choices = await trader.call(listCabinetChoices, { params: { id } });
    expect(idsIn(choices)).toEqual([here, free]);
    expect(choices[0]).toEqual({ id: here, name: 'Основной', short_name: 'Сбер •4321' });
  });
});

describe("a trader's cabinets", () => {
  test('are listed newest first, page by page, the blocked ones too', async ({
    kantor,
    trader,
    stranger,
    addCabinet,
  }) => {
    const ids: string[] = [];
    for (let i = 0; i < 11; i += 1) {
      kantor.pass(1);
      ids.unshift((await addCabinet()).id);
    }
    await trader.call(blockCabinet, { params: { id: ids[2] ?? '' } });
    await stranger.call(createCabinet, { body: { device_name: 'Чужой' } });
    for (const size of [3, 10, 100]) {
      for (let page = 1; page <= Math.ceil(11 / size) + 1; page += 1) {
        const { count, results } = await trader.call(listCabinets, { query: { page, page_size: size } });
        expect([count, idsIn(results)]).toEqual([11, ids.slice((page - 1) * size, page * size)]);
      }
    }
    expect((await trader.call(listCabinets)).results).toHaveLength(10);
  });

  test('are nobody else’s', async ({ trader, stranger, addRequisite, addCabinet }) => {
    const mine = await addCabinet(await addRequisite());
    const params = { id: mine.id };
    const refusals = await Promise.all([
      stranger.refusal(updateCabinet, { params, body: { device_name: 'Чужой', bank_detail: [] } }),
      stranger.refusal(toggleCabinet, { params, body: { is_active: true } }),
      stranger.refusal(blockCabinet, { params }),
      stranger.refusal(resetCabinetDeals, { params }),
      stranger.refusal(resetCabinetSum, { params }),
      stranger.refusal(getCabinet, { params }),
      stranger.refusal(getCabinetQr, { params }),
      stranger.refusal(listCabinetChoices, { params }),
    ]);
    for (const { status, code } of refusals) expect([status, code]).toEqual([404, 'not_found']);
    expect(await trader.call(getCabinet, { params })).toEqual(mine);
  });
});
