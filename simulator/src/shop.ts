import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { type Client, type Decoded, idempotencyKey, Refused } from '@kantor/contract/client.ts';
import { formatMinorUnits, SCALE } from '@kantor/contract/plain/money.ts';
import { openMerchantAppeal } from '@kantor/contract/wire/merchant-appeals.ts';
import { cancelMerchantOrder, createMerchantOrder } from '@kantor/contract/wire/merchant-orders.ts';
import { drawAmount, drawMethod } from '@kantor/demo/amounts.ts';
import type { Random } from '@kantor/demo/random.ts';
import { receiptFile } from '@kantor/demo/receipt.ts';
import { nextGap } from './arrivals.ts';
import type { Log } from './log.ts';
import type { Claim } from './payment-page.ts';
import { MAX_TIMER_MS } from './time.ts';

/** Money in kopecks and micro-USDT. */
export type Order = Decoded<typeof createMerchantOrder>;

/** The shop's services to the payer of an order. */
export interface OrderActions {
  /** The payer has changed their mind. */
  cancel: () => Promise<void>;
  /** The payer says that they paid so many kopecks, and shows a receipt. */
  complain: (paid: bigint) => Promise<void>;
  /** The payer says on the payment page that they have paid. */
  claim: (claim: Claim) => Promise<void>;
}

export interface ShopOptions {
  client: Client;
  ordersPerMinute: number;
  log: Log;
  signal: AbortSignal;
  random?: Random;
  /** Says on the page of a payment link that the money is sent. */
  claim: (paymentUrl: string, claim: Claim) => Promise<void>;
  /** The payer of an issued order. */
  pay: (order: Order, actions: OrderActions) => Promise<void>;
}

/** While so many requests wait for the server, further payers turn round at the door. */
const MAX_WAITING = 50;

/** A shop whose payers come at random until the signal; then it drops everything at once and resolves. */
export async function runShop(options: ShopOptions): Promise<void> {
  const { client, ordersPerMinute, log, signal, pay, claim, random = Math.random } = options;
  let waiting = 0;

  const logRefusal = (error: unknown): undefined => {
    if (!(error instanceof Refused)) throw error;
    // The order may have been paid meanwhile.
    if (error.code === 'order_status') return;
    log(
      error.code === 'no_requisite' || error.code === 'sum_impossible'
        ? 'no requisite takes the order just now'
        : error.message,
    );
  };

  function create(): Promise<Order | undefined> {
    const body = {
      amount: formatMinorUnits(drawAmount(random), SCALE.rub),
      method: drawMethod(random),
      external_id: `SIM-${randomUUID()}`,
    };
    waiting += 1;
    return client
      .callDecoded(createMerchantOrder, { body, headers: idempotencyKey() })
      .catch(logRefusal)
      .finally(() => (waiting -= 1));
  }

  const actionsOf = ({ id, payment_url: paymentUrl }: Order): OrderActions => ({
    claim: (said) => claim(paymentUrl, said),
    cancel: async () => {
      await client.call(cancelMerchantOrder, { params: { id }, headers: idempotencyKey() }).catch(logRefusal);
    },
    complain: async (paid) => {
      const appeal = { params: { id }, body: { amount: formatMinorUnits(paid, SCALE.rub) }, file: receiptFile() };
      await client.call(openMerchantAppeal, { ...appeal, headers: idempotencyKey() }).catch(logRefusal);
    },
  });

  async function serve(): Promise<void> {
    const order = await create();
    if (order !== undefined) await pay(order, actionsOf(order));
  }

  const logUnforeseen = (error: unknown) => {
    if (!signal.aborted) log(`something unforeseen: ${String(error)}`);
  };
  // Without payers, the shop waits for the end of the day.
  const gap = () => (ordersPerMinute > 0 ? nextGap(random, ordersPerMinute) : MAX_TIMER_MS);
  const comes = () => delay(gap(), true, { signal }).catch(() => false);

  while (await comes()) {
    if (ordersPerMinute > 0 && waiting < MAX_WAITING) void serve().catch(logUnforeseen);
  }
}
