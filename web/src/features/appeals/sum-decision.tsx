import type { AppealDetail } from '@/api/appeals';
import { useAgreeAppealMutation, useDisagreeAppealMutation } from '@/api/match';
import { AskButton } from '@/shared/action/ask-button';
import { useAction } from '@/shared/action/use-action';
import { useMatchTexts } from '@/shared/i18n/match';
import { formatAmount } from '@/shared/lib/format-amount';
import { statusText } from '@/shared/ui/status';

/** A merchant decides on the sum that a trader says has come. */
export default function SumDecision({ id, appeal }: { id: string; appeal: AppealDetail }) {
  const t = useMatchTexts();
  const [agree, { isLoading: isAgreeing }] = useAgreeAppealMutation();
  const [disagree, { isLoading: isDisagreeing }] = useDisagreeAppealMutation();
  const subject = { order: appeal.order.short_name, amount: formatAmount(appeal.amount) };
  const failure = t('match:decision.failed');
  const runAgree = useAction(agree, { success: t('match:decision.agreed', subject), failure });
  const runDisagree = useAction(disagree, { success: t('match:decision.disagreed'), failure });
  const isOpen = appeal.status === 'OPEN';
  const disabled = !isOpen || isAgreeing || isDisagreeing;
  const moot = isOpen ? undefined : t('appeals.moot', { status: statusText(t, 'appeal', appeal) });
  return (
    <>
      <AskButton
        variant="default"
        disabled={disabled}
        question={{
          title: t('match:decision.disagreeTitle', subject),
          text: t('match:decision.disagreeText'),
          confirmText: t('match:decision.disagree'),
          moot,
          danger: true,
        }}
        onConfirm={() => runDisagree(id)}
      >
        {t('match:decision.disagree')}
      </AskButton>
      <AskButton
        disabled={disabled}
        question={{
          title: t('match:decision.agreeTitle', subject),
          text: t('match:decision.agreeText'),
          confirmText: t('match:decision.agree'),
          moot,
        }}
        onConfirm={() => runAgree(id)}
      >
        {t('match:decision.agree')}
      </AskButton>
    </>
  );
}
