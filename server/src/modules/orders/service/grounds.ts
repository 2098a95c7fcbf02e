import type { Facts } from '../../audit/index.ts';
import type { WithoutMessage } from '@kantor/contract/plain/statuses.ts';
import type { Page } from '../../../db/dense-list.ts';
import type { Reader, Tx } from '../../../db/tx.ts';
import { conflict, notFound } from '../../../kernel/errors.ts';
import type { Owner } from '../../../kernel/owner.ts';
import type { PageRequest } from '@kantor/contract/plain/pages.ts';
import { appendEvent, appendEvents } from '../../../outbox/append.ts';
import { chooseMessage, readUnusedMessages, readUse, type UnusedMessage } from '../../devices/index.ts';
import { insertConfirmation } from '../store/confirmations.ts';
import { type Order, readOwnOrder } from '../store/order.ts';

/** What a trader confirms an order by. */
export type Ground = { notificationId: string } | GroundWithoutMessage;

interface GroundWithoutMessage {
  without: WithoutMessage;
  note: string | undefined;
}

/** A ground as it is sent. */
interface SentGround {
  notification_id?: string | undefined;
  without_message?: WithoutMessage | undefined;
  note?: string | undefined;
}

/** What the journal keeps of a ground. */
export const factsOfGround = (ground: Ground | undefined): Facts =>
  ground === undefined
    ? {}
    : 'without' in ground
      ? { without_message: ground.without, note: ground.note ?? null }
      : { notification: ground.notificationId };

/** The ground of a confirmation; undefined when none was given. */
export function groundOf(body: SentGround | null | undefined): Ground | undefined {
  if (body?.notification_id !== undefined) return { notificationId: body.notification_id };
  if (body?.without_message !== undefined) return { without: body.without_message, note: body.note };
  return undefined;
}

/**
 * The reason why a message cannot be chosen for an order.
 * @throws ApiError 404, 409 `message_used`, 409 `message_dismissed`, 409 `message_unfit`.
 */
export async function refuseMessage(db: Reader, traderId: string, id: string): Promise<never> {
  const message = await readUse(db, traderId, id);
  if (message === undefined) throw notFound();
  if (message.isDismissed) {
    throw conflict('message_dismissed', 'Сообщение отмечено как «не про заказ». Верните его в разбор, чтобы выбрать');
  }
  if (message.isContested) throw conflict('message_used', 'По этому сообщению открыта апелляция. Выберите другое');
  if (message.isUsed) throw conflict('message_used', 'По этому сообщению уже подтверждён заказ. Выберите другое');
  throw conflict('message_unfit', 'Это сообщение не подходит к заказу. Выберите другое');
}

/**
 * Keeps what a trader confirmed an order by, in the transaction of the closing. A message is then used, and cannot be chosen
 * again.
 * @throws ApiError 404, 409 `message_used`, 409 `message_unfit`: nothing is confirmed then.
 */
export async function keepGround(tx: Tx, order: Order, ground: Ground, at: Date): Promise<void> {
  const { traderId } = order;
  if ('without' in ground) return keepStatement(tx, order, ground, at);
  const { notificationId } = ground;
  const candidates = await chooseMessage(tx, order, notificationId, at);
  if (candidates === undefined) return refuseMessage(tx, traderId, notificationId);
  await keepConfirmation(tx, order, notificationId, at);
  const owners = [traderId];
  await appendEvents(
    tx,
    candidates.map((objectId) => ({ kind: 'order.message', objectId, owners, at })),
  );
}

/** Keeps what a trader says of a confirmation without a message, together with the next statement. */
export const keepStatement = (
  tx: Tx,
  { id: orderId, traderId }: Pick<Order, 'id' | 'traderId'>,
  { without, note }: GroundWithoutMessage,
  at: Date,
): Promise<void> => insertConfirmation(tx, { orderId, traderId, ground: without, note, at });

/** Keeps that a message, which is the order's by now, confirmed it. */
export async function keepConfirmation(
  tx: Tx,
  { id, traderId }: Order,
  notificationId: string,
  at: Date,
): Promise<void> {
  await insertConfirmation(tx, { orderId: id, traderId, ground: 'message', notificationId, at });
  await appendEvent(tx, { kind: 'notification.changed', objectId: notificationId, owners: [traderId], at });
}

export type OrderMessageChoice = UnusedMessage & {
  /** Kopecks more than the order's sum; negative when some are missing. */
  difference: bigint;
  lateSeconds: number;
};

const SECOND_MS = 1000;

/**
 * One page of the bank's messages that a trader may confirm their order by.
 * @throws ApiError 404 also when the order is someone else's.
 */
export async function listOrderMessages(
  db: Reader,
  owner: Owner,
  id: string,
  request: PageRequest,
): Promise<Page<OrderMessageChoice>> {
  const order = await readOwnOrder(db, owner, id);
  if (order === undefined) throw notFound();
  const { count, results } = await readUnusedMessages(db, order, request);
  return {
    count,
    results: results.map((message) => ({
      ...message,
      difference: message.amount - order.amount,
      lateSeconds: Math.max(0, Math.ceil((message.heardAt.getTime() - order.expiresAt.getTime()) / SECOND_MS)),
    })),
  };
}
