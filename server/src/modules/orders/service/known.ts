import { LRUCache } from 'lru-cache';
import { atMost } from '../../../kernel/at-most.ts';
import type { Order } from '../store/order.ts';

/** What the end of an active order asks for. Nothing of it changes as long as the order is active. */
export type ActiveOrder = Pick<
  Order,
  'id' | 'merchantId' | 'traderId' | 'amount' | 'amountUsdt' | 'feeBp' | 'rewardBp'
> & { status: 'ACTIVE' };

/** The active orders that this process has issued, and knows no end of. Another process may have ended them. */
export interface KnownOrders {
  add: (order: Order) => void;
  get: (id: string) => ActiveOrder | undefined;
  forget: (id: string) => void;
}

const MAX_KNOWN = 10_000;

/** @returns a memory of the newest ten thousand. */
export function createKnownOrders(): KnownOrders {
  const known = new LRUCache<string, ActiveOrder>(atMost(MAX_KNOWN));
  return {
    add({ id, merchantId, traderId, amount, amountUsdt, feeBp, rewardBp }) {
      known.set(id, { id, merchantId, traderId, amount, amountUsdt, feeBp, rewardBp, status: 'ACTIVE' });
    },
    get: (id) => known.get(id),
    forget(id) {
      known.delete(id);
    },
  };
}
