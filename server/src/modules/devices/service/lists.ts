import type { Page } from '../../../db/dense-list.ts';
import { type OwnNarrowing, type OwnRequest, type OwnTotals, readNarrowed, sumNarrowed } from '../../../db/own-list.ts';
import type { FoundPage } from '../../../db/platform-search.ts';
import type { Reader } from '../../../db/tx.ts';
import { notFound } from '../../../kernel/errors.ts';
import {
  type Notification,
  type NotificationDetail,
  notificationsOf,
  readNotification,
  readNotifications,
} from '../store/notifications.ts';
import type { CabinetRef } from '../../cabinets/index.ts';
import { type LastHeard, readLastHeard } from '../store/last-heard.ts';
import { readOwnBanks } from '../store/unread-banks.ts';

export { readPings as listPings } from '../store/pings.ts';

/** A trader's page of banks' messages, newest first. */
export const listNotifications = (
  db: Reader,
  traderId: string,
  request: OwnRequest,
): Promise<Page<Notification> | FoundPage<Notification>> =>
  readNarrowed(db, notificationsOf(traderId), request, () => readNotifications(db, traderId, request));

/** What they come to, as far as they name sums. */
export const sumNotifications = (db: Reader, traderId: string, narrowing: OwnNarrowing): Promise<OwnTotals> =>
  sumNarrowed(db, notificationsOf(traderId), narrowing);

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
