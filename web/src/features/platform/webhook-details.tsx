import { ResendWebhook } from '@/acts/platform/contested';
import { May } from '@/session/may';
import { getPlatformWebhook, type PlatformWebhook, useRevealPlatformWebhookMutation } from '@/api/platform-objects';
import { DetailColumns } from '@/shared/detail/detail-frame';
import { detailScreen } from '@/shared/detail/detail-screen';
import { type Fact, FactsCard } from '@/shared/detail/facts';
import { formatDateTime } from '@/shared/lib/format-date';
import { RawText } from '@/shared/raw/raw-text';
import { ShortId } from '@/shared/ui/short-id';
import { Status } from '@/shared/ui/status';
import { AccountLink } from '@/shared/ui/account-link';
import { Beside } from './beside';
import { RevealButton } from './reveal-button';
import { type Texts, useTexts } from './texts';

const factsOf = (item: PlatformWebhook, t: Texts): readonly Fact[] => [
  [t('platform:columns.account'), () => <AccountLink account={item.account} />],
  [t('platform:columns.type'), item.type],
  [t('platform:columns.attempts'), String(item.attempts)],
  [t('fields.created'), formatDateTime(item.created_at)],
  [t('fields.id'), <ShortId key="id" value={item.id} subject={t('fields.id')} />],
];

function Body({ item }: { item: PlatformWebhook }) {
  const t = useTexts();
  return (
    <DetailColumns
      main={<FactsCard title={t('fields.info')} facts={factsOf(item, t)} />}
      side={
        <>
          <RawText title={t('platform:columns.body')} text={item.body} />
          <Beside of={item} />
        </>
      }
    />
  );
}

function Reveal({ item }: { item: PlatformWebhook }) {
  const [reveal] = useRevealPlatformWebhookMutation();
  return <RevealButton id={item.id} isRevealed={item.is_revealed} reveal={reveal} />;
}

export const { Component, preload } = detailScreen({
  name: 'webhooks',
  section: 'platformWebhooks',
  call: getPlatformWebhook,
  badge: (item) => <Status kind="webhook" of={item} />,
  actions: (item) => (
    <>
      <Reveal key={item.id} item={item} />
      <May right="platform.decide">
        <ResendWebhook id={item.id} />
      </May>
    </>
  ),
  body: (item) => <Body item={item} />,
});
