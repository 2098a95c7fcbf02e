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
import { createRequisite, getRequisite } from '@kantor/contract/wire/requisites.ts';
import { describe, expect } from 'vitest';
import { test } from './fixture.ts';

const NAMED = { device_name: 'Samsung' };

describe('a cabinet that was blocked', () => {
  test('is so for ever: it takes no orders and is not changed any more', async ({ kantor, trader, merchant }) => {
    const id = await kantor.createCabinet(trader.id);
    const requisite = await kantor.createRequisite(trader.id, { cabinetId: id });
    expect(await merchant.findsRequisite(100)).toBe(true);
    const params = { id };
    const blocked = await trader.call(blockCabinet, { params });
    expect(blocked).toMatchObject({ is_active: false, can_be_active: false, is_blocked_forever: true });
    // Its requisites stay in it, and the gate stops them.
    expect(blocked.bank_detail.map((choice) => choice.id)).toEqual([requisite]);
    expect(await trader.call(getRequisite, { params: { id: requisite } })).toMatchObject({
      is_active: true,
      cabinet: params,
    });
    expect(await merchant.findsRequisite(200)).toBe(false);

    const refusals = await Promise.all([
      trader.refusal(blockCabinet, { params }),
      trader.refusal(toggleCabinet, { params, body: { is_active: true } }),
      trader.refusal(toggleCabinet, { params, body: { is_active: false } }),
      trader.refusal(resetCabinetDeals, { params }),
      trader.refusal(resetCabinetSum, { params }),
      trader.refusal(updateCabinet, { params, body: { device_name: 'Другой', bank_detail: [] } }),
      trader.refusal(getCabinetQr, { params }),
    ]);
    for (const { status, code, problem } of refusals) {
      expect([status, code]).toEqual([409, 'cabinet_blocked']);
      expect(problem.detail).toBe('Кабинет заблокирован навсегда, действие недоступно');
    }
    expect(await trader.call(getCabinet, { params })).toEqual(blocked);
    expect((await trader.call(listCabinets)).results).toEqual([blocked]);
    expect((await trader.call(getRequisite, { params: { id: requisite } })).current_deals_count).toBe(1);
  });

  test('keeps its requisites from other cabinets', async ({ trader }) => {
    const requisite = await trader.call(createRequisite, { body: { bank_type: 1 } });
    const bank_detail = [requisite.id];
    const cabinet = await trader.call(createCabinet, { body: { ...NAMED, bank_detail } });
    const other = await trader.call(createCabinet, { body: NAMED });
    await trader.call(blockCabinet, { params: { id: cabinet.id } });
    const params = { id: other.id };
    expect(await trader.call(listCabinetChoices, { params })).toEqual([]);
    expect((await trader.refusal(updateCabinet, { params, body: { ...NAMED, bank_detail } })).status).toBe(400);
  });
});
