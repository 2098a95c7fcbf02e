import * as calls from '@kantor/contract/wire/merchant-orders.ts';
import { ORDER_STATUS_TEXT } from '@kantor/contract/plain/statuses.ts';
import type { z } from 'zod';
import type { Page } from '../../db/dense-list.ts';
import { type Reader, transaction } from '../../db/tx.ts';
import { notFound } from '../../kernel/errors.ts';
import { feeOf } from '../ledger/index.ts';
import {
  cancelOrder as cancelActiveOrder,
  type Deps,
  issueOrder,
  type OrderRequest,
  type OrderWithRequisite,
  readMerchantOrder,
  readMerchantOrders,
  readOrderByNumber,
} from '../orders/index.ts';
import { type IdempotentRequest, once } from '../idempotency/index.ts';

type MerchantOrder = z.output<typeof calls.getMerchantOrder.response>;

/** An order as its merchant's server sees it. */
function toMerchantOrder(order: OrderWithRequisite): MerchantOrder {
  return {
    id: order.id,
    external_id: order.externalId,
    status: order.status,
    human_status: ORDER_STATUS_TEXT[order.status],
    amount: order.amount,
    conversion_rate: order.rate,
    amount_in_usdt: order.amountUsdt,
    fee_in_usdt: feeOf(order.amountUsdt, order),
    method: order.isSbp ? 'sbp' : 'c2c',
    requisite: {
      bank_name: order.bankName,
      fio: order.fio,
      phone: order.phone,
      bank_account: order.bankAccount,
      last_4_digits_card: order.last4,
    },
    created_at: order.createdAt,
    expires_at: order.expiresAt,
    paid_at: order.paidAt,
  };
}

/** @throws ApiError 404 also when the order is another merchant's. */
export async function getOrder(db: Reader, merchantId: string, id: string): Promise<MerchantOrder> {
  const order = await readMerchantOrder(db, merchantId, id);
  if (order === undefined) throw notFound();
  return toMerchantOrder(order);
}

/** One page of the merchant's orders; with the merchant's number of one, that order alone. */
export async function listOrders(
  db: Reader,
  merchantId: string,
  { page, pageSize, status, external_id: externalId }: z.output<typeof calls.listMerchantOrders.query>,
): Promise<Page<MerchantOrder>> {
  if (externalId === undefined) {
    const { count, results } = await readMerchantOrders(db, merchantId, { page, pageSize, status });
    return { count, results: results.map(toMerchantOrder) };
  }
  const order = await readOrderByNumber(db, merchantId, externalId);
  const found = order && (status === undefined || order.status === status) ? [toMerchantOrder(order)] : [];
  return { count: found.length, results: page === 1 ? found : [] };
}

/** Issues an order once for its key. @throws what issueOrder and `once` throw. */
export function createOrder(deps: Deps, key: IdempotentRequest, request: OrderRequest): Promise<MerchantOrder> {
  return issueOrder(deps, request, (issue) =>
    transaction(deps.db, (tx) =>
      once(tx, key, calls.createMerchantOrder.response, async () => toMerchantOrder(await issue(tx))),
    ),
  );
}

/** Cancels an active order once for its key. @throws what cancelOrder and `once` throw. */
export function cancelOrder({ db }: Deps, key: IdempotentRequest, id: string): Promise<MerchantOrder> {
  return transaction(db, (tx) =>
    once(tx, key, calls.cancelMerchantOrder.response, async () => {
      await cancelActiveOrder(tx, key.ownerId, id, key.at);
      return getOrder(tx, key.ownerId, id);
    }),
  );
}
