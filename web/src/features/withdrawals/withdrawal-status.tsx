import { useTranslation } from 'react-i18next';
import type { WithdrawalRow } from '@/api/withdrawals';
import { Status } from '@/shared/ui/status';
import { StatusBadge } from '@/shared/ui/status-badge';
import classes from './withdrawals.module.css';

/** The specification's status, and beside it what it does not say: a withdrawal that came back must not read as a paid one. */
export function WithdrawalStatus({ of }: { of: WithdrawalRow }) {
  const { t } = useTranslation();
  const { outcome, status, sending_at: sendingAt } = of;
  if (outcome === 'REJECTED' || outcome === 'CANCELLED') {
    return (
      <span className={classes.badges}>
        <StatusBadge tone="danger">{t(`withdrawals.outcome.${outcome}`)}</StatusBadge>
        <Status kind="withdrawal" of={of} tone="neutral" />
      </span>
    );
  }
  if (status !== 'OPEN' || !sendingAt) return <Status kind="withdrawal" of={of} />;
  return (
    <span className={classes.badges}>
      <Status kind="withdrawal" of={of} />
      <StatusBadge tone="info">{t('withdrawals.sending')}</StatusBadge>
    </span>
  );
}
