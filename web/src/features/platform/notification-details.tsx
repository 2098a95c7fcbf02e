import {
  getPlatformNotification,
  type PlatformNotification,
  useRevealPlatformNotificationMutation,
} from '@/api/platform-objects';
import { DetailColumns } from '@/shared/detail/detail-frame';
import { detailScreen } from '@/shared/detail/detail-screen';
import { type Fact, FactsCard } from '@/shared/detail/facts';
import { DASH, inRub } from '@/shared/lib/format-amount';
import { formatDateTime } from '@/shared/lib/format-date';
import { MessageText } from '@/shared/raw/message-text';
import { Outcome } from '@/shared/raw/outcome';
import { ShortId } from '@/shared/ui/short-id';
import { AccountLink } from '@/shared/ui/account-link';
import { Beside } from './beside';
import { RevealButton } from './reveal-button';
import { type Texts, useTexts } from './texts';

const factsOf = (item: PlatformNotification, t: Texts): readonly Fact[] => [
  [t('platform:columns.account'), () => <AccountLink account={item.account} />],
  [t('platform:payee.phone'), item.phone],
  [t('fields.amount'), item.amount === null ? DASH : inRub(item.amount)],
  [t('platform:columns.sender'), item.sender ?? DASH],
  [t('platform:columns.outcome'), <Outcome key="outcome" outcome={item.outcome} reason={item.reason} />],
  [t('platform:columns.text'), <MessageText key="text" text={item.text} />],
  [t('fields.created'), formatDateTime(item.created_at)],
  [t('fields.id'), <ShortId key="id" value={item.id} subject={t('fields.id')} />],
];

function Body({ item }: { item: PlatformNotification }) {
  const t = useTexts();
  return (
    <DetailColumns main={<FactsCard title={t('fields.info')} facts={factsOf(item, t)} />} side={<Beside of={item} />} />
  );
}

function Reveal({ item }: { item: PlatformNotification }) {
  const [reveal] = useRevealPlatformNotificationMutation();
  return <RevealButton id={item.id} isRevealed={item.is_revealed} reveal={reveal} />;
}

export const { Component, preload } = detailScreen({
  name: 'notifications',
  section: 'platformNotifications',
  call: getPlatformNotification,
  actions: (item) => <Reveal key={item.id} item={item} />,
  body: (item) => <Body item={item} />,
});
