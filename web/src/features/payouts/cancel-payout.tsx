import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useCancelPayoutMutation, type PayoutDetail } from '@/api/payouts';
import { formatAmount } from '@/shared/lib/format-amount';
import { paths } from '@/shared/lib/paths';
import { useWayBack } from '@/shared/detail/detail-frame';
import { ConfirmDialog } from '@/shared/dialog/confirm-dialog';
import { useAction } from '@/shared/action/use-action';
import { statusText } from '@/shared/ui/status';

/** The merchant may cancel a payout that no trader has taken. */
export function CancelPayout({ id, payout }: { id: string; payout: PayoutDetail }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { to: list } = useWayBack(paths.payouts);
  const [isAsking, setAsking] = useState(false);
  const [cancel] = useCancelPayoutMutation();
  const run = useAction(cancel, { failure: t('payouts.cancelFailed') });
  const isOpen = payout.status === 'OPEN';

  const confirm = async () => {
    if (await run(id)) await navigate(list, { replace: true });
    setAsking(false);
  };
  return (
    <>
      {isOpen && (
        <Button variant="default" onClick={() => setAsking(true)}>
          {t('payouts.cancel')}
        </Button>
      )}
      {isAsking && (
        <ConfirmDialog
          title={t('payouts.cancelTitle', { amount: formatAmount(payout.amount) })}
          text={t('payouts.cancelQuestion')}
          confirmText={t('payouts.cancel')}
          cancelText={t('payouts.keep')}
          moot={isOpen ? undefined : t('payouts.cancelMoot', { status: statusText(t, 'payout', payout) })}
          danger
          onConfirm={confirm}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
