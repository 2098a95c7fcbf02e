import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { WithdrawalDetail } from '@/api/withdrawals';
import { detailScreen } from '@/shared/detail/detail-screen';
import { FactsCard, type Fact } from '@/shared/detail/facts';
import { DASH, formatUsdt, inUsdt } from '@/shared/lib/format-amount';
import { formatDateTime } from '@/shared/lib/format-date';
import { textOf } from '@/shared/lib/text-of';
import { CopyButton } from '@/shared/ui/copy-button';
import { ShortId } from '@/shared/ui/short-id';
import { Status } from '@/shared/ui/status';
import { cancelButton } from './cancel-withdrawal';
import type { Side } from './sides';
import { WithdrawalStatus } from './withdrawal-status';
import classes from './withdrawals.module.css';

/** The page of one withdrawal. */
export function withdrawalScreen(side: Side) {
  const Cancel = cancelButton(side);
  return detailScreen({
    name: side.name,
    call: side.one,
    live: true,
    badge: (withdrawal) => <WithdrawalStatus of={withdrawal} />,
    actions: (withdrawal) => <Cancel key={withdrawal.id} withdrawal={withdrawal} />,
    body: (withdrawal, t) => (
      <>
        <Returned withdrawal={withdrawal} />
        <FactsCard title={t('fields.info')} facts={withdrawalFacts(withdrawal, t)} />
      </>
    ),
  });
}

const withdrawalFacts = (withdrawal: WithdrawalDetail, t: TFunction): readonly Fact[] => [
  [t('fields.status'), <Status key="status" kind="withdrawal" of={withdrawal} {...toneOf(withdrawal)} />],
  [t('withdrawals.wallet'), <WholeWallet key="wallet" value={withdrawal.wallet} />],
  [t('withdrawals.hash'), orDash(withdrawal.transaction_hash_proof, t('withdrawals.hash'))],
  [t('fields.amount'), inUsdt(withdrawal.amount_in_usdt)],
  [t('fields.created'), formatDateTime(withdrawal.created_at)],
  ...byKey(withdrawal, t),
  [t('fields.closed'), formatDateTime(withdrawal.done_datetime)],
  [t('fields.id'), orDash(withdrawal.id, t('fields.id'))],
];

/** Who has asked for it, where that was no person. */
const byKey = ({ api_key: name }: WithdrawalDetail, t: TFunction): readonly Fact[] =>
  name ? [[t('withdrawals.byKey'), textOf(name)]] : [];

const isReturned = ({ outcome }: WithdrawalDetail) => outcome === 'REJECTED' || outcome === 'CANCELLED';
const toneOf = (withdrawal: WithdrawalDetail) => (isReturned(withdrawal) ? { tone: 'neutral' as const } : {});

/** Says that the USDT came back, and why. */
function Returned({ withdrawal }: { withdrawal: WithdrawalDetail }) {
  const { t } = useTranslation();
  if (!isReturned(withdrawal)) return null;
  const { outcome, rejected_reason: reason, amount_in_usdt: amount } = withdrawal;
  return (
    <div className={classes.returned} role="status">
      <p className={classes.reason}>
        {outcome === 'REJECTED' ? t('withdrawals.rejected', { reason: reason ?? DASH }) : t('withdrawals.cancelled')}
      </p>
      <p>{t('withdrawals.returned', { amount: formatUsdt(amount) })}</p>
    </div>
  );
}

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
