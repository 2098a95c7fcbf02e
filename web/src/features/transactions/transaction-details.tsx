import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { getTransaction, type TransactionDetail } from '@/api/transactions';
import { formatUsdt } from '@/shared/lib/format-amount';
import { formatDateTime } from '@/shared/lib/format-date';
import { middleEllipsis } from '@/shared/lib/format-id';
import { DetailColumns } from '@/shared/detail/detail-frame';
import { detailScreen } from '@/shared/detail/detail-screen';
import { FactsCard, type Fact } from '@/shared/detail/facts';
import { RawText } from '@/shared/raw/raw-text';
import { ShortId } from '@/shared/ui/short-id';
import { usePendingRefetch } from './use-pending-refetch';

const transactionFacts = (transaction: TransactionDetail, t: TFunction): readonly Fact[] => [
  [t('transactions.hash'), <ShortId key="hash" value={transaction.tx_hash} subject={t('transactions.hash')} />],
  [t('transactions.amount'), `${formatUsdt(transaction.amount)} ${t('units.usdt')}`],
  [t('transactions.block'), String(transaction.block_number)],
  [t('transactions.time'), formatDateTime(transaction.timestamp)],
  ...confirmationFacts(transaction, t),
];

/** Only of what may still vanish. */
function confirmationFacts({ confirmations, confirmations_needed: needed }: TransactionDetail, t: TFunction): Fact[] {
  if (typeof confirmations !== 'number') return [];
  const count = t('transactions.confirmationsOf', { n: confirmations, needed });
  return [[t('transactions.confirmations'), `${count}, ${t('transactions.notCredited')}`]];
}

interface DetailsProps {
  transaction: TransactionDetail;
  refetch: () => unknown;
}

function Details({ transaction, refetch }: DetailsProps) {
  const { t } = useTranslation();
  // Until it is credited; another server does not say.
  usePendingRefetch(typeof transaction.confirmations === 'number', refetch);
  return (
    <DetailColumns
      main={<FactsCard title={t('transactions.info')} facts={transactionFacts(transaction, t)} />}
      side={<RawText title={t('transactions.raw')} text={transaction.raw_data} />}
    />
  );
}

export const { Component, preload } = detailScreen({
  name: 'transactions',
  call: getTransaction,
  titleOf: (_id, transaction) => middleEllipsis(transaction?.tx_hash ?? ''),
  body: (transaction, _t, refetch) => <Details transaction={transaction} refetch={refetch} />,
});
