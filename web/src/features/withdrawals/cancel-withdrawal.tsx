import { Button } from '@mantine/core';
import { useState, type ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import type { WithdrawalDetail } from '@/api/withdrawals';
import { useMay } from '@/session/may';
import { useAction } from '@/shared/action/use-action';
import { ConfirmDialog } from '@/shared/dialog/confirm-dialog';
import { formatUsdt } from '@/shared/lib/format-amount';
import type { Side } from './sides';

/** The button by which an owner cancels, as long as no operator has said that they are sending it. */
export function cancelButton({ useCancel, rights }: Side): ComponentType<{ withdrawal: WithdrawalDetail }> {
  return function CancelWithdrawal({ withdrawal }) {
    const { t } = useTranslation();
    const [isAsking, setAsking] = useState(false);
    const [cancel] = useCancel();
    const run = useAction(cancel, { success: t('withdrawals.cancelDone'), failure: t('withdrawals.cancelFailed') });
    const mayCancel = useMay(rights.withdraw);
    const { id, can_cancel: isPossible, amount_in_usdt: amount, sending_at: sendingAt } = withdrawal;
    const moot = sendingAt ? t('withdrawals.mootSending') : t('withdrawals.mootClosed');
    return (
      <>
        {isPossible && mayCancel && (
          <Button variant="default" onClick={() => setAsking(true)}>
            {t('withdrawals.cancel')}
          </Button>
        )}
        {isAsking && (
          <ConfirmDialog
            title={t('withdrawals.cancelTitle', { amount: formatUsdt(amount) })}
            text={t('withdrawals.cancelText')}
            confirmText={t('withdrawals.cancel')}
            cancelText={t('withdrawals.keep')}
            moot={isPossible ? undefined : moot}
            danger
            onConfirm={async () => {
              const isDone = await run(id);
              setAsking(false);
              return isDone;
            }}
            onClose={() => setAsking(false)}
          />
        )}
      </>
    );
  };
}
