import { MAX_LENGTH } from '@kantor/contract/plain/limits.ts';
import * as actions from '@kantor/contract/plain/platform-actions.ts';
import { SelectField } from '@/shared/form/select-field';
import { TextAreaField } from '@/shared/form/text-area-field';
import { TextField } from '@/shared/form/text-field';
import { useDeskTexts } from '@/shared/i18n/desk';
import { ActButton } from './act-button';
import { decimalOf, isDecimal } from './decimal';

interface Props {
  id: string;
}

/** Proposes to take back what a closed order paid. @param amount roubles of the order. */
export function ReverseOrder({ id, amount }: Props & { amount: string }) {
  const t = useDeskTexts();
  return (
    <ActButton
      variant="default"
      danger
      action={actions.reverseOrder}
      id={id}
      title={t('desk:contested.reverseTitle')}
      confirmText={t('desk:propose')}
      fields={{
        initial: { amount, reason: '' },
        isComplete: ({ amount: sum, reason }) => isDecimal(sum) && reason.trim() !== '',
        toBody: ({ amount: sum, reason }) => ({ amount: decimalOf(sum), reason: reason.trim() }),
        inputs: (form) => (
          <>
            <TextField label={t('desk:contested.returned')} maxLength={20} {...form.field('amount')} />
            <TextAreaField label={t('desk:reason')} maxLength={MAX_LENGTH.reason} {...form.field('reason')} />
          </>
        ),
      }}
    >
      {t('desk:contested.reverse')}
    </ActButton>
  );
}

/** A payout in work is open again. */
export function FreePayout({ id }: Props) {
  const t = useDeskTexts();
  return (
    <ActButton
      variant="default"
      action={actions.freePayout}
      id={id}
      title={t('desk:contested.freeTitle')}
      confirmText={t('desk:contested.free')}
    >
      {t('desk:contested.free')}
    </ActButton>
  );
}

/** For the trader or for the merchant, for good. */
export function DecidePayout({ id }: Props) {
  const t = useDeskTexts();
  const sides = (['trader', 'merchant'] as const).map((side) => ({
    value: side,
    label: t(`desk:contested.for.${side}`),
  }));
  return (
    <ActButton
      action={actions.decidePayout}
      id={id}
      danger
      title={t('desk:contested.decideTitle')}
      confirmText={t('desk:contested.decide')}
      fields={{
        initial: { for: '', reason: '' },
        isComplete: ({ for: side, reason }) => side !== '' && reason.trim() !== '',
        inputs: (form) => (
          <>
            <SelectField
              label={t('desk:contested.forWhom')}
              placeholder={t('desk:contested.choose')}
              options={sides}
              {...form.field('for')}
            />
            <TextAreaField label={t('desk:reason')} maxLength={MAX_LENGTH.reason} {...form.field('reason')} />
          </>
        ),
      }}
    >
      {t('desk:contested.decide')}
    </ActButton>
  );
}

/** The order closes for what was really paid. @param amount roubles that the merchant claims. */
export function ConfirmAppeal({ id, amount }: Props & { amount: string }) {
  const t = useDeskTexts();
  return (
    <ActButton
      action={actions.confirmAppeal}
      id={id}
      title={t('desk:contested.confirmTitle')}
      confirmText={t('desk:contested.confirm')}
      fields={{
        initial: { amount },
        isComplete: ({ amount: sum }) => isDecimal(sum),
        toBody: ({ amount: sum }) => ({ amount: decimalOf(sum) }),
        inputs: (form) => (
          <TextField
            label={t('desk:contested.paid')}
            hint={t('desk:contested.paidHint')}
            maxLength={20}
            {...form.field('amount')}
          />
        ),
      }}
    >
      {t('desk:contested.confirm')}
    </ActButton>
  );
}

/** The order is what it was before the appeal. */
export function DeclineAppeal({ id }: Props) {
  const t = useDeskTexts();
  return (
    <ActButton
      variant="default"
      danger
      action={actions.declineAppeal}
      id={id}
      title={t('desk:contested.declineTitle')}
      confirmText={t('desk:contested.decline')}
    >
      {t('desk:contested.decline')}
    </ActButton>
  );
}

/** Also one that was delivered or given up. */
export function ResendWebhook({ id }: Props) {
  const t = useDeskTexts();
  return (
    <ActButton
      variant="default"
      action={actions.resendWebhook}
      id={id}
      title={t('desk:contested.resendTitle')}
      confirmText={t('desk:contested.resend')}
    >
      {t('desk:contested.resend')}
    </ActButton>
  );
}
