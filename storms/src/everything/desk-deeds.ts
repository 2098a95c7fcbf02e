import { createApiKey, revokeApiKey } from '@kantor/contract/wire/api-keys.ts';
import { moveEarnings, toggleTraffic } from '@kantor/contract/wire/balance.ts';
import { resetCabinetDeals, resetCabinetSum, toggleCabinet, updateCabinet } from '@kantor/contract/wire/cabinets.ts';
import { listOrders } from '@kantor/contract/wire/orders.ts';
import {
  archiveRequisite,
  createRequisite,
  resetRequisiteDeals,
  toggleRequisite,
  updateRequisite,
} from '@kantor/contract/wire/requisites.ts';
import { type Deeds, SBER, type World } from './world.ts';

/** One of few accounts that everybody wants. */
const bankData = ({ below }: World) => ({
  bank_type: SBER,
  is_sbp: true,
  fio: 'Имя',
  bank_account: `4081781077777777${1000 + below(9)}`,
});

/** What traders do at their desks with what takes orders, and shops with their keys. */
export const DESK_DEEDS: Deeds = {
  'earnings that move': [4, async ({ one, traders }) => one(traders).call(moveEarnings)],
  'a list': [2, async ({ one, traders }) => one(traders).call(listOrders, { query: { page_size: 10 } })],
  'traffic off and on': [
    1,
    async ({ one, traders }) => {
      const trader = one(traders);
      await trader.call(toggleTraffic, { body: { is_active: false } });
      return trader.call(toggleTraffic, { body: { is_active: true } });
    },
  ],
  'a requisite off and on': [
    2,
    async ({ one, requisites }) => {
      const { id, trader } = one(requisites);
      await trader.call(toggleRequisite, { params: { id }, body: { is_active: false } });
      return trader.call(toggleRequisite, { params: { id }, body: { is_active: true } });
    },
  ],
  'a requisite whose counters begin anew': [
    1,
    async ({ one, requisites }) => {
      const { id, trader } = one(requisites);
      return trader.call(resetRequisiteDeals, { params: { id } });
    },
  ],
  'a requisite that comes and goes': [
    1,
    async (world) => {
      const trader = world.one(world.traders);
      const { id } = await trader.call(createRequisite, { body: bankData(world) });
      const params = { id };
      await trader.call(updateRequisite, { params, body: bankData(world) });
      return trader.call(archiveRequisite, { params });
    },
  ],
  'a cabinet off and on': [
    1,
    async ({ one, cabinets }) => {
      const { id, trader } = one(cabinets);
      await trader.call(toggleCabinet, { params: { id }, body: { is_active: false } });
      return trader.call(toggleCabinet, { params: { id }, body: { is_active: true } });
    },
  ],
  'a cabinet whose counters begin anew': [
    1,
    async ({ one, cabinets }) => {
      const { id, trader } = one(cabinets);
      return trader.call(one([resetCabinetDeals, resetCabinetSum]), { params: { id } });
    },
  ],
  'a cabinet with other requisites': [
    2,
    async ({ one, cabinets, requisites }) => {
      const { id, trader } = one(cabinets);
      const own = requisites.filter((requisite) => requisite.trader === trader);
      const chosen = new Set([one(own).id, one(own).id]);
      return trader.call(updateCabinet, { params: { id }, body: { device_name: 'Samsung', bank_detail: [...chosen] } });
    },
  ],
  'a key that comes and goes': [
    1,
    async ({ one, shops }) => {
      const shop = one(shops);
      const { id } = await shop.call(createApiKey, { body: { name: 'Ключ' } });
      return shop.call(revokeApiKey, { params: { id } });
    },
  ],
};
