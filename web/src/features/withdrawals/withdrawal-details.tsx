import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { getWithdrawal, type WithdrawalDetail } from '@/api/withdrawals';
import { DASH, formatUsdt } from '@/shared/lib/format-amount';
import { formatDateTime } from '@/shared/lib/format-date';
import { CopyButton } from '@/shared/ui/copy-button';
import { detailScreen } from '@/shared/detail/detail-screen';
import { FactsCard, type Fact } from '@/shared/detail/facts';
import { ShortId } from '@/shared/ui/short-id';
import classes from './withdrawals.module.css';
import { Status } from '@/shared/ui/status';

const withdrawalFacts = (withdrawal: WithdrawalDetail, t: TFunction): readonly Fact[] => [
  [t('fields.status'), <Status key="status" kind="withdrawal" of={withdrawal} />],
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

export const { Component, preload } = detailScreen({
  name: 'withdrawals',
  call: getWithdrawal,
  live: true,
  badge: (withdrawal) => <Status kind="withdrawal" of={withdrawal} />,
  body: (withdrawal, t) => <FactsCard title={t('fields.info')} facts={withdrawalFacts(withdrawal, t)} />,
});
