import type { listCabinetHealth } from '@kantor/contract/wire/cabinets.ts';
import type { getNotification, listNotifications, listPings } from '@kantor/contract/wire/devices.ts';
import { ORDER_STATUS_TEXT } from '@kantor/contract/plain/statuses.ts';
import type { z } from 'zod';
import type { CabinetHealth } from './store/health.ts';
import type { LastHeard } from './store/last-heard.ts';
import type { Notification, NotificationDetail } from './store/notifications.ts';
import type { Ping } from './store/pings.ts';

type Row<List extends { response: z.ZodType<{ results: unknown[] }> }> = z.output<List['response']>['results'][number];

export const toPing = (ping: Ping): Row<typeof listPings> => ({
  id: ping.id,
  cabinet: { device_name: ping.deviceName },
  text: ping.text,
  created_at: ping.createdAt,
});

export const toNotification = (notification: Notification): Row<typeof listNotifications> => ({
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

export const toNotificationDetail = (notification: NotificationDetail): z.output<typeof getNotification.response> => ({
  ...toNotification(notification),
  plain_request: notification.plainRequest,
  heard_at: notification.heardAt,
  tail: notification.tail,
  sender: notification.sender,
  balance: notification.balance,
  candidate_orders: notification.candidateOrders.map((order) => ({
    id: order.id,
    short_name: order.id.slice(-8).toUpperCase(),
    amount: order.amount,
    bank_detail: { short_name: order.requisite },
    created_at: order.createdAt,
    expires_at: order.expiresAt,
    status: order.status,
    human_status: ORDER_STATUS_TEXT[order.status],
  })),
});

export const toHealth = (health: CabinetHealth): z.output<typeof listCabinetHealth.response>[number] => ({
  id: health.id,
  last_heard_at: health.lastSeenAt,
  battery: health.battery,
  since: health.since,
  silences: health.silences,
  messages_today: Number(health.messagesToday),
  orders_today: Number(health.ordersToday),
});

export const toLastHeard = ({ connectedAt, heardAt, refusedAt, message }: LastHeard) => ({
  connected_at: connectedAt,
  heard_at: heardAt,
  refused_at: refusedAt,
  message: message && {
    id: message.id,
    created_at: message.createdAt,
    application: message.application,
    bank: message.bank,
    text: message.text,
    amount: message.amount,
    outcome: message.outcome,
    reason: message.reason,
  },
});
