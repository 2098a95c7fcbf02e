import type { TFunction } from 'i18next';
import { getNotification, type NotificationDetail } from '@/api/notifications';
import { DASH, inRub } from '@/shared/lib/format-amount';
import { formatDateTime } from '@/shared/lib/format-date';
import { DetailColumns } from '@/shared/detail/detail-frame';
import { detailScreen } from '@/shared/detail/detail-screen';
import { FactsCard, type Fact } from '@/shared/detail/facts';
import { MessageText } from '@/shared/raw/message-text';
import { Outcome } from '@/shared/raw/outcome';
import { RawText } from '@/shared/raw/raw-text';
import { Candidates } from './candidates';
import { OrderLink } from './order-link';
import { Restore } from './restore';

const notificationFacts = (notification: NotificationDetail, t: TFunction): readonly Fact[] => [
  [t('notifications.outcome'), <Outcome key="outcome" outcome={notification.outcome} reason={notification.reason} />],
  [t('notifications.cabinet'), () => notification.cabinet.device_name],
  [t('notifications.openOrder'), orderOf(notification, t)],
  ...candidateFacts(notification, t),
  [t('notifications.text'), <MessageText key="text" text={notification.text} />],
  ...readFacts(notification, t),
  [t('notifications.phone'), notification.phone || DASH],
  [t('notifications.application'), notification.application],
  ...heardFacts(notification, t),
  [t('notifications.created'), formatDateTime(notification.created_at)],
];

const orderOf = ({ order }: NotificationDetail, t: TFunction) =>
  order === null ? t('notifications.noOrder') : <OrderLink id={order} />;

/** A server of the bare specification tells of no candidates, an older one only their ids. */
const candidateFacts = (notification: NotificationDetail, t: TFunction): readonly Fact[] =>
  (notification.candidate_orders ?? []).length === 0
    ? []
    : [[t('notifications.candidates'), <Candidates key="candidates" notification={notification} />]];

/** The details read in the text. A detail that the bank did not give has no line. */
function readFacts({ amount, tail, sender, balance }: NotificationDetail, t: TFunction): readonly Fact[] {
  return [
    ...(amount ? [[t('notifications.amount'), inRub(amount)] as const] : []),
    ...(sender ? [[t('notifications.sender'), <MessageText key="sender" text={sender} />] as const] : []),
    ...(tail ? [[t('notifications.tail'), tail] as const] : []),
    ...(balance ? [[t('notifications.balance'), inRub(balance)] as const] : []),
  ];
}

/** A message that took so long has a line for the moment at which its phone heard it. */
const LATE_MS = 120_000;

const heardFacts = ({ heard_at: heard, created_at: created }: NotificationDetail, t: TFunction): readonly Fact[] =>
  heard && Date.parse(created) - Date.parse(heard) >= LATE_MS
    ? [[t('notifications.heard'), formatDateTime(heard)]]
    : [];

export const { Component, preload } = detailScreen({
  name: 'notifications',
  call: getNotification,
  // Its orders may be settled meanwhile.
  live: true,
  actions: ({ id, outcome }) => outcome === 'dismissed' && <Restore id={id} />,
  body: (notification, t) => (
    <DetailColumns
      main={<FactsCard title={t('notifications.info')} facts={notificationFacts(notification, t)} />}
      side={<RawText title={t('notifications.raw')} text={notification.plain_request} />}
    />
  ),
});
