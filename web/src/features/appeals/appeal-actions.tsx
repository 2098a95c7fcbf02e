import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useConfirmAppealMutation, useDeclineAppealMutation, type AppealDetail } from '@/api/appeals';
import { AskGround } from '@/acts/ask-ground';
import { May } from '@/session/may';
import { useRole } from '@/session/use-user';
import { formatAmount } from '@/shared/lib/format-amount';
import { lazyLater } from '@/shared/lib/lazy-later';
import { paths } from '@/shared/lib/paths';
import { AskButton } from '@/shared/action/ask-button';
import { DeskActions } from './desk/desk-actions';
import { useWayBack } from '@/shared/detail/detail-frame';
import { CheckIcon } from '@/shared/ui/icons';
import { useAction } from '@/shared/action/use-action';
import { statusText } from '@/shared/ui/status';

const SumDecision = lazyLater(() => import('./sum-decision'));

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
      {appeal.desk ? (
        <DeskActions appeal={appeal} desk={appeal.desk} />
      ) : (
        isTrader && <Decision id={id} appeal={appeal} />
      )}
      {appeal.decided_by === 'merchant' && (
        <May right="appeals.agree">
          <Suspense>
            <SumDecision id={id} appeal={appeal} />
          </Suspense>
        </May>
      )}
    </>
  );
}

/** Where the server knows the specification's calls alone. */
function Decision({ id, appeal }: AppealActionsProps) {
  const { t } = useTranslation();
  const [confirm, { isLoading: isConfirming }] = useConfirmAppealMutation();
  const [decline, { isLoading: isDeclining }] = useDeclineAppealMutation();
  const runConfirm = useAction(confirm, { success: t('appeals.confirmed'), failure: t('errors.confirm') });
  const runDecline = useAction(decline, { success: t('appeals.declined'), failure: t('errors.refuse') });
  const isOpen = appeal.status === 'OPEN';
  const subject = { order: appeal.order.short_name, amount: formatAmount(appeal.amount) };
  const moot = isOpen ? undefined : t('appeals.moot', { status: statusText(t, 'appeal', appeal) });
  return (
    <>
      <AskButton
        variant="default"
        disabled={!isOpen || isConfirming}
        question={{
          title: t('appeals.declineTitle', subject),
          text: t('appeals.declineQuestion'),
          confirmText: t('appeals.decline'),
          moot,
          danger: true,
        }}
        onConfirm={() => runDecline({ id })}
      >
        {t('appeals.decline')}
      </AskButton>
      <AskGround
        orderId={appeal.order.id}
        leftSection={<CheckIcon />}
        // Whoever opened it, since another sum came, is not asked.
        disabled={!isOpen || isDeclining || (appeal.decided_by ?? 'trader') !== 'trader'}
        question={{
          title: t('appeals.confirmTitle', subject),
          text: t('appeals.confirmQuestion'),
          confirmText: t('actions.confirm'),
          moot,
        }}
        onConfirm={(ground) => runConfirm({ id, ...(ground && { ground }) })}
      >
        {t('actions.confirm')}
      </AskGround>
    </>
  );
}
