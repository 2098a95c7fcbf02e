import * as routes from '@kantor/contract/plain/platform-routes.ts';
import type { Wire } from '@kantor/contract/wire/call.ts';
import type * as exchange from '@kantor/contract/wire/platform/exchange.ts';
import type * as work from '@kantor/contract/wire/platform/work.ts';
import type { PageArgs, RowOf } from './ask';
import { inspect } from './platform-inspect';
import { read, readOne } from './reads';

export type PlatformPayoutRow = RowOf<typeof exchange.listPlatformPayouts>;
export type PlatformPayout = Wire<typeof exchange.getPlatformPayout>;
export const getPlatformPayouts = read<typeof exchange.listPlatformPayouts, PageArgs>(
  routes.listPlatformPayouts,
  'Payment',
);
export const [getPlatformPayout, useRevealPlatformPayoutMutation] = inspect<typeof exchange.getPlatformPayout>(
  routes.getPlatformPayout,
  routes.revealPlatformPayout,
  'Payment',
);

export type PlatformWithdrawalRow = RowOf<typeof exchange.listPlatformWithdrawals>;
export type PlatformWithdrawal = Wire<typeof exchange.getPlatformWithdrawal>;
export const getPlatformWithdrawals = read<typeof exchange.listPlatformWithdrawals, PageArgs>(
  routes.listPlatformWithdrawals,
  'Withdraw',
);
export const getPlatformWithdrawal = readOne<typeof exchange.getPlatformWithdrawal>(
  routes.getPlatformWithdrawal,
  'Withdraw',
);

export type PlatformAppealRow = RowOf<typeof exchange.listPlatformAppeals>;
export type PlatformAppeal = Wire<typeof exchange.getPlatformAppeal>;
export const getPlatformAppeals = read<typeof exchange.listPlatformAppeals, PageArgs>(
  routes.listPlatformAppeals,
  'Appeal',
);
export const [getPlatformAppeal, useRevealPlatformAppealMutation] = inspect<typeof exchange.getPlatformAppeal>(
  routes.getPlatformAppeal,
  routes.revealPlatformAppeal,
  'Appeal',
);

export type PlatformRequisiteRow = RowOf<typeof work.listPlatformRequisites>;
export type PlatformRequisite = Wire<typeof work.getPlatformRequisite>;
export const getPlatformRequisites = read<typeof work.listPlatformRequisites, PageArgs & { search?: string }>(
  routes.listPlatformRequisites,
  'Requisite',
);
export const [getPlatformRequisite, useRevealPlatformRequisiteMutation] = inspect<typeof work.getPlatformRequisite>(
  routes.getPlatformRequisite,
  routes.revealPlatformRequisite,
  'Requisite',
);

export type PlatformCabinetRow = RowOf<typeof work.listPlatformCabinets>;
export type PlatformCabinet = Wire<typeof work.getPlatformCabinet>;
export const getPlatformCabinets = read<typeof work.listPlatformCabinets, PageArgs>(
  routes.listPlatformCabinets,
  'Cabinet',
);
export const [getPlatformCabinet, useRevealPlatformCabinetMutation] = inspect<typeof work.getPlatformCabinet>(
  routes.getPlatformCabinet,
  routes.revealPlatformCabinet,
  'Cabinet',
);

export type PlatformNotificationRow = RowOf<typeof work.listPlatformNotifications>;
export type PlatformNotification = Wire<typeof work.getPlatformNotification>;
export const getPlatformNotifications = read<typeof work.listPlatformNotifications, PageArgs>(
  routes.listPlatformNotifications,
  'Notification',
);
export const [getPlatformNotification, useRevealPlatformNotificationMutation] = inspect<
  typeof work.getPlatformNotification
>(routes.getPlatformNotification, routes.revealPlatformNotification, 'Notification');

export type PlatformDepositRow = RowOf<typeof exchange.listPlatformDeposits>;
export type PlatformDeposit = Wire<typeof exchange.getPlatformDeposit>;
export const getPlatformDeposits = read<typeof exchange.listPlatformDeposits, PageArgs>(
  routes.listPlatformDeposits,
  'Transaction',
);
export const getPlatformDeposit = readOne<typeof exchange.getPlatformDeposit>(routes.getPlatformDeposit, 'Transaction');

export type PlatformWebhookRow = RowOf<typeof work.listPlatformWebhooks>;
export type PlatformWebhook = Wire<typeof work.getPlatformWebhook>;
export const getPlatformWebhooks = read<typeof work.listPlatformWebhooks, PageArgs>(
  routes.listPlatformWebhooks,
  'Webhook',
);
export const [getPlatformWebhook, useRevealPlatformWebhookMutation] = inspect<typeof work.getPlatformWebhook>(
  routes.getPlatformWebhook,
  routes.revealPlatformWebhook,
  'Webhook',
);
