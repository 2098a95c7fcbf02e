import { idempotencyKey } from '@kantor/contract/client.ts';
import {
  acceptAppeal,
  confirmAppeal,
  contestAppeal,
  declineAppeal,
  escalateAppeal,
} from '@kantor/contract/wire/appeals.ts';
import { openMerchantAppeal } from '@kantor/contract/wire/merchant-appeals.ts';
import { cancelMerchantOrder, createMerchantOrder } from '@kantor/contract/wire/merchant-orders.ts';
import { confirmExpiredOrder, confirmOrder } from '@kantor/contract/wire/orders.ts';
import { sql } from 'kysely';
import { photo } from '../harness/files.ts';
import type { Person } from '../harness/market.ts';
import { type Deeds, NothingYet, numberOf, SBER, type World } from './world.ts';

/** The trader of an order. */
async function traderOf({ market, traders }: World, orderId: string): Promise<Person> {
  const { rows } = await sql<{ id: string }>`select trader_id as id from orders where id = ${orderId}`.execute(
    market.db,
  );
  const trader = traders.find(({ id }) => id === rows[0]?.id);
  if (trader === undefined) throw new NothingYet();
  return trader;
}

/** The trader of an appeal's order, and the appeal. */
async function appealOf(world: World) {
  const { id } = world.recent(world.made.appeals);
  const { rows } = await sql<{ orderId: string }>`select order_id as "orderId" from appeal where id = ${id}`.execute(
    world.market.db,
  );
  return { trader: await traderOf(world, rows[0]?.orderId ?? ''), params: { id } };
}

/** What shops, traders and their phones do with orders, and with appeals against them. */
export const ORDER_DEEDS: Deeds = {
  'an order': [
    14,
    async ({ one, below, shops, made }) => {
      const shop = one(shops);
      const amount = String(100 + below(300));
      const body = { amount, method: 'sbp' as const, external_id: numberOf(), bank: SBER + below(2) };
      const order = await shop.api.call(createMerchantOrder, { headers: idempotencyKey(), body });
      made.orders.push({ id: order.id, shop, amount, paymentUrl: order.payment_url });
    },
  ],
  'its confirmation': [
    8,
    async (world) => {
      const { id } = world.recent(world.made.orders);
      return (await traderOf(world, id)).call(confirmOrder, { params: { id } });
    },
  ],
  'a late confirmation': [
    3,
    async (world) => {
      const { rows } = await sql<{ id: string }>`
        select id from orders where status = 'EXPIRED' order by id desc limit 3`.execute(world.market.db);
      const { id } = world.recent(rows);
      return (await traderOf(world, id)).call(confirmExpiredOrder, { params: { id } });
    },
  ],
  'a cancellation': [
    2,
    async ({ recent, made }) => {
      const { id, shop } = recent(made.orders);
      return shop.api.call(cancelMerchantOrder, { headers: idempotencyKey(), params: { id } });
    },
  ],
  'a bank’s message': [6, async ({ recent, made, one, phones }) => one(phones).hear(recent(made.orders).amount)],
  'an appeal': [
    3,
    async ({ recent, made, below }) => {
      const { id, shop } = recent(made.orders);
      const appeal = await shop.api.call(openMerchantAppeal, {
        headers: idempotencyKey(),
        params: { id },
        file: await photo(),
        body: { amount: String(90 + below(200)) },
      });
      made.appeals.push({ id: appeal.id, shop });
    },
  ],
  'an appeal that the trader confirms': [
    2,
    async (world) => {
      const { trader, params } = await appealOf(world);
      return trader.call(confirmAppeal, { params });
    },
  ],
  'an appeal that the trader declines': [
    4,
    async (world) => {
      const { trader, params } = await appealOf(world);
      return trader.call(declineAppeal, { params, body: { reason: 'not_received' } });
    },
  ],
  'an appeal that goes on': [
    4,
    async ({ recent, made }) => {
      const { id, shop } = recent(made.appeals);
      return shop.call(contestAppeal, { params: { id }, body: { comment: 'Платёж был' } });
    },
  ],
  'an appeal that is given up': [
    1,
    async ({ recent, made }) => {
      const { id, shop } = recent(made.appeals);
      return shop.call(acceptAppeal, { params: { id } });
    },
  ],
  'an appeal for the operator': [
    4,
    async ({ recent, made }) => {
      const { id, shop } = recent(made.appeals);
      return shop.call(escalateAppeal, { params: { id } });
    },
  ],
};
