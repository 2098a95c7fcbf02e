import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { getDeposit, type DepositDetail } from '@/api/deposits';
import { inUsdt } from '@/shared/lib/format-amount';
import { formatDateTime } from '@/shared/lib/format-date';
import { middleEllipsis } from '@/shared/lib/format-id';
import { figuresOf } from '@/shared/lib/text-of';
import { DetailColumns } from '@/shared/detail/detail-frame';
import { detailScreen } from '@/shared/detail/detail-screen';
import { FactsCard, type Fact } from '@/shared/detail/facts';
import { RawText } from '@/shared/raw/raw-text';
import { ShortId } from '@/shared/ui/short-id';
import { usePendingRefetch } from './use-pending-refetch';

const depositFacts = (deposit: DepositDetail, t: TFunction): readonly Fact[] => [
  [t('deposits.hash'), <ShortId key="hash" value={deposit.tx_hash} subject={t('deposits.hash')} />],
  [t('deposits.amount'), inUsdt(deposit.amount)],
  [t('deposits.block'), figuresOf(deposit.block_number)],
  [t('deposits.time'), formatDateTime(deposit.timestamp)],
  ...confirmationFacts(deposit, t),
];

/** Only of what may still vanish. */
function confirmationFacts({ confirmations, confirmations_needed: needed }: DepositDetail, t: TFunction): Fact[] {
  if (typeof confirmations !== 'number') return [];
  const count = t('deposits.confirmationsOf', { n: confirmations, needed });
  return [[t('deposits.confirmations'), `${count}, ${t('deposits.notCredited')}`]];
}

interface DetailsProps {
  deposit: DepositDetail;
  refetch: () => unknown;
}

function Details({ deposit, refetch }: DetailsProps) {
  const { t } = useTranslation();
  // Until it is credited; another server does not say.
  usePendingRefetch(typeof deposit.confirmations === 'number', refetch);
  return (
    <DetailColumns
      main={<FactsCard title={t('deposits.info')} facts={depositFacts(deposit, t)} />}
      side={<RawText title={t('deposits.raw')} text={deposit.raw_data} />}
    />
  );
}

export const { Component, preload } = detailScreen({
  name: 'deposits',
  call: getDeposit,
  titleOf: (_id, deposit) => middleEllipsis(deposit?.tx_hash ?? ''),
  body: (deposit, _t, refetch) => <Details deposit={deposit} refetch={refetch} />,
});
