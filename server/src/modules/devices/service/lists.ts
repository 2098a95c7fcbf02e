import type { Reader } from '../../../db/tx.ts';
import { notFound } from '../../../kernel/errors.ts';
import { type NotificationDetail, readNotification } from '../store/notifications.ts';
import type { CabinetRef } from '../../cabinets/index.ts';
import { type LastHeard, readLastHeard } from '../store/last-heard.ts';
import { readOwnBanks } from '../store/unread-banks.ts';

export { readNotifications as listNotifications } from '../store/notifications.ts';
export { readPings as listPings } from '../store/pings.ts';

/** @throws ApiError 404 also when the notification is someone else's. */
export async function getNotification(db: Reader, traderId: string, id: string): Promise<NotificationDetail> {
  const notification = await readNotification(db, traderId, id);
  if (notification === undefined) throw notFound();
  return notification;
}

/** Those of these banks that a trader has requisites of, outside the archive. */
export const listUnreadBanks = async (db: Reader, traderId: string, names: readonly string[]) =>
  names.length === 0 ? [] : readOwnBanks(db, traderId, names);

/** What came of a cabinet's phone since it was connected. @throws ApiError 404 also when the cabinet is someone else's. */
export async function getLastHeard(db: Reader, cabinet: CabinetRef): Promise<LastHeard> {
  const heard = await readLastHeard(db, cabinet);
  if (heard === undefined) throw notFound();
  return heard;
}
