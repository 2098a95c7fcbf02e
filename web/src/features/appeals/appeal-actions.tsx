import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useConfirmAppealMutation, useDeclineAppealMutation, type AppealDetail } from '@/api/appeals';
import { useRole } from '@/session/use-user';
import { formatAmount } from '@/shared/lib/format-amount';
import { paths } from '@/shared/lib/paths';
import { ActionButton } from '@/shared/detail/action-button';
import { useWayBack } from '@/shared/detail/detail-frame';
import { ConfirmDialog } from '@/shared/dialog/confirm-dialog';
import { CheckIcon } from '@/shared/ui/icons';
import { useAction } from '@/shared/action/use-action';
import { statusText } from '@/shared/ui/status';

const WIDE = '(min-width: 1025px)';

interface AppealActionsProps {
  id: string;
  appeal: AppealDetail;
}

/** The way back, where there is room for the button; the decision, for the trader while the appeal is open. */
export function AppealActions({ id, appeal }: AppealActionsProps) {
  const { t } = useTranslation();
  const isWide = useMediaQuery(WIDE, true, { getInitialValueInEffect: false });
  const wayBack = useWayBack(paths.appeals);
  const isTrader = useRole() === 'trader';
  return (
    <>
      {isWide && (
        <Button component={Link} variant="default" {...wayBack}>
          {t('actions.close')}
        </Button>
      )}
      {isTrader && <Decision id={id} appeal={appeal} />}
    </>
  );
}

function Decision({ id, appeal }: AppealActionsProps) {
  const { t } = useTranslation();
  const [isAsking, setAsking] = useState(false);
  const [confirm, { isLoading: isConfirming }] = useConfirmAppealMutation();
  const [decline, { isLoading: isDeclining }] = useDeclineAppealMutation();
  const runConfirm = useAction(confirm, { success: t('appeals.confirmed'), failure: t('errors.confirm') });
  const runDecline = useAction(decline, { success: t('appeals.declined'), failure: t('errors.refuse') });
  const isOpen = appeal.status === 'OPEN';
  return (
    <>
      <ActionButton variant="default" disabled={!isOpen || isConfirming} onClick={() => setAsking(true)}>
        {t('appeals.decline')}
      </ActionButton>
      <ActionButton
        leftSection={<CheckIcon />}
        loading={isConfirming}
        disabled={!isOpen || isDeclining}
        onClick={() => void runConfirm(id)}
      >
        {t('actions.confirm')}
      </ActionButton>
      {isAsking && (
        <ConfirmDialog
          title={t('appeals.declineTitle')}
          text={t('appeals.declineQuestion', {
            order: appeal.order.short_name,
            amount: formatAmount(appeal.amount),
          })}
          confirmText={t('appeals.decline')}
          moot={isOpen ? undefined : t('appeals.moot', { status: statusText(t, 'appeal', appeal) })}
          danger
          onConfirm={async () => {
            await runDecline(id);
            setAsking(false);
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
