import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { usePolling } from '@/api/api';
import { useGetWithdrawalQuery, type WithdrawalDetail } from '@/api/withdrawals';
import { DASH, formatUsdt } from '@/shared/lib/format-amount';
import { formatDateTime } from '@/shared/lib/format-date';
import { titleId } from '@/shared/lib/format-id';
import { paths } from '@/shared/lib/paths';
import { CopyButton } from '@/shared/ui/copy-button';
import { DetailScreen } from '@/shared/detail/detail-screen';
import { FactsCard, type Fact } from '@/shared/detail/facts';
import { PageNotFound } from '@/shared/ui/page-not-found';
import { ShortId } from '@/shared/ui/short-id';
import { WithdrawalStatusBadge } from './withdrawal-status';
import classes from './withdrawals.module.css';

export function Component() {
  const { id } = useParams();
  return id ? <WithdrawalDetails id={id} /> : <PageNotFound />;
}

function WithdrawalDetails({ id }: { id: string }) {
  const { t } = useTranslation();
  const query = useGetWithdrawalQuery(id, usePolling());
  return (
    <DetailScreen
      query={query}
      title={t('withdrawals.detailTitle', { id: titleId(id) })}
      back={{ to: paths.withdrawals, label: t('sections.withdrawals') }}
      errorText={t('withdrawals.detailNotFound')}
      badge={(withdrawal) => <WithdrawalStatusBadge status={withdrawal.status} />}
    >
      {(withdrawal) => <FactsCard title={t('fields.info')} facts={withdrawalFacts(withdrawal, t)} />}
    </DetailScreen>
  );
}

const withdrawalFacts = (withdrawal: WithdrawalDetail, t: TFunction): readonly Fact[] => [
  [t('fields.status'), <WithdrawalStatusBadge key="status" status={withdrawal.status} />],
  [t('withdrawals.wallet'), <WholeWallet key="wallet" value={withdrawal.wallet} />],
  [t('withdrawals.hash'), orDash(withdrawal.transaction_hash_proof, t('withdrawals.hash'))],
  [t('fields.amount'), `${formatUsdt(withdrawal.amount_in_usdt)} ${t('units.usdt')}`],
  [t('fields.created'), formatDateTime(withdrawal.created_at)],
  [t('fields.closed'), formatDateTime(withdrawal.done_datetime)],
  [t('fields.id'), orDash(withdrawal.id, t('fields.id'))],
];

/** Not shortened: this is where the money goes. */
function WholeWallet({ value }: { value: string }) {
  const { t } = useTranslation();
  return (
    <span className={classes.wallet}>
      <code>{value}</code>
      <CopyButton value={value} subject={t('withdrawals.wallet')} />
    </span>
  );
}

const orDash = (value: string | null, subject: string) => (value ? <ShortId value={value} subject={subject} /> : DASH);
