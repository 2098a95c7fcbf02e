import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { useGetTransactionQuery, type TransactionDetail } from '@/api/transactions';
import { formatUsdt } from '@/shared/lib/format-amount';
import { formatDateTime } from '@/shared/lib/format-date';
import { middleEllipsis } from '@/shared/lib/format-id';
import { paths } from '@/shared/lib/paths';
import { DetailColumns, DetailScreen } from '@/shared/detail/detail-screen';
import { FactsCard, type Fact } from '@/shared/detail/facts';
import { PageNotFound } from '@/shared/ui/page-not-found';
import { RawText } from '@/shared/raw/raw-text';
import { ShortId } from '@/shared/ui/short-id';
import { useGrowing } from './use-growing';

export function Component() {
  const { id } = useParams();
  return id ? <TransactionDetails id={id} /> : <PageNotFound />;
}

function TransactionDetails({ id }: { id: string }) {
  const { t } = useTranslation();
  const query = useGetTransactionQuery(id);
  // Until it is credited; another server does not say.
  useGrowing(typeof query.currentData?.confirmations === 'number', query.refetch);
  const hash = middleEllipsis(query.currentData?.tx_hash ?? '');
  return (
    <DetailScreen
      query={query}
      title={t('transactions.detailTitle', { hash }).trim()}
      back={{ to: paths.transactions, label: t('sections.transactions') }}
      errorText={t('transactions.detailNotFound')}
    >
      {(transaction) => (
        <DetailColumns
          main={<FactsCard title={t('transactions.info')} facts={transactionFacts(transaction, t)} />}
          side={<RawText title={t('transactions.raw')} text={transaction.raw_data} />}
        />
      )}
    </DetailScreen>
  );
}

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
