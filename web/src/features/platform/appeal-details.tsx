import { ConfirmAppeal, DeclineAppeal } from '@/acts/platform/contested';
import { May } from '@/session/may';
import { getPlatformAppeal, type PlatformAppeal } from '@/api/platform-objects';
import { DetailColumns } from '@/shared/detail/detail-frame';
import { detailScreen } from '@/shared/detail/detail-screen';
import { type Fact, FactsCard } from '@/shared/detail/facts';
import { inRub } from '@/shared/lib/format-amount';
import { formatDateTime } from '@/shared/lib/format-date';
import { orderName } from '@/shared/lib/format-id';
import { paths } from '@/shared/lib/paths';
import { ShortId } from '@/shared/ui/short-id';
import { Status } from '@/shared/ui/status';
import { AccountLink } from './account-name';
import { Beside } from './beside';
import { Link } from 'react-router';
import { type Texts, useTexts } from './texts';

const factsOf = (item: PlatformAppeal, t: Texts): readonly Fact[] => [
  [t('platform:columns.merchant'), () => <AccountLink account={item.merchant} />],
  [t('platform:columns.trader'), () => <AccountLink account={item.trader} />],
  [t('platform:columns.order'), () => <Link to={paths.platformOrder(item.order_id)}>{orderName(item.order_id)}</Link>],
  [t('orders.requisite'), () => item.bank_detail.short_name],
  [t('fields.amount'), inRub(item.amount)],
  [t('fields.created'), formatDateTime(item.created_at)],
  [t('fields.closed'), formatDateTime(item.processed_datetime)],
  [t('fields.id'), <ShortId key="id" value={item.id} subject={t('fields.id')} />],
];

function Body({ item }: { item: PlatformAppeal }) {
  const t = useTexts();
  return (
    <DetailColumns main={<FactsCard title={t('fields.info')} facts={factsOf(item, t)} />} side={<Beside of={item} />} />
  );
}

function Actions({ item: { id, amount, status } }: { item: PlatformAppeal }) {
  return (
    status === 'OPEN' && (
      <May right="platform.decide">
        <ConfirmAppeal id={id} amount={String(amount)} />
        <DeclineAppeal id={id} />
      </May>
    )
  );
}

export const { Component, preload } = detailScreen({
  name: 'appeals',
  section: 'platformAppeals',
  call: getPlatformAppeal,
  badge: (item) => <Status kind="appeal" of={item} />,
  actions: (item) => <Actions key={item.id} item={item} />,
  body: (item) => <Body item={item} />,
});
