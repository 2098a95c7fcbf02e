import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { idempotencyKey, Refused } from '@kantor/contract/client.ts';
import { formatMinorUnits, SCALE } from '@kantor/contract/plain/money.ts';
import { createMerchantOrder } from '@kantor/contract/wire/merchant-orders.ts';
import { confirmOrder } from '@kantor/contract/wire/orders.ts';
import { outcomeOf } from '@kantor/storms/src/harness/calls.ts';
import { updateWebhookEndpoint } from '@kantor/contract/wire/webhooks.ts';
import { query } from '@kantor/storms/src/harness/database.ts';
import { type Gate, noneOf } from '@kantor/storms/src/harness/gates.ts';
import type { Market, Merchant } from '@kantor/storms/src/harness/market.ts';

/** Kopecks; each order is of one more. */
const LEAST_AMOUNT = 50_000n;
const RETRY_MS = 250;
const HEALED_WITHIN_MS = 60_000;
const MERCHANTS = 4;
const BANKS = 8;

interface Made {
  externalId: string;
  /** Acknowledged. */
  id?: string;
}

interface TrafficOptions {
  perSecond: number;
  healedWithinMs?: number;
  confirms?: boolean;
}

/** Shops that send orders, whatever becomes of the database: each repeats under its key until it is told. */
export interface OrderTraffic {
  /** Begins to count the longest time without an order, and answers in doubt. */
  mark: () => void;
  /** Milliseconds since the mark. */
  longestPause: () => number;
  doubts: () => number;
  acknowledged: () => number;
  /** Orders of which somebody was told that they are closed. */
  closed: () => readonly string[];
  /** Sends no more, and waits for what is under way. */
  end: () => Promise<void>;
  /** Every acknowledged order is there, once; nothing else was answered. `adminUrl`: of the database that has them. */
  gates: (adminUrl: string) => Promise<Gate[]>;
}

/**
 * @param perSecond orders.
 * @param confirms whether the trader closes every other one, and the shops are told of all that happens.
 */
export async function startOrderTraffic(
  market: Market,
  { perSecond, healedWithinMs = HEALED_WITHIN_MS, confirms = false }: TrafficOptions,
): Promise<OrderTraffic> {
  const merchants: Merchant[] = [];
  for (let n = 0; n < MERCHANTS; n += 1) merchants.push(await market.createMerchant({ balance: 1_000_000 }));
  const body = { url: market.receiver.url, is_active: true };
  if (confirms) for (const merchant of merchants) await merchant.call(updateWebhookEndpoint, { body });
  const trader = await market.createTrader({ balance: 100_000_000 });
  for (let bank = 1; bank <= BANKS; bank += 1) await market.createRequisite(trader.id, { bankId: bank });

  const made: Made[] = [];
  const wrong: string[] = [];
  let [lastAnswer, pause, doubts] = [performance.now(), 0, 0];
  const closed: string[] = [];
  /** What is in doubt is not counted: another way may have closed it. */
  const confirm = async (id: string) => {
    const outcome = await outcomeOf(trader.call(confirmOrder, { params: { id } }));
    if (outcome.kind === 'answer') closed.push(id);
  };
  const work = async (n: number) => {
    const order: Made = { externalId: randomUUID() };
    made.push(order);
    const merchant = merchants[n % merchants.length];
    const amount = formatMinorUnits(LEAST_AMOUNT + BigInt(n), SCALE.rub);
    const body = { amount, method: 'sbp', external_id: order.externalId } as const;
    const headers = idempotencyKey();
    for (const end = performance.now() + healedWithinMs; performance.now() < end; await delay(RETRY_MS)) {
      try {
        order.id = (await merchant?.api.call(createMerchantOrder, { headers, body }))?.id ?? '';
        pause = Math.max(pause, performance.now() - lastAnswer);
        lastAnswer = performance.now();
        if (confirms && n % 2 === 0) await confirm(order.id);
        return;
      } catch (error) {
        doubts += 1;
        const isBusy = error instanceof Refused && (error.status === 503 || error.code === 'idempotency_running');
        if (error instanceof Refused && !isBusy) wrong.push(`${error.status} ${error.code}: ${error.message}`);
      }
    }
  };
  let isOver = false;
  const traffic = (async () => {
    const under: Promise<void>[] = [];
    const since = performance.now();
    for (let n = 0; !isOver; n += 1) {
      await delay(Math.max(0, since + (n * 1000) / perSecond - performance.now()));
      under.push(work(n));
    }
    await Promise.all(under);
  })();
  const acknowledged = () => made.filter(({ id }) => id !== undefined);
  return {
    mark: () => {
      [pause, lastAnswer, doubts] = [0, performance.now(), 0];
    },
    longestPause: () => Math.max(pause, performance.now() - lastAnswer),
    doubts: () => doubts,
    acknowledged: () => acknowledged().length,
    closed: () => closed,
    end: async () => {
      isOver = true;
      await traffic;
    },
    async gates(adminUrl) {
      const rows = await query<{ external: string; id: string; n: number }>(
        adminUrl,
        'select external_id as external, min(id::text) as id, count(*)::integer as n from orders group by 1',
      );
      const found = new Map(rows.map((row) => [row.external, row]));
      const open = await query<{ id: string }>(adminUrl, `select id from orders where status <> 'CLOSED'`);
      const notClosed = new Set(open.map(({ id }) => id));
      const lost = acknowledged().filter(({ externalId, id }) => found.get(externalId)?.id !== id);
      const names = (orders: readonly Made[]) => orders.map(({ externalId }) => externalId);
      return [
        noneOf('acknowledged orders that are lost', names(lost), acknowledged().length),
        ...(confirms
          ? [
              noneOf(
                'acknowledged confirmations that are lost',
                closed.filter((id) => notClosed.has(id)),
                closed.length,
              ),
            ]
          : []),
        noneOf(
          'orders that are there twice',
          rows.filter(({ n }) => n > 1).map(({ external }) => external),
          rows.length,
        ),
        noneOf('answers that are neither the order nor 503', wrong, made.length),
        noneOf(
          'orders in doubt that their key did not heal',
          names(made.filter(({ id }) => id === undefined)),
          made.length,
        ),
      ];
    },
  };
}
