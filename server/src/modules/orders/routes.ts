import * as calls from '@kantor/contract/wire/orders.ts';
import { APPEAL_STATUS_TEXT, ORDER_STATUS_TEXT } from '@kantor/contract/plain/statuses.ts';
import type { Bind, Caller } from '../../http/endpoint.ts';
import { confirmOrder, type Deps, getOrder, listOrders, type OrderDetail } from './service.ts';
import type { OrderRow, Owner } from './store.ts';

const toRow = (order: OrderRow) => ({
  id: order.id,
  short_name: order.id.slice(-8).toUpperCase(),
  amount: order.amount,
  amount_in_usdt: order.amountUsdt,
  conversion_rate: order.rate,
  created_at: order.createdAt,
  expires_at: order.expiresAt,
  payment_datetime: order.paidAt,
  status: order.status,
  human_status: ORDER_STATUS_TEXT[order.status],
  is_sbp: order.isSbp,
  bank_name: order.bankName,
  bank_detail: { short_name: order.requisite },
});

const toDetail = ({ changes, appeal, messages, ...order }: OrderDetail) => ({
  ...toRow(order),
  status_history: changes.map(({ at, status, actor }) => ({
    created_at: at,
    status,
    human_status: ORDER_STATUS_TEXT[status],
    actor,
  })),
  appeal: appeal
    ? {
        id: appeal.id,
        amount: appeal.amount,
        processed_datetime: appeal.processedAt,
        status: appeal.status,
        human_status: APPEAL_STATUS_TEXT[appeal.status],
      }
    : null,
  notifications: messages.map(({ id, createdAt, text, outcome, reason }) => ({
    id,
    created_at: createdAt,
    text,
    outcome,
    reason,
  })),
});

/** Who is no trader sees what a merchant sees; an operator has no orders of his own. */
const ownerOf = (caller: Caller): Owner => ({ id: caller.id, role: caller.role === 'trader' ? 'trader' : 'merchant' });

export function orderRoutes(bind: Bind, deps: Deps): void {
  bind(calls.listOrders, async ({ caller, query }) => {
    const { page, pageSize, status, id: search = '' } = query;
    const { count, results } = await listOrders(deps.db, ownerOf(caller), { page, pageSize, status, search });
    return { count, results: results.map(toRow) };
  });
  bind(calls.getOrder, async ({ caller, params }) => toDetail(await getOrder(deps.db, ownerOf(caller), params.id)));
  bind(calls.confirmOrder, async ({ caller, params }) => {
    await confirmOrder(deps, caller.id, params.id, 'confirm');
    return toDetail(await getOrder(deps.db, ownerOf(caller), params.id));
  });
  bind(calls.confirmExpiredOrder, async ({ caller, params }) => {
    await confirmOrder(deps, caller.id, params.id, 'confirm-expired');
    return toDetail(await getOrder(deps.db, ownerOf(caller), params.id));
  });
}
