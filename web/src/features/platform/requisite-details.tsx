import {
  getPlatformRequisite,
  type PlatformRequisite,
  useRevealPlatformRequisiteMutation,
} from '@/api/platform-objects';
import { DetailColumns } from '@/shared/detail/detail-frame';
import { detailScreen } from '@/shared/detail/detail-screen';
import { type Fact, FactsCard } from '@/shared/detail/facts';
import { ShortId } from '@/shared/ui/short-id';
import { AccountLink } from '@/shared/ui/account-link';
import { Beside } from './beside';
import { RevealButton } from './reveal-button';
import { requisiteState } from './states';
import { type Texts, useTexts } from './texts';

const factsOf = (item: PlatformRequisite, t: Texts): readonly Fact[] => [
  [t('platform:columns.account'), () => <AccountLink account={item.account} />],
  [t('platform:columns.name'), item.name],
  [t('orders.bank'), () => item.bank_type.name],
  [t('platform:payee.fio'), item.fio],
  [t('platform:payee.phone'), item.phone],
  [t('platform:payee.account'), item.bank_account],
  [t('fields.method'), item.requisite_type],
  [t('fields.status'), t(`platform:states.requisites.${requisiteState(item)}`)],
  [t('fields.id'), <ShortId key="id" value={item.id} subject={t('fields.id')} />],
];

function Body({ item }: { item: PlatformRequisite }) {
  const t = useTexts();
  return (
    <DetailColumns main={<FactsCard title={t('fields.info')} facts={factsOf(item, t)} />} side={<Beside of={item} />} />
  );
}

function Reveal({ item }: { item: PlatformRequisite }) {
  const [reveal] = useRevealPlatformRequisiteMutation();
  return <RevealButton id={item.id} isRevealed={item.is_revealed} reveal={reveal} />;
}

export const { Component, preload } = detailScreen({
  name: 'requisites',
  section: 'platformRequisites',
  call: getPlatformRequisite,
  actions: (item) => <Reveal key={item.id} item={item} />,
  body: (item) => <Body item={item} />,
});
