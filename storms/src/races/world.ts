import { setTimeout as delay } from 'node:timers/promises';
import { idempotencyKey } from '@kantor/contract/client.ts';
import type { Wire } from '@kantor/contract/wire/call.ts';
import { createMerchantOrder } from '@kantor/contract/wire/merchant-orders.ts';
import { noneOf } from '../harness/gates.ts';
import { type Outcome, outcomeOf, untilDecided } from '../harness/calls.ts';
import type { Market, Merchant } from '../harness/market.ts';
import type { Ground } from '../harness/storm.ts';

/** The start that some callers of a race have, at most. */
const START_MS = 200;

/** What all races have: the market, and a count of what was answered. */
export interface World {
  ground: Ground;
  market: Market;
  merchant: Merchant;
  /** Makes a call of a race. A refusal and an answer are both fine; what is neither is a fault. */
  race: <Answer>(name: string, call: Promise<Answer>) => Promise<Outcome<Answer>>;
  /**
   * Makes a call at once, or within a moment when others have the start: else the quicker kind of call would win every race, and
   * what follows when the other wins would never be seen.
   */
  starting: <Answer>(isFirst: boolean, call: () => Promise<Answer>) => Promise<Answer>;
  /** An order of one bank, each under a number of its own. */
  order: (amount: string, bank: number, key?: string) => Promise<Wire<typeof createMerchantOrder>>;
  /** The same, until it is issued. */
  issued: (amount: string, bank: number) => Promise<Wire<typeof createMerchantOrder>>;
  /** Another amount with each call, so that no two orders want the same. */
  amount: () => string;
}

export function createWorld(ground: Ground, market: Market, merchant: Merchant) {
  const faults: string[] = [];
  let answered = 0;
  let orders = 0;
  const order: World['order'] = (amount, bank, key = `race-${(orders += 1)}`) => {
    const body = { amount, method: 'sbp' as const, external_id: key, bank };
    return merchant.api.call(createMerchantOrder, { headers: idempotencyKey(key), body });
  };
  let sum = 0;
  const world: World = {
    ground,
    market,
    merchant,
    order,
    race: async (name, call) => {
      const outcome = await outcomeOf(call);
      answered += 1;
      if (outcome.kind === 'doubt') faults.push(`${name}: ${String(outcome.error)}`);
      return outcome;
    },
    starting: async (isFirst, call) => {
      if (!isFirst) await delay(ground.random() * START_MS);
      return call();
    },
    issued: async (amount, bank) => {
      const decided = await untilDecided(() => order(amount, bank));
      if (decided.kind === 'refusal') throw decided.refusal;
      return decided.answer;
    },
    amount: () => `${100 + Math.floor((sum += 1) / 100)}.${String(sum % 100).padStart(2, '0')}`,
  };
  return { world, gate: () => noneOf('answers 5xx, or none', faults, answered) };
}

/** Whose calls were answered, and not refused. */
export const winners = <Answer>(outcomes: readonly Outcome<Answer>[]): Answer[] =>
  outcomes.flatMap((outcome) => (outcome.kind === 'answer' ? [outcome.answer] : []));
