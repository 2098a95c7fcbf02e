import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { WireBody } from '@kantor/contract/wire/call.ts';
import { createMerchantOrder } from '@kantor/contract/wire/merchant-orders.ts';
import { MERCHANT_API_BASE } from '@kantor/contract/plain/merchant-routes.ts';
import { rub } from '@kantor/contract/wire/money.ts';
import { z } from 'zod';
import type { Answer, Client } from './client.ts';
import { drawAmount, LONGEST_GAP, nextGap, type Random } from './payers.ts';
import type { Order } from './payments.ts';
import type { Say } from './quiet-log.ts';
import { receiptForm } from './receipt.ts';

export interface ShopOptions {
  client: Client;
  ordersPerMinute: number;
  say: Say;
  signal: AbortSignal;
  random?: Random;
  /** What becomes of an order that was issued. */
  serve: (order: Order, counter: Counter) => Promise<void>;
}

/** What the shop does for a payer. */
export interface Counter {
  /** He has changed his mind. */
  cancel: () => Promise<void>;
  /** He says that he paid so many kopecks, and shows a receipt. */
  complain: (paid: bigint) => Promise<void>;
}

/** While so many wait for the server, those who come turn round at the door. */
const MOST_WAITING = 50;
const ORDERS = `${MERCHANT_API_BASE}/orders`;

/** A shop whose payers come at random until the signal; then it leaves everything at once and resolves. */
export async function runShop(options: ShopOptions): Promise<void> {
  const { client, ordersPerMinute, say, signal, serve, random = Math.random } = options;
  let waiting = 0;

  const refused = (answer: Answer & { ok: false }) =>
    say(
      answer.code === 'no_requisite'
        ? 'no requisite takes the order just now'
        : `refused with ${answer.status} ${answer.code}: ${answer.detail}`,
    );

  async function create(): Promise<Order | undefined> {
    const order: WireBody<typeof createMerchantOrder> = {
      amount: drawAmount(random),
      method: random() < 0.65 ? 'sbp' : 'c2c',
      external_id: `SIM-${randomUUID()}`,
    };
    waiting += 1;
    const answer = await client.post(ORDERS, randomUUID(), order).finally(() => (waiting -= 1));
    if (answer.ok) return createMerchantOrder.response.parse(answer.body);
    refused(answer);
    return undefined;
  }

  async function cancel({ id }: Order): Promise<void> {
    const answer = await client.post(`${ORDERS}/${id}/cancel`, randomUUID());
    // It may have been paid meanwhile.
    if (!answer.ok && answer.code !== 'order_status') refused(answer);
  }

  async function complain({ id }: Order, paid: bigint): Promise<void> {
    const form = receiptForm('file', { amount: String(z.encode(rub, paid)) });
    const answer = await client.post(`${ORDERS}/${id}/appeals`, randomUUID(), form);
    // The trader may have found the money himself.
    if (!answer.ok && answer.code !== 'order_status') refused(answer);
  }

  async function visit(): Promise<void> {
    const order = await create();
    if (order === undefined) return;
    await serve(order, { cancel: () => cancel(order), complain: (paid) => complain(order, paid) });
  }

  const leave = (error: unknown) => {
    if (!signal.aborted) say(`something unforeseen: ${String(error)}`);
  };
  // Without payers, the shop waits for the end of the day.
  const gap = () => (ordersPerMinute > 0 ? nextGap(random, ordersPerMinute) : LONGEST_GAP);
  const comes = () => delay(gap(), true, { signal }).catch(() => false);

  while (await comes()) {
    if (ordersPerMinute > 0 && waiting < MOST_WAITING) void visit().catch(leave);
  }
}
