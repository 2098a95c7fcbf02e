import type { Reader } from '../../../db/tx.ts';
import { notFound } from '../../../kernel/errors.ts';
import { type NotificationDetail, readNotification } from '../store/notifications.ts';

export { readNotifications as listNotifications } from '../store/notifications.ts';
export { readPings as listPings } from '../store/pings.ts';

/** @throws ApiError 404 also when the notification is someone else's. */
export async function getNotification(db: Reader, traderId: string, id: string): Promise<NotificationDetail> {
  const notification = await readNotification(db, traderId, id);
  if (notification === undefined) throw notFound();
  return notification;
}
