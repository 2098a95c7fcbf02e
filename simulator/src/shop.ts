import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { WireBody } from '@kantor/contract/call.ts';
import { createMerchantOrder, MERCHANT_API_BASE } from '@kantor/contract/merchant-api.ts';
import type { Answer, Client } from './client.ts';
import { drawAmount, LONGEST_GAP, nextGap, type Random } from './payers.ts';
import type { Say } from './quiet-log.ts';

export interface ShopOptions {
  client: Client;
  ordersPerMinute: number;
  say: Say;
  signal: AbortSignal;
  random?: Random;
  /** Which part of the payers changes their minds. */
  cancelled?: number;
  /** After how many milliseconds at least and at most. */
  patience?: readonly [number, number];
}

/** While so many wait for the server, those who come turn round at the door. */
const MOST_WAITING = 50;
const ORDERS = `${MERCHANT_API_BASE}/orders`;

/** A shop whose payers come at random until the signal; then it leaves everything at once and resolves. */
export async function runShop(options: ShopOptions): Promise<void> {
  const { client, ordersPerMinute, say, signal, random = Math.random } = options;
  const { cancelled = 0.05, patience = [60_000, 300_000] } = options;
  let waiting = 0;

  const refused = (answer: Answer & { ok: false }) =>
    say(
      answer.code === 'no_requisite'
        ? 'no requisite takes the order just now'
        : `refused with ${answer.status} ${answer.code}: ${answer.detail}`,
    );

  async function create(): Promise<string | undefined> {
    const order: WireBody<typeof createMerchantOrder> = {
      amount: drawAmount(random),
      method: random() < 0.65 ? 'sbp' : 'c2c',
      external_id: `SIM-${randomUUID()}`,
    };
    waiting += 1;
    const answer = await client.post(ORDERS, randomUUID(), order).finally(() => (waiting -= 1));
    if (answer.ok) return createMerchantOrder.response.parse(answer.body).id;
    refused(answer);
    return undefined;
  }

  async function visit(): Promise<void> {
    const id = await create();
    if (id === undefined || random() >= cancelled) return;
    const [least, most] = patience;
    await delay(least + random() * (most - least), undefined, { signal });
    const answer = await client.post(`${ORDERS}/${id}/cancel`, randomUUID());
    // It may have been paid meanwhile.
    if (!answer.ok && answer.code !== 'order_status') refused(answer);
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
