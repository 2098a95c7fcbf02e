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

interface Page<Row> {
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
    status_history: (order.status_history ?? []).map((step) => toOrder(step)),
    appeal: order.appeal ? toAppeal(order.appeal) : null,
  };
}

interface OrderParts<Step, Appeal> {
  status_history?: Step[];
  appeal?: Appeal | null;
}

/** A payout with its proof: a file with its name, or only an address. */
export function toPayoutDetail<Item extends { photo?: Photo | null | undefined }>(payout: Item) {
  const photo = payout.photo as Photo | string | null | undefined;
  return { ...toPayout(payout), photo: typeof photo === 'string' ? { url: photo, name: '' } : photo };
}

interface Photo {
  url: string;
  name: string;
}

/** Every row of a page in the shape that screens know. */
export const pageOf =
  <Sent, Row>(toRow: (row: Sent) => Row) =>
  ({ count, results }: Page<Sent>): Page<Row> => ({ count, results: results.map((row) => toRow(row)) });

/** Rows without an id of their own are known by their place. */
export const numbered = <Row extends { id: string }>(
  { count, results }: Page<Row>,
  _meta: unknown,
  { page }: { page: number },
): Page<Row> => ({ count, results: results.map((row, index) => ({ ...row, id: row.id ?? `${page}/${index}` })) });

/** An entry of the balance; its time may be left out. */
export const toOperation = <Item extends { created_at: string }>(entry: Item): DatedOperation<Item> => ({
  ...entry,
  created_at: (entry.created_at as string | undefined) ?? null,
});

type DatedOperation<Item> = Omit<Item, 'created_at'> & { created_at: string | null };

/**
 * What a change answers: the specification does not show it. Our server answers the changed object; whatever another leaves
 * out keeps its value until the refetch.
 */
export const changed = <Item>(answer: Item | null): Partial<Item> => answer ?? {};

/** A cabinet whose server may not say when its phone was last online. */
export type MaybeSeen<Item extends { last_heard_at: string | null }> = Omit<Item, 'last_heard_at'> & {
  last_heard_at?: string | null;
};

/** 34 signs of base58, the first a T. The checksum is the server's to check. */
const TRON_SHAPE = /^T[1-9A-HJ-NP-Za-km-z]{33}$/;

/** All wallets, in a page or as a bare list; `is_valid` says whether the number can be a TRON address. */
export const toWallets = <Row extends { wallet_to_withdraw: string; is_valid?: boolean }>(answer: Page<Row> | Row[]) =>
  (Array.isArray(answer) ? answer : answer.results).map((wallet) => ({
    ...wallet,
    is_valid: wallet.is_valid ?? TRON_SHAPE.test(wallet.wallet_to_withdraw),
  }));

/** Raw data is shown as text, also when it comes as an object. */
export const toTransaction = <Item extends { raw_data: string }>(transaction: Item): Item => ({
  ...transaction,
  raw_data: typeof transaction.raw_data === 'string' ? transaction.raw_data : JSON.stringify(transaction.raw_data),
});
