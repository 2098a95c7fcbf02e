import * as calls from '@kantor/contract/merchant-api.ts';
import { ORDER_STATUS_TEXT } from '@kantor/contract/statuses.ts';
import type { z } from 'zod';
import { type Reader, transaction, type Tx } from '../../db/tx.ts';
import type { Bind } from '../../http/endpoint.ts';
import { notFound } from '../../kernel/errors.ts';
import { feeOf, readBalances } from '../ledger/index.ts';
import { cancelOrder, type Deps, issueOrder, readMerchantOrder } from '../orders/index.ts';
import { idempotentRequest, once } from './idempotency.ts';

type MerchantOrder = z.output<typeof calls.getMerchantOrder.response>;

async function getOrder(db: Reader, merchantId: string, id: string): Promise<MerchantOrder> {
  const order = await readMerchantOrder(db, merchantId, id);
  if (order === undefined) throw notFound();
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

export function merchantApiRoutes(bind: Bind, deps: Deps): void {
  bind(calls.createMerchantOrder, ({ caller, body, request }) => {
    const key = idempotentRequest(request, caller.id, deps.clock());
    const order = {
      merchantId: caller.id,
      externalId: body.external_id,
      amount: body.amount,
      method: body.method,
      bankId: body.bank,
      callbackUrl: body.callback_url,
    };
    return issueOrder(deps, order, (issue) =>
      transaction(deps.db, (tx) =>
        once(tx, key, calls.createMerchantOrder.response, async () => getOrder(tx, caller.id, await issue(tx))),
      ),
    );
  });

  bind(calls.cancelMerchantOrder, ({ caller, params, request }) => {
    const key = idempotentRequest(request, caller.id, deps.clock());
    const cancel = async (tx: Tx) => {
      await cancelOrder(tx, caller.id, params.id, key.at);
      return getOrder(tx, caller.id, params.id);
    };
    return transaction(deps.db, (tx) => once(tx, key, calls.cancelMerchantOrder.response, () => cancel(tx)));
  });

  bind(calls.getMerchantOrder, ({ caller, params }) => getOrder(deps.db, caller.id, params.id));

  bind(calls.getMerchantBalance, async ({ caller }) => {
    const { available, held } = await readBalances(deps.db, caller.id);
    return { balance: available, held };
  });
}
