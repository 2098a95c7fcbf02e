import { formatMinorUnits, SCALE } from '@kantor/contract/plain/money.ts';
import type { OtherSumWay } from '@kantor/contract/plain/match.ts';
import type { Database } from '../../../db/pool.ts';
import { type Locked, transaction, type Tx } from '../../../db/tx.ts';
import type { PersonActor } from '../../../kernel/actor.ts';
import type { Clock } from '../../../kernel/clock.ts';
import { conflict, notFound } from '../../../kernel/errors.ts';
import { readOtherSums } from '../../accounts/index.ts';
import { type AppealTerms, assertAppealable, closeForSum, contestOrder } from '../../appeals/index.ts';
import { appendAudit } from '../../audit/index.ts';
import { keepForAppeal, readUse } from '../../devices/index.ts';
import type { Once } from '../../idempotency/index.ts';
import { lockOrder, type Order, refuseMessage } from '../../orders/index.ts';
import { appendEvent } from '../../../outbox/append.ts';
import { deciderOf, isOwnSum } from '../other-sum.ts';

export interface Deps {
  db: Database;
  clock: Clock;
  appeals: AppealTerms;
}

/** What became of an order for which another sum came. */
export interface ForSum {
  way: OtherSumWay;
  /** Kopecks of the bank's message. */
  amount: bigint;
  appealId: string;
}

interface Request {
  orderId: string;
  notificationId: string;
}

/** The message's sum. @throws ApiError 404, 409 `message_unfit`, 409 `same_sum`. */
async function sumFor(tx: Tx, order: Order, notificationId: string): Promise<bigint> {
  const message = await readUse(tx, order.traderId, notificationId);
  if (message === undefined) throw notFound();
  if (message.amount === null) {
    throw conflict('message_unfit', 'Сумма в сообщении не прочитана: подтвердите заказ на его сумму');
  }
  const { status, amount } = order;
  if (isOwnSum({ status, amount, sum: message.amount })) {
    throw conflict('same_sum', 'Пришла сумма заказа: подтвердите его как обычно');
  }
  return message.amount;
}

/** Opens an appeal with the sum, which its trader does not decide; the message is kept for it. */
async function askOthers(
  tx: Tx,
  order: Locked<Order>,
  { notificationId, sum, asks }: { notificationId: string; sum: bigint; asks: 'merchant' | 'operator' },
  { appeals, at }: { appeals: AppealTerms; at: Date },
): Promise<string> {
  const { id: orderId, traderId, merchantId } = order;
  const request = { merchantId, orderId, amount: sum, byTrader: { asks } };
  const appealId = await contestOrder(tx, request, at, appeals);
  if (!(await keepForAppeal(tx, order, { notificationId, appealId }))) {
    await refuseMessage(tx, traderId, notificationId);
  }
  await appendEvent(tx, { kind: 'notification.changed', objectId: notificationId, owners: [traderId], at });
  return appealId;
}

/**
 * A trader's order for which a bank's message says another sum than its own: it closes for that where its merchant lets it; otherwise an
 * appeal with the sum is opened, which asks the merchant, or the platform.
 * @throws ApiError 404, 400 (the sum), 409 `order_status`, `same_sum`, `appeal_late`, `insufficient_funds`, `message_used`,
 * `message_dismissed`, `message_unfit`; the errors of `once`.
 */
export function confirmForSum<Answer>(
  { db, clock, appeals }: Deps,
  by: PersonActor,
  { orderId, notificationId }: Request,
  once: Once<ForSum, Answer>,
): Promise<Answer> {
  const at = clock();
  return transaction(db, (tx) =>
    once.run(tx, async () => {
      const order = await lockOrder(tx, orderId);
      if (order?.traderId !== by.accountId) throw notFound();
      assertAppealable(order.status);
      const sum = await sumFor(tx, order, notificationId);
      const { status, amount } = order;
      const asks = deciderOf({ status, amount, sum }, await readOtherSums(tx, order.merchantId));
      const request = { merchantId: order.merchantId, orderId, amount: sum, notificationId };
      const appealId =
        asks === 'trader'
          ? await closeForSum(tx, { id: by.accountId, actor: by }, request, appeals, at)
          : await askOthers(tx, order, { notificationId, sum, asks }, { appeals, at });
      const way = asks === 'trader' ? 'close' : 'appeal';
      await appendAudit(
        tx,
        {
          actor: by,
          accountIds: [order.merchantId],
          action: 'confirm-order-for-sum',
          object: { kind: 'order', id: orderId },
          before: { status, amount_rub: formatMinorUnits(amount, SCALE.rub) },
          after: {
            status: way === 'close' ? 'CLOSED' : 'APPEAL',
            paid_rub: formatMinorUnits(sum, SCALE.rub),
            notification: notificationId,
          },
        },
        at,
      );
      return { way, amount: sum, appealId };
    }),
  );
}
