import { getPlatformCabinet, type PlatformCabinet, useRevealPlatformCabinetMutation } from '@/api/platform-objects';
import { DetailColumns } from '@/shared/detail/detail-frame';
import { detailScreen } from '@/shared/detail/detail-screen';
import { type Fact, FactsCard } from '@/shared/detail/facts';
import { formatDateTime } from '@/shared/lib/format-date';
import { ShortId } from '@/shared/ui/short-id';
import { AccountLink } from '@/shared/ui/account-link';
import { Beside } from './beside';
import { RevealButton } from './reveal-button';
import { cabinetState } from './states';
import { type Texts, useTexts } from './texts';

const factsOf = (item: PlatformCabinet, t: Texts): readonly Fact[] => [
  [t('platform:columns.account'), () => <AccountLink account={item.account} />],
  [t('platform:columns.name'), item.device_name],
  [t('platform:payee.phone'), item.phone],
  [t('platform:columns.heard'), formatDateTime(item.last_heard_at)],
  [t('fields.status'), t(`platform:states.cabinets.${cabinetState(item)}`)],
  [t('fields.id'), <ShortId key="id" value={item.id} subject={t('fields.id')} />],
];

function Body({ item }: { item: PlatformCabinet }) {
  const t = useTexts();
  return (
    <DetailColumns main={<FactsCard title={t('fields.info')} facts={factsOf(item, t)} />} side={<Beside of={item} />} />
  );
}

function Reveal({ item }: { item: PlatformCabinet }) {
  const [reveal] = useRevealPlatformCabinetMutation();
  return <RevealButton id={item.id} isRevealed={item.is_revealed} reveal={reveal} />;
}

export const { Component, preload } = detailScreen({
  name: 'cabinets',
  section: 'platformCabinets',
  call: getPlatformCabinet,
  actions: (item) => <Reveal key={item.id} item={item} />,
  body: (item) => <Body item={item} />,
});
