import { getNotification, listNotifications } from '@kantor/contract/wire/devices.ts';
import { getOrder } from '@kantor/contract/wire/orders.ts';
import { MINUTE } from '../../src/kernel/clock.ts';
import { createBankPhone, SBER } from '../support/bank-phone.ts';
import { kantorTest } from '../support/fixtures.ts';

/** Each test has a trader of its own, the only one who receives orders, with a cabinet whose phone hears banks. */
export const cabinetTest = kantorTest
  .extend('merchant', { scope: 'file' }, ({ kantor }) => kantor.createMerchant())
  .extend('trader', async ({ kantor }) => {
    const trader = await kantor.createSoleTrader({ balance: '100000' });
    return {
      ...trader,
      readOrder: (id: string) => trader.call(getOrder, { params: { id } }),
      /** Their newest message. */
      async lastMessage() {
        const [newest] = (await trader.call(listNotifications, { query: { page_size: 1 } })).results;
        return trader.call(getNotification, { params: { id: newest?.id ?? '' } });
      },
    };
  })
  .extend('createCabinet', ({ kantor }) => async (traderId: string) => ({
    id: await kantor.createCabinet(traderId),
    traderId,
  }))
  .extend('cabinet', ({ trader, createCabinet }) => createCabinet(trader.id))
  .extend('hear', ({ kantor, cabinet }) => createBankPhone(kantor, cabinet))
  /** The id of an order that is a minute old. */
  .extend('issue', ({ kantor, merchant }) => async (amount: string) => {
    const { id } = await merchant.order(amount);
    kantor.pass(MINUTE);
    return id;
  });

/** In the cabinet is a requisite of Sberbank, which takes every order. */
export const test = cabinetTest.extend('requisite', { auto: true }, ({ kantor, trader, cabinet }) =>
  kantor.createRequisite(trader.id, { cabinetId: cabinet.id, bankId: SBER }),
);
