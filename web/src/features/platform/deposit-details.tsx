import { getPlatformDeposit, type PlatformDeposit } from '@/api/platform-objects';
import { DetailColumns } from '@/shared/detail/detail-frame';
import { detailScreen } from '@/shared/detail/detail-screen';
import { type Fact, FactsCard } from '@/shared/detail/facts';
import { inUsdt } from '@/shared/lib/format-amount';
import { formatDateTime } from '@/shared/lib/format-date';
import { ShortId } from '@/shared/ui/short-id';
import { AccountLink } from '@/shared/ui/account-link';
import { Beside } from './beside';
import { type Texts, useTexts } from './texts';

const factsOf = (item: PlatformDeposit, t: Texts): readonly Fact[] => [
  [t('platform:columns.account'), () => <AccountLink account={item.account} />],
  [t('fields.usdt'), inUsdt(item.amount)],
  [t('platform:columns.hash'), <ShortId key="hash" value={item.tx_hash} subject={t('platform:columns.hash')} />],
  [t('fields.created'), formatDateTime(item.timestamp)],
  [t('fields.id'), <ShortId key="id" value={item.id} subject={t('fields.id')} />],
];

function Body({ item }: { item: PlatformDeposit }) {
  const t = useTexts();
  return (
    <DetailColumns main={<FactsCard title={t('fields.info')} facts={factsOf(item, t)} />} side={<Beside of={item} />} />
  );
}

export const { Component, preload } = detailScreen({
  name: 'deposits',
  section: 'platformDeposits',
  call: getPlatformDeposit,
  body: (item) => <Body item={item} />,
});
