import type { Right } from './rights.ts';

interface AlertTerms {
  /** Whom it may call, with one of these: they can see to it. */
  rights: readonly Right[];
  /** Whose page it opens. */
  object: 'order' | 'notification' | 'appeal' | 'cabinet' | 'requisite' | 'batch' | 'endpoint' | 'report';
  /** Whether somebody who has chosen nothing is called, and hears it. */
  isOn: boolean;
  sounds: boolean;
}

/** A trader's, and a merchant's or the platform's: who sees earnings, fees and revenue. */
const SEES_MONEY = ['balance.read', 'summary.read'] as const;

/** The kinds of alerts: what a person is called for who does not look. */
export const ALERTS = {
  order_new: { rights: ['orders.confirm'], object: 'order', isOn: true, sounds: true },
  order_ending: { rights: ['orders.confirm'], object: 'order', isOn: true, sounds: true },
  message_to_sort: { rights: ['messages.read'], object: 'notification', isOn: true, sounds: true },
  appeal_open: { rights: ['appeals.decide'], object: 'appeal', isOn: true, sounds: true },
  phone_silent: { rights: ['cabinets.read'], object: 'cabinet', isOn: true, sounds: true },
  requisite_paused: { rights: ['requisites.edit'], object: 'requisite', isOn: true, sounds: false },
  batch_waiting: { rights: ['payouts.make'], object: 'batch', isOn: true, sounds: false },
  webhooks_failing: { rights: ['webhooks.read'], object: 'endpoint', isOn: true, sounds: true },
  webhooks_recovered: { rights: ['webhooks.read'], object: 'endpoint', isOn: true, sounds: false },
  order_paid: { rights: ['orders.confirm'], object: 'order', isOn: false, sounds: false },
  // They have sums, and what was earned, or the fee: for whoever sees these on the page of analytics.
  report_day: { rights: SEES_MONEY, object: 'report', isOn: false, sounds: false },
  report_week: { rights: SEES_MONEY, object: 'report', isOn: false, sounds: false },
} as const satisfies Record<string, AlertTerms>;
export type AlertKind = keyof typeof ALERTS;
export const ALERT_KINDS = Object.keys(ALERTS) as [AlertKind, ...AlertKind[]];
export type AlertObject = (typeof ALERTS)[AlertKind]['object'];

/** The kinds that come by themselves at an hour that the person sets, by channels that they choose. */
export const REPORT_KINDS = ['report_day', 'report_week'] as const satisfies readonly AlertKind[];
export type ReportKind = (typeof REPORT_KINDS)[number];
export const isReport = (kind: AlertKind): kind is ReportKind => REPORT_KINDS.some((each) => each === kind);

/** Where a person is called: by a browser (Web Push), by the bot. */
export const ALERT_CHANNELS = ['push', 'telegram'] as const;
export type AlertChannel = (typeof ALERT_CHANNELS)[number];

/** The hour of Moscow at which reports come to whoever has set none. */
export const USUAL_REPORT_HOUR = 9;
export const REPORT_LANGUAGES = ['ru', 'en'] as const;
export type ReportLanguage = (typeof REPORT_LANGUAGES)[number];

/** Of one kind, more than so many at once are told as one. */
export const MAX_ALONE = 3;

/** What a push carries to a device, as JSON. */
export interface PushedAlert {
  /** The same alert, should it come twice, takes its own place. */
  id: string;
  kind: AlertKind;
  title: string;
  /** What many of the kind are called: `Новых заказов`. */
  group: string;
  body: string;
  count: number;
  /** Roubles with two digits after the point; null: it is about no sum. */
  sum: string | null;
  /** The page's address on this site. */
  path: string;
  sounds: boolean;
}
