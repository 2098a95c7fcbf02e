import type { AppealStep } from '@kantor/contract/plain/appeals.ts';
import { type ComponentType, type ReactNode, useState } from 'react';
import { AskGround } from '@/acts/ask-ground';
import {
  type AppealDesk,
  type AppealDetail,
  useAcceptAppealMutation,
  useConfirmAppealMutation,
  useEscalateAppealMutation,
} from '@/api/appeals';
import { AskButton } from '@/shared/action/ask-button';
import { ActionButton } from '@/shared/action/action-button';
import { useAction } from '@/shared/action/use-action';
import { useRole } from '@/session/use-user';
import { useAppealTexts } from '@/shared/i18n/appeal';
import { formatAmount } from '@/shared/lib/format-amount';
import { CheckIcon } from '@/shared/ui/icons';
import { statusText } from '@/shared/ui/status';
import { AddFile, Contest, Decline } from './answers';

interface ActsProps {
  appeal: AppealDetail;
  desk: AppealDesk;
}

type Answer = ComponentType<ActsProps & { onClose: () => void }>;

interface AnswerButtonProps extends ActsProps {
  as: Answer;
  isMain?: true;
  children: ReactNode;
}

/** The button of an answer that has a form. */
function AnswerButton({ as: Form, isMain, children, ...props }: AnswerButtonProps) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <ActionButton
        variant={isMain ? 'filled' : 'default'}
        onClick={({ currentTarget }) => {
          currentTarget.focus();
          setAsking(true);
        }}
      >
        {children}
      </ActionButton>
      {isAsking && <Form {...props} onClose={() => setAsking(false)} />}
    </>
  );
}

/** What the reader may do now: the server says it. A trader's confirmation stands there, disabled, also when all is over. */
export function DeskActions(props: ActsProps) {
  const t = useAppealTexts();
  const isTrader = useRole() === 'trader';
  const can = (step: AppealStep) => props.desk.can.includes(step);
  return (
    <>
      {can('accept') && <Accept {...props} />}
      {can('escalate') && <Escalate {...props} />}
      {isTrader && can('decline') && (
        <AnswerButton {...props} as={Decline}>
          {t('appeal:decline.text')}
        </AnswerButton>
      )}
      {can('contest') && (
        <AnswerButton {...props} as={Contest} isMain>
          {t('appeal:contest.text')}
        </AnswerButton>
      )}
      {isTrader && <Confirm {...props} />}
    </>
  );
}

/** Beside the page's own: it sticks to nothing. */
export function DeskTools(props: ActsProps) {
  const t = useAppealTexts();
  if (!props.desk.can.includes('evidence') || props.desk.files_left === 0) return null;
  return (
    <AnswerButton {...props} as={AddFile}>
      {t('appeal:payer.add')}
    </AnswerButton>
  );
}

function Confirm({ appeal, desk }: ActsProps) {
  const t = useAppealTexts();
  const [confirm] = useConfirmAppealMutation();
  const run = useAction(confirm, { success: t('appeals.confirmed'), failure: t('errors.confirm') });
  const canBe = desk.can.includes('confirm');
  return (
    <AskGround
      orderId={appeal.order.id}
      leftSection={<CheckIcon />}
      disabled={!canBe}
      question={{
        title: t('appeals.confirmTitle', { order: appeal.order.short_name, amount: formatAmount(appeal.amount) }),
        text: t('appeals.confirmQuestion'),
        confirmText: t('actions.confirm'),
        moot: canBe ? undefined : t('appeals.moot', { status: statusText(t, 'appeal', appeal) }),
      }}
      onConfirm={(ground) => run({ id: appeal.id, ...(ground && { ground }) })}
    >
      {t('actions.confirm')}
    </AskGround>
  );
}

function Accept({ appeal }: ActsProps) {
  const t = useAppealTexts();
  const [accept] = useAcceptAppealMutation();
  const run = useAction(accept, { success: t('appeal:accept.done'), failure: t('appeal:accept.failed') });
  return (
    <AskButton
      variant="default"
      question={{
        title: t('appeal:accept.title'),
        text: t('appeal:accept.question'),
        confirmText: t('appeal:accept.text'),
        danger: true,
      }}
      onConfirm={() => run(appeal.id)}
    >
      {t('appeal:accept.text')}
    </AskButton>
  );
}

function Escalate({ appeal }: ActsProps) {
  const t = useAppealTexts();
  const [escalate] = useEscalateAppealMutation();
  const run = useAction(escalate, { success: t('appeal:escalate.done'), failure: t('appeal:escalate.failed') });
  return (
    <AskButton
      variant="default"
      question={{
        title: t('appeal:escalate.title'),
        text: t('appeal:escalate.question'),
        confirmText: t('appeal:escalate.text'),
      }}
      onConfirm={() => run({ id: appeal.id })}
    >
      {t('appeal:escalate.text')}
    </AskButton>
  );
}
