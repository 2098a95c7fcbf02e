import type { ReactNode } from 'react';
import { DecidePayout, FreePayout } from '@/acts/platform/contested';
import { May } from '@/session/may';
import { getPlatformPayout, type PlatformPayout, useRevealPlatformPayoutMutation } from '@/api/platform-objects';
import { DetailColumns } from '@/shared/detail/detail-frame';
import { detailScreen } from '@/shared/detail/detail-screen';
import { Card, type Fact, FactsCard } from '@/shared/detail/facts';
import { ShopData } from '@/shared/detail/shop-data';
import { type Moment, Timeline } from '@/shared/detail/timeline';
import { DASH, inRub, inUsdt } from '@/shared/lib/format-amount';
import { formatDateTime } from '@/shared/lib/format-date';
import { ShortId } from '@/shared/ui/short-id';
import { Status } from '@/shared/ui/status';
import { AccountLink } from '@/shared/ui/account-link';
import { Beside } from './beside';
import { Receipt } from './receipt';
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

/** Facts that only a payout which was taken has. */
const settlementFacts = (item: PlatformPayout, t: Texts): readonly Fact[] => {
  const moments = [
    [t('platform:contested.takenUntil'), item.taken_until],
    [t('platform:contested.contestUntil'), item.contest_until],
    [t('platform:contested.contestedAt'), item.contested_at],
    [t('platform:contested.settledAt'), item.settled_at],
  ] as const;
  const texts = [
    [t('platform:contested.contestReason'), item.contest_reason],
    [t('platform:contested.decisionReason'), item.decision_reason],
  ] as const;
  return [
    ...moments.flatMap(([label, at]) => (at ? [[label, formatDateTime(at)] satisfies Fact] : [])),
    ...texts.flatMap(([label, text]) => (text ? [[label, text] satisfies Fact] : [])),
  ];
};

/** What has happened, and when; `at` is null while it has not. */
const moment = (key: string, at: string | null, what: ReactNode): readonly Moment[] =>
  at === null ? [] : [{ key, at, what }];

const momentsOf = (item: PlatformPayout, t: Texts): readonly Moment[] => [
  ...moment('created', item.created_at, t('platform:contested.created')),
  ...item.takes.flatMap(({ trader, taken_at: takenAt, ended_at: endedAt, outcome }, n) => [
    ...moment(`taken ${n}`, takenAt, t('platform:contested.taken', { trader })),
    ...moment(`ended ${n}`, endedAt, outcome && t(`platform:contested.take.${outcome}`, { trader })),
  ]),
  ...moment('contested', item.contested_at, t('platform:contested.contestedAt')),
  ...moment('settled', item.settled_at, t('platform:contested.settledAt')),
];

function Body({ item }: { item: PlatformPayout }) {
  const t = useTexts();
  return (
    <DetailColumns
      main={
        <>
          <FactsCard title={t('fields.info')} facts={[...factsOf(item, t), ...settlementFacts(item, t)]} />
          <Receipt file={item.photo} />
        </>
      }
      side={
        <>
          <Card title={t('platform:contested.history')}>
            <Timeline label={t('platform:contested.history')} moments={momentsOf(item, t)} />
          </Card>
          <ShopData of={item} whom="recipient" />
          <Beside of={item} />
        </>
      }
    />
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
    <May right="platform.decide">
      {item.status === 'IN_WORK' && <FreePayout id={item.id} />}
      {isOpenToDecision(item) && <DecidePayout id={item.id} />}
    </May>
  );
}

export const { Component, preload } = detailScreen({
  name: 'payouts',
  section: 'platformPayouts',
  call: getPlatformPayout,
  badge: (item) => <Status kind="payout" of={item} />,
  actions: (item) => <Actions key={item.id} item={item} />,
  tools: (item) => <Reveal key={item.id} item={item} />,
  body: (item) => <Body item={item} />,
});
