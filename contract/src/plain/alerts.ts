import type { Right } from './rights.ts';

interface AlertTerms {
  /** Whom it may call: they can see to it. */
  right: Right;
  /** Whose page it opens. */
  object: 'order' | 'notification' | 'appeal' | 'cabinet' | 'requisite' | 'batch' | 'endpoint';
  /** Whether somebody who has chosen nothing is called, and hears it. */
  isOn: boolean;
  sounds: boolean;
}

/** The kinds of alerts: what a person is called for who does not look. */
export const ALERTS = {
  order_new: { right: 'orders.confirm', object: 'order', isOn: true, sounds: true },
  order_ending: { right: 'orders.confirm', object: 'order', isOn: true, sounds: true },
  message_to_sort: { right: 'messages.read', object: 'notification', isOn: true, sounds: true },
  appeal_open: { right: 'appeals.decide', object: 'appeal', isOn: true, sounds: true },
  phone_silent: { right: 'cabinets.read', object: 'cabinet', isOn: true, sounds: true },
  requisite_paused: { right: 'requisites.edit', object: 'requisite', isOn: true, sounds: false },
  batch_waiting: { right: 'payouts.make', object: 'batch', isOn: true, sounds: false },
  webhooks_failing: { right: 'webhooks.read', object: 'endpoint', isOn: true, sounds: true },
  webhooks_recovered: { right: 'webhooks.read', object: 'endpoint', isOn: true, sounds: false },
  order_paid: { right: 'orders.confirm', object: 'order', isOn: false, sounds: false },
} as const satisfies Record<string, AlertTerms>;
export type AlertKind = keyof typeof ALERTS;
export const ALERT_KINDS = Object.keys(ALERTS) as [AlertKind, ...AlertKind[]];
export type AlertObject = (typeof ALERTS)[AlertKind]['object'];

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
