import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { createClient, idempotencyKey } from '@kantor/contract/client.ts';
import { MERCHANT_API_BASE } from '@kantor/contract/plain/merchant-routes.ts';
import { formatMinorUnits, SCALE } from '@kantor/contract/plain/money.ts';
import { API_BASE } from '@kantor/contract/plain/routes.ts';
import { createMerchantOrder, listMerchantOrders } from '@kantor/contract/wire/merchant-orders.ts';
import { confirmOrder } from '@kantor/contract/wire/orders.ts';
import { updateWebhookEndpoint } from '@kantor/contract/wire/webhooks.ts';
import { outcomeOf } from '@kantor/storms/src/harness/calls.ts';
import { type Gate, gate, noneOf } from '@kantor/storms/src/harness/gates.ts';
import type { Market, Merchant, Person } from '@kantor/storms/src/harness/market.ts';

const PER_SECOND = 40;
const TOLD_WITHIN_MS = 30_000;
const ANSWER_LIMIT_MS = 30_000;
const MOST_PAUSE_MS = 300;
/** Kopecks; each order is of one more. */
const LEAST_AMOUNT = 50_000n;

interface SteadyRequests {
  isOver: () => boolean;
  ended: Promise<void>;
  /** Nothing failed, the shop was told of every confirmation, and nobody waited. */
  gates: () => Promise<Gate[]>;
}

/**
 * A shop and a trader at 40 requests a second through one entrance, none of which is sent a second time: lists, orders, confirmations.
 * @param requests how many.
 */
export async function startSteadyRequests(
  { receiver }: Pick<Market, 'receiver'>,
  { merchant, trader }: { merchant: Merchant; trader: Person },
  { entrance, requests }: { entrance: string; requests: number },
): Promise<SteadyRequests> {
  await merchant.call(updateWebhookEndpoint, { body: { url: receiver.url, is_active: true } });
  const through = (request: Request) => fetch(request, { signal: AbortSignal.timeout(ANSWER_LIMIT_MS) });
  const shop = createClient({ base: entrance + MERCHANT_API_BASE, fetch: through, token: merchant.key });
  const desk = createClient({ base: entrance + API_BASE, fetch: through, token: await trader.token() });

  const failed: string[] = [];
  const open: string[] = [];
  const closed: string[] = [];
  let lastAnswer = performance.now();
  let pause = { ms: 0, endedAt: 0 };
  let sum = 0n;
  const make = async () => {
    sum += 1n;
    const amount = formatMinorUnits(LEAST_AMOUNT + sum, SCALE.rub);
    const body = { amount, method: 'sbp', external_id: randomUUID() } as const;
    open.push((await shop.call(createMerchantOrder, { headers: idempotencyKey(), body })).id);
  };
  const confirm = async (id: string) => {
    await desk.call(confirmOrder, { params: { id } });
    closed.push(id);
  };
  const request = async (n: number) => {
    const next = n % 4 === 1 ? open.shift() : undefined;
    const work = n % 2 === 0 ? shop.call(listMerchantOrders) : next === undefined ? make() : confirm(next);
    const outcome = await outcomeOf<unknown>(work);
    if (outcome.kind === 'answer') {
      const now = performance.now();
      if (now - lastAnswer > pause.ms) pause = { ms: now - lastAnswer, endedAt: now };
      lastAnswer = now;
    } else failed.push(String(outcome.kind === 'doubt' ? outcome.error : outcome.refusal));
  };

  let isOver = false;
  const ended = (async () => {
    const under: Promise<void>[] = [];
    const since = performance.now();
    for (let n = 0; n < requests; n += 1) {
      await delay(Math.max(0, since + (n * 1000) / PER_SECOND - performance.now()));
      under.push(request(n));
    }
    isOver = true;
    await Promise.all(under);
  })();
  return {
    isOver: () => isOver,
    ended,
    async gates() {
      const heard = () =>
        new Set(receiver.heard.filter(({ type }) => type === 'order.closed').map(({ objectId }) => objectId));
      const untold = () => closed.filter((id) => !heard().has(id));
      for (const end = performance.now() + TOLD_WITHIN_MS; untold().length > 0 && performance.now() < end;)
        await delay(100);
      return [
        noneOf('requests that failed', failed, requests),
        noneOf('confirmed orders that the shop was not told of', untold(), closed.length),
        gate('the longest time without an answer', { most: MOST_PAUSE_MS }, pause.ms, {
          unit: 'ms',
          cases: [`it ended at ${Math.round(pause.endedAt / 1000)} s`],
        }),
      ];
    },
  };
}
