import {
  APPEAL_STATUS_TEXT,
  type AppealStatus,
  ORDER_STATUS_TEXT,
  type OrderStatus,
  PAYOUT_STATUS_TEXT,
  type PayoutStatus,
  WEBHOOK_STATUS_TEXT,
  type WebhookStatus,
  WITHDRAWAL_STATUS_TEXT,
  type WithdrawalStatus,
} from '@kantor/contract/plain/statuses.ts';

// A server that follows only the specification leaves fields out, or sends them in another shape. Here its answers get the one
// shape that screens know, with codes to decide by.

export interface Page<Row> {
  count: number;
  results: Row[];
}

/** A status that is new to this build has no code; its text is all there is to show. */
export type Coded<Item, Code extends string> = Omit<Item, 'status' | 'human_status'> & {
  status: Code | 'UNKNOWN';
  human_status: string;
};

/** The specification shows a status as a text, or, of withdrawals, as a code: the other is made of it. */
function withCode<Code extends string>(texts: Record<Code, string>) {
  const codes = Object.keys(texts) as Code[];
  return <Item extends object>(item: Item): Coded<Item, Code> => {
    const { status: code, human_status: text } = item as { status?: string; human_status?: string };
    const status = codes.find((each) => each === code) ?? codes.find((each) => texts[each] === text) ?? 'UNKNOWN';
    return { ...item, status, human_status: text ?? (status === 'UNKNOWN' ? (code ?? '') : texts[status]) };
  };
}

export const toOrder = withCode<OrderStatus>(ORDER_STATUS_TEXT);
export const toAppeal = withCode<AppealStatus>(APPEAL_STATUS_TEXT);
export const toWithdrawal = withCode<WithdrawalStatus>(WITHDRAWAL_STATUS_TEXT);
export const toWebhook = withCode<WebhookStatus>(WEBHOOK_STATUS_TEXT);
export const toPayout = withCode<PayoutStatus>(PAYOUT_STATUS_TEXT);

/** An order with its history and its appeal; either may be left out. */
export function toOrderDetail<Step extends object, Appeal extends object, Item extends OrderParts<Step, Appeal>>(
  order: Item,
) {
  return {
    ...toOrder(order),
    status_history: Array.isArray(order.status_history) ? order.status_history.map((step) => toOrder(step)) : [],
    appeal: order.appeal ? toAppeal(order.appeal) : null,
  };
}

interface OrderParts<Step, Appeal> {
  status_history?: Step[];
  appeal?: Appeal | null;
}

/** Every row of a page in the shape that screens know. */
export const pageOf =
  <Sent, Row>(toRow: (row: Sent) => Row) =>
  ({ results, ...page }: Page<Sent>): Page<Row> => ({ ...page, results: results.map((row) => toRow(row)) });
