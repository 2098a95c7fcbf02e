import * as routes from '../../plain/platform-routes.ts';
import {
  CABINET_STATES,
  PLATFORM_NOTIFICATION_FILTERS,
  REQUISITE_STATES,
  WEBHOOK_STATUSES,
} from '../../plain/statuses.ts';
import { getCabinet } from '../cabinets.ts';
import { call, idParams, pageQuery } from '../call.ts';
import { getNotification, listNotifications } from '../devices.ts';
import { rub } from '../money.ts';
import { getRequisite } from '../requisites.ts';
import { getWebhook, listWebhooks } from '../webhooks.ts';
import { account, bank, inspected, platformFilters, platformPage, statusOf } from './objects.ts';
import { platformTotals } from './totals.ts';

const ofOwner = { account };
const roubles = { min: rub.optional(), max: rub.optional() };

const requisiteRow = getRequisite.response.extend(ofOwner);
const requisiteDetail = inspected(requisiteRow);

export const listPlatformRequisites = call({
  ...routes.listPlatformRequisites,
  summary: 'Реквизиты всех трейдеров, новые сверху',
  query: pageQuery(30, { ...platformFilters, bank, status: statusOf(REQUISITE_STATES) }),
  ok: 200,
  response: platformPage(requisiteRow),
});

export const getPlatformRequisiteTotals = platformTotals(
  routes.getPlatformRequisiteTotals,
  'Сколько реквизитов у всех трейдеров в каждом состоянии, и сколько они приняли',
  rub,
  { bank, status: statusOf(REQUISITE_STATES) },
);

export const getPlatformRequisite = call({
  ...routes.getPlatformRequisite,
  summary: 'Реквизит',
  params: idParams,
  ok: 200,
  response: requisiteDetail,
});

export const revealPlatformRequisite = call({
  ...routes.revealPlatformRequisite,
  summary: 'Реквизит без точек в номерах; просмотр остаётся в журнале',
  params: idParams,
  ok: 200,
  response: requisiteDetail,
});

const cabinetRow = getCabinet.response.extend(ofOwner);
const cabinetDetail = inspected(cabinetRow);

export const listPlatformCabinets = call({
  ...routes.listPlatformCabinets,
  summary: 'Кабинеты всех трейдеров, новые сверху',
  query: pageQuery(30, { ...platformFilters, status: statusOf(CABINET_STATES) }),
  ok: 200,
  response: platformPage(cabinetRow),
});

export const getPlatformCabinetTotals = platformTotals(
  routes.getPlatformCabinetTotals,
  'Сколько кабинетов у всех трейдеров в каждом состоянии',
  rub,
  { status: statusOf(CABINET_STATES) },
);

export const getPlatformCabinet = call({
  ...routes.getPlatformCabinet,
  summary: 'Кабинет',
  params: idParams,
  ok: 200,
  response: cabinetDetail,
});

export const revealPlatformCabinet = call({
  ...routes.revealPlatformCabinet,
  summary: 'Кабинет без точек в номерах; просмотр остаётся в журнале',
  params: idParams,
  ok: 200,
  response: cabinetDetail,
});

const notificationRow = listNotifications.response.shape.results.element.extend(ofOwner);
const notificationDetail = inspected(getNotification.response.extend(ofOwner));

const notificationFilters = { ...roubles, bank, status: statusOf(PLATFORM_NOTIFICATION_FILTERS) };

export const listPlatformNotifications = call({
  ...routes.listPlatformNotifications,
  summary: 'Сообщения банков всем трейдерам, новые сверху',
  query: pageQuery(30, { ...platformFilters, ...notificationFilters }),
  ok: 200,
  response: platformPage(notificationRow),
});

export const getPlatformNotificationTotals = platformTotals(
  routes.getPlatformNotificationTotals,
  'Сколько сообщений банков всем трейдерам и на какую сумму',
  rub,
  notificationFilters,
);

export const getPlatformNotification = call({
  ...routes.getPlatformNotification,
  summary: 'Сообщение банка',
  params: idParams,
  ok: 200,
  response: notificationDetail,
});

export const revealPlatformNotification = call({
  ...routes.revealPlatformNotification,
  summary: 'Сообщение банка без точек в номерах; просмотр остаётся в журнале',
  params: idParams,
  ok: 200,
  response: notificationDetail,
});

const webhookRow = listWebhooks.response.shape.results.element.extend(ofOwner);
const webhookDetail = inspected(getWebhook.response.extend(ofOwner));

export const listPlatformWebhooks = call({
  ...routes.listPlatformWebhooks,
  summary: 'Вебхуки всех магазинов, новые сверху',
  query: pageQuery(30, { ...platformFilters, status: statusOf(WEBHOOK_STATUSES) }),
  ok: 200,
  response: platformPage(webhookRow),
});

export const getPlatformWebhookTotals = platformTotals(
  routes.getPlatformWebhookTotals,
  'Сколько вебхуков у всех магазинов в каждом состоянии',
  rub,
  { status: statusOf(WEBHOOK_STATUSES) },
);

export const getPlatformWebhook = call({
  ...routes.getPlatformWebhook,
  summary: 'Вебхук',
  params: idParams,
  ok: 200,
  response: webhookDetail,
});

export const revealPlatformWebhook = call({
  ...routes.revealPlatformWebhook,
  summary: 'Вебхук без точек в номерах; просмотр остаётся в журнале',
  params: idParams,
  ok: 200,
  response: webhookDetail,
});
