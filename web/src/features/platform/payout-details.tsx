import { DecidePayout, FreePayout } from '@/acts/platform/contested';
import { May } from '@/session/may';
import { getPlatformPayout, type PlatformPayout, useRevealPlatformPayoutMutation } from '@/api/platform-objects';
import { DetailColumns } from '@/shared/detail/detail-frame';
import { detailScreen } from '@/shared/detail/detail-screen';
import { type Fact, FactsCard } from '@/shared/detail/facts';
import { DASH, inRub, inUsdt } from '@/shared/lib/format-amount';
import { formatDateTime } from '@/shared/lib/format-date';
import { ShortId } from '@/shared/ui/short-id';
import { Status } from '@/shared/ui/status';
import { AccountLink } from './account-name';
import { Beside } from './beside';
import { RevealButton } from './reveal-button';
import { type Texts, useTexts } from './texts';

const factsOf = (item: PlatformPayout, t: Texts): readonly Fact[] => [
  [t('platform:columns.merchant'), () => <AccountLink account={item.merchant} />],
  [t('platform:columns.trader'), () => (item.trader ? <AccountLink account={item.trader} /> : DASH)],
  [t('platform:columns.externalId'), item.external_id ?? DASH],
  [t('fields.amount'), inRub(item.amount)],
  [t('fields.usdt'), inUsdt(item.amount_in_usdt)],
  [t('platform:payee.fio'), item.fio],
  [t('platform:payee.phone'), item.phone],
  [t('platform:payee.account'), item.bank_account],
  [t('fields.created'), formatDateTime(item.created_at)],
  [t('fields.closed'), formatDateTime(item.done_datetime)],
  [t('fields.id'), <ShortId key="id" value={item.id} subject={t('fields.id')} />],
];

function Body({ item }: { item: PlatformPayout }) {
  const t = useTexts();
  return (
    <DetailColumns main={<FactsCard title={t('fields.info')} facts={factsOf(item, t)} />} side={<Beside of={item} />} />
  );
}

function Reveal({ item }: { item: PlatformPayout }) {
  const [reveal] = useRevealPlatformPayoutMutation();
  return <RevealButton id={item.id} isRevealed={item.is_revealed} reveal={reveal} />;
}

/** Until it is settled, it can be decided. */
const isOpenToDecision = ({ status, settlement }: PlatformPayout) =>
  status === 'IN_WORK' || settlement === 'contestable' || settlement === 'contested';

function Actions({ item }: { item: PlatformPayout }) {
  return (
    <>
      <Reveal item={item} />
      <May right="platform.decide">
        {item.status === 'IN_WORK' && <FreePayout id={item.id} />}
        {isOpenToDecision(item) && <DecidePayout id={item.id} />}
      </May>
    </>
  );
}

export const { Component, preload } = detailScreen({
  name: 'payouts',
  section: 'platformPayouts',
  call: getPlatformPayout,
  badge: (item) => <Status kind="payout" of={item} />,
  actions: (item) => <Actions key={item.id} item={item} />,
  body: (item) => <Body item={item} />,
});
