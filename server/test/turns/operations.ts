import { createHash, randomUUID } from 'node:crypto';
import { merchantOrder } from '@kantor/contract/wire/merchant-orders.ts';
import { createTurns, type TurnDeps } from '../../src/db/turns.ts';
import type { Trader } from '../support/people.ts';
import { once } from '../../src/modules/idempotency/index.ts';
import { toMerchantOrder } from '../../src/modules/merchant-api/index.ts';
import {
  cancelOrder,
  confirmOrder,
  createKnownOrders,
  type Deps,
  issueOrder,
  type KnownOrders,
} from '../../src/modules/orders/index.ts';

interface Asked {
  /** Kopecks. */
  amount?: bigint;
  externalId?: string;
  key?: string;
  bankId?: number;
}

/** The operations of a process of its own, as its routes ask for them. `known`: the orders that it knows when it begins. */
export function operationsOf({ known = createKnownOrders(), ...deps }: TurnDeps & { known?: KnownOrders }) {
  const process: Deps & { known: KnownOrders } = { ...deps, turns: createTurns(deps), known };
  const onceOf = (ownerId: string, key: string, content: string) =>
    once(
      { ownerId, key, hash: createHash('sha256').update(content).digest(), at: deps.clock() },
      merchantOrder,
      toMerchantOrder,
    );
  return {
    ...process,
    issue: (
      merchantId: string,
      { amount = 150_000n, externalId = randomUUID(), key = randomUUID(), bankId }: Asked = {},
    ) =>
      issueOrder(
        process,
        { merchantId, externalId, amount, method: 'sbp', bankId, callbackUrl: undefined },
        onceOf(merchantId, key, `${externalId}/${amount}`),
      ),
    /** @returns the order, with its statuses, as its trader sees it then. */
    confirm: async (traderId: string, id: string, event: 'confirm' | 'confirm-expired' = 'confirm') => {
      const order = await confirmOrder(process, traderId, { id, event });
      return { id: order.id, statuses: order.changes.map(({ status }) => status) };
    },
    /** By a person, whose deed is kept. */
    confirmBy: ({ id: traderId, personId, username: name }: Trader, id: string) => {
      const by = { personId, name, accountId: traderId, address: '127.0.0.1', browser: '' };
      return confirmOrder(process, traderId, { id, event: 'confirm', by });
    },
    cancel: (merchantId: string, id: string, key = randomUUID()) =>
      cancelOrder(process, merchantId, id, onceOf(merchantId, key, id)),
  };
}
