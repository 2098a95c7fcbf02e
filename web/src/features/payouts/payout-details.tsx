import type { TFunction } from 'i18next';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { getPayout, type PayoutDetail } from '@/api/payouts';
import { May } from '@/session/may';
import { useRole } from '@/session/use-user';
import { DASH, inRub, inUsdt } from '@/shared/lib/format-amount';
import { formatDateTime } from '@/shared/lib/format-date';
import { DetailColumns } from '@/shared/detail/detail-frame';
import { detailScreen } from '@/shared/detail/detail-screen';
import { Card, FactsCard, type Fact } from '@/shared/detail/facts';
import { ShopData } from '@/shared/detail/shop-data';
import { ShortId } from '@/shared/ui/short-id';
import { TimeLeft } from '@/shared/ui/time-left';
import { CancelPayout } from './cancel-payout';
import { ContestPayout } from './contest-payout';
import { CopyableText } from './copyable-text';
import { PayoutActions } from './payout-actions';
import { PhotoForm } from './photo-form';
import { PhotoLink } from './photo-link';
import { SettlementBadge, settlementFacts } from './settlement';
import { Status } from '@/shared/ui/status';

/** Whom the money goes to is for the trader at work on it, and for everyone once it is done. */
const hasRecipient = (payout: PayoutDetail): boolean =>
  payout.can_free || payout.status === 'DONE' || payout.settlement === 'returned';

const payoutFacts = (payout: PayoutDetail, t: TFunction): readonly Fact[] => [
  [t('fields.amount'), inRub(payout.amount)],
  [t('fields.usdt'), inUsdt(payout.amount_in_usdt)],
  [t('fields.method'), payout.is_sbp ? t('method.sbp') : t('method.c2c')],
  [
    t('fields.status'),
    <Fragment key="status">
      <Status kind="payout" of={payout} />
      <SettlementBadge of={payout} />
      {payout.taken_until && (
        <>
          {` ${t('payouts.left')}\u00a0`}
          <TimeLeft until={payout.taken_until} />
        </>
      )}
    </Fragment>,
  ],
  ...settlementFacts(payout, t),
  [t('fields.created'), formatDateTime(payout.created_at)],
  [t('fields.closed'), formatDateTime(payout.done_datetime)],
  [t('fields.id'), <ShortId key="id" value={payout.id} subject={t('fields.id')} />],
];

/** The bank of the recipient's phone. A trader cannot send anything by СБП without it: that none was named is said. */
function bankFacts({ recipient_bank: bank, is_sbp }: PayoutDetail, t: TFunction): readonly Fact[] {
  if (bank) return [[t('payouts.bank'), bank.name]];
  return is_sbp && bank === null ? [[t('payouts.bank'), t('payouts.bankUnknown')]] : [];
}

const recipientFacts = (payout: PayoutDetail, t: TFunction): readonly Fact[] => [
  [t('payouts.fio'), payout.fio || DASH],
  [t('payouts.phone'), <CopyableText key="phone" value={payout.phone} subject={t('payouts.phone')} />],
  ...bankFacts(payout, t),
  [t('payouts.account'), <CopyableText key="account" value={payout.bank_account} subject={t('payouts.account')} />],
  [t('payouts.photo'), <PhotoLink key="photo" photo={payout.photo} />],
];

/** A trader does the payout; a merchant may call it off, or answer that the money has not come. */
function Actions({ payout }: { payout: PayoutDetail }) {
  const isTrader = useRole() === 'trader';
  if (!isTrader)
    return (
      <>
        <May right="payouts.make">
          <CancelPayout id={payout.id} payout={payout} />
        </May>
        <May right="payouts.contest">
          <ContestPayout payout={payout} />
        </May>
      </>
    );
  return payout.can_interact && <PayoutActions id={payout.id} payout={payout} />;
}

function Side({ payout }: { payout: PayoutDetail }) {
  const { t } = useTranslation();
  const isTrader = useRole() === 'trader';
  return (
    <>
      {hasRecipient(payout) && <FactsCard title={t('payouts.whereTo')} facts={recipientFacts(payout, t)} />}
      <ShopData of={payout} whom="recipient" />
      {isTrader && payout.take_refusal && (
        <Card title={t('payouts.refusedTitle')}>
          <p>{payout.take_refusal}</p>
        </Card>
      )}
      {isTrader && payout.can_free && (
        <PhotoForm id={payout.id} isNeeded={!payout.can_be_done} hasDeadline={Boolean(payout.taken_until)} />
      )}
    </>
  );
}

export const { Component, preload } = detailScreen({
  name: 'payouts',
  call: getPayout,
  live: true,
  badge: (payout) => <Status kind="payout" of={payout} />,
  actions: (payout) => <Actions key={payout.id} payout={payout} />,
  body: (payout, t) => (
    <DetailColumns
      main={<FactsCard title={t('fields.info')} facts={payoutFacts(payout, t)} />}
      side={<Side key={payout.id} payout={payout} />}
    />
  ),
});
