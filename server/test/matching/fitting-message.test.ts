import { confirmOrder, listOrders } from '@kantor/contract/wire/orders.ts';
import { expect } from 'vitest';
import { SBER, sber } from '../support/bank-phone.ts';
import { test } from './fixture.ts';

test('an ambiguous message marks its active orders in the list and the search of their trader alone, until it is used', async ({
  trader,
  merchant,
  hear,
  issue,
  kantor,
  cabinet,
}) => {
  const marksOf = async (owner: typeof trader | typeof merchant, id = '') => {
    const { results } = await owner.call(listOrders, { query: { status: 'ACTIVE', id } });
    return new Map(results.map((row) => [row.id, row.fitting_message]));
  };
  const plain = await issue('777');
  await kantor.createRequisite(trader.id, { cabinetId: cabinet.id, bankId: SBER });
  const orders = [await issue('1200'), await issue('1200')] as const;
  await hear(sber('1200'));
  const message = await trader.lastMessage();
  const marked = new Map([[orders[1], message.id] as const, [orders[0], message.id] as const, [plain, null] as const]);
  expect(await marksOf(trader)).toEqual(marked);
  expect(await marksOf(trader, '1200')).toEqual(new Map([...marked].slice(0, 2)));
  expect([...(await marksOf(merchant)).values()].filter(Boolean)).toEqual([]);
  await hear(sber('778'));
  expect((await marksOf(trader)).get(plain)).toBeNull();
  await trader.call(confirmOrder, { params: { id: orders[0] }, body: { notification_id: message.id } });
  expect(await marksOf(trader)).toEqual(new Map([[orders[1], null] as const, [plain, null] as const]));
});
