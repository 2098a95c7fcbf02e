import { setTimeout as delay } from 'node:timers/promises';
import { idempotencyKey } from '@kantor/contract/client.ts';
import { createMerchantOrder } from '@kantor/contract/wire/merchant-orders.ts';
import { confirmOrder } from '@kantor/contract/wire/orders.ts';
import { untilDecided } from '../harness/calls.ts';
import type { Market, Merchant, Person } from '../harness/market.ts';
import type { Screen } from './screen.ts';

const LIMIT_MS = 120_000;
const LOOK_MS = 50;

interface Place {
  market: Market;
  merchant: Merchant;
  trader: Person;
  bank: number;
  screen: Screen;
  amount: string;
}

/** Whole milliseconds from the beginning until each was there; absent: not within two minutes. */
export interface Probe {
  answered?: number;
  screen?: number;
  webhook?: number;
}

/** Makes an order, confirms it, and waits for what must follow: the open screen and the merchant's server are told. */
export async function probe({ market, merchant, trader, bank, screen, amount }: Place): Promise<Probe> {
  const since = performance.now();
  const passed = () => Math.round(performance.now() - since);
  const key = crypto.randomUUID();
  const body = { amount, method: 'sbp', external_id: key, bank } as const;
  const headers = idempotencyKey(key);
  // What is refused for minutes, as for want of the database, is never there.
  const order = await untilDecided(() => merchant.api.call(createMerchantOrder, { headers, body })).catch(
    () => undefined,
  );
  if (order === undefined) return {};
  if (order.kind === 'refusal') throw order.refusal;
  const { id } = order.answer;
  const confirmedSince = performance.now();
  const confirmed = await untilDecided(() => trader.call(confirmOrder, { params: { id } })).catch(() => undefined);
  if (confirmed === undefined) return {};
  const found: Probe = { answered: passed() };
  const isHeard = () => market.receiver.heard.some(({ objectId, type }) => objectId === id && type === 'order.closed');
  while (passed() < LIMIT_MS && (found.screen === undefined || found.webhook === undefined)) {
    if (found.screen === undefined && screen.wasTold(id, confirmedSince)) found.screen = passed();
    if (found.webhook === undefined && isHeard()) found.webhook = passed();
    await delay(LOOK_MS);
  }
  return found;
}
