import type { OrderMethod } from '@kantor/contract/plain/statuses.ts';
import { breaks, singleStatement, type Tx } from '../../../db/tx.ts';
import { after } from '../../../kernel/clock.ts';
import { ApiError, conflict } from '../../../kernel/errors.ts';
import { newId } from '../../../kernel/ids.ts';
import { toMicroUsdt } from '../../../kernel/money.ts';
import { InsufficientFunds, postings } from '../../ledger/index.ts';
import { type Gate, ORDER_LIFETIME_MS } from '../rules.ts';
import { countRefusal, lockAvailableRequisite, nearestGate, readTerms, type Requirements } from '../store/issuing.ts';
import { AmountTaken, insertOrder, LimitReached } from '../store/order.ts';
import { limitRefusal } from './limits.ts';
import { NOT_REVERSED } from '../store/reversal.ts';
import type { OrderWithPayee } from '../store/with-payee.ts';
import type { Deps } from './closing.ts';

export interface OrderRequest {
  merchantId: string;
  externalId: string;
  /** Kopecks. */
  amount: bigint;
  method: OrderMethod;
  bankId: number | undefined;
  callbackUrl: string | undefined;
}

/** Another order took the requisite's amount, or its trader's last USDT, first: another requisite may do. */
class RequisiteTaken extends Error {
  readonly requisiteId: string;
  constructor(requisiteId: string) {
    super('Another order took the requisite first');
    this.requisiteId = requisiteId;
  }
}

/** No requisite passes every gate. */
class NoRequisite extends Error {
  readonly gate: Gate | 'no_requisites';
  constructor(gate: Gate | undefined) {
    super('No requisite passes every gate');
    this.gate = gate ?? 'no_requisites';
  }
}

/** After this many requisites taken by others the shop is asked to try again. */
const MAX_TAKEN = 20;

/**
 * Issues an order: picks a requisite, and takes the trader's hold.
 * @param transact runs each attempt in a transaction of its own (a merchant's call adds its idempotency to it).
 * @throws ApiError 409 `no_requisite`, `merchant_limit`, `no_rate`, `rate_stale`, `external_id_taken`.
 */
export async function issueOrder<Answer>(
  { db, clock }: Deps,
  request: OrderRequest,
  transact: (work: (tx: Tx) => Promise<OrderWithPayee>) => Promise<Answer>,
): Promise<Answer> {
  const taken: string[] = [];
  for (;;) {
    try {
      return await transact((tx) => attempt(tx, request, clock(), taken));
    } catch (error) {
      if (error instanceof RequisiteTaken && taken.length < MAX_TAKEN) {
        taken.push(error.requisiteId);
      } else if (error instanceof NoRequisite || error instanceof RequisiteTaken) {
        const gate = error instanceof NoRequisite ? error.gate : 'amount_slot';
        await singleStatement(db, (statement) => countRefusal(statement, request.merchantId, gate, clock()));
        throw conflict('no_requisite', 'Сейчас нет реквизита для этой суммы. Повторите попытку позже');
      } else if (error instanceof ApiError && error.code === 'rate_stale') {
        await singleStatement(db, (statement) => countRefusal(statement, request.merchantId, 'rate_stale', clock()));
        throw error;
      } else if (error instanceof LimitReached) {
        const { limit } = error;
        const at = clock();
        await singleStatement(db, (statement) => countRefusal(statement, request.merchantId, `limit_${limit}`, at));
        throw await limitRefusal(db, request.merchantId, limit, at);
      } else if (breaks(error, 'orders_merchant_id_external_id_key')) {
        throw conflict('external_id_taken', 'Заказ с таким external_id уже есть');
      } else throw error;
    }
  }
}

async function attempt(tx: Tx, request: OrderRequest, at: Date, taken: readonly string[]): Promise<OrderWithPayee> {
  const { rate, feeBp } = await readTerms(tx, request.merchantId, at);
  const amountUsdt = toMicroUsdt(request.amount, rate);
  const { amount, method, bankId } = request;
  const required: Requirements = { amount, amountUsdt, method, bankId, at };

  const requisite = await lockAvailableRequisite(tx, required, taken);
  if (requisite === undefined) throw new NoRequisite(await nearestGate(tx, required));

  const expiresAt = after(at, ORDER_LIFETIME_MS);
  const order = {
    id: newId(at),
    merchantId: request.merchantId,
    externalId: request.externalId,
    isSbp: method === 'sbp',
    amount,
    rate,
    amountUsdt,
    feeBp,
    // A trader cannot earn more than the merchant pays.
    rewardBp: Math.min(requisite.rewardBp, feeBp),
    status: 'ACTIVE' as const,
    held: amountUsdt,
    createdAt: at,
    expiresAt,
    paidAt: null,
    callbackUrl: request.callbackUrl,
  };
  const hold = postings.orderIssued(order.id, requisite.traderId, amountUsdt);
  await insertOrder(tx, requisite, order, hold).catch((error: unknown) => {
    // After the gates had let this one through, another order took the amount, or the trader's last USDT.
    if (error instanceof AmountTaken || error instanceof InsufficientFunds)
      throw new RequisiteTaken(requisite.requisiteId);
    throw error;
  });
  const { requisiteId, payeeVersion, traderId, bankName, fio, phone, bankAccount, last4 } = requisite;
  return { ...order, ...NOT_REVERSED, requisiteId, payeeVersion, traderId, bankName, fio, phone, bankAccount, last4 };
}
