import type { PageRequest } from '@kantor/contract/plain/pages.ts';
import type { Reader } from '../../db/tx.ts';
import { notFound } from '../../kernel/errors.ts';
import * as store from './store.ts';

export async function listPings(db: Reader, traderId: string, request: PageRequest) {
  const { count, results } = await store.readPings(db, traderId, request);
  return {
    count,
    results: results.map((ping) => ({
      id: ping.id,
      cabinet: { device_name: ping.deviceName },
      text: ping.text,
      created_at: ping.createdAt,
    })),
  };
}

const toNotification = (notification: store.Notification) => ({
  id: notification.id,
  phone: notification.phone,
  application: notification.application,
  text: notification.text,
  created_at: notification.createdAt,
  order: notification.orderId,
  cabinet: { device_name: notification.deviceName },
  outcome: notification.outcome,
  reason: notification.reason,
  amount: notification.amount,
  candidates: notification.candidates,
});

export async function listNotifications(db: Reader, traderId: string, request: PageRequest) {
  const { count, results } = await store.readNotifications(db, traderId, request);
  return { count, results: results.map(toNotification) };
}

/** @throws ApiError 404 also when the notification is someone else's. */
export async function getNotification(db: Reader, traderId: string, id: string) {
  const notification = await store.readNotification(db, traderId, id);
  if (notification === undefined) throw notFound();
  const { plainRequest, heardAt, tail, sender, balance } = notification;
  return { ...toNotification(notification), plain_request: plainRequest, heard_at: heardAt, tail, sender, balance };
}
