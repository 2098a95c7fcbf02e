import * as actions from '@kantor/contract/plain/platform-actions.ts';
import { CheckboxField } from '@/shared/form/checkbox-field';
import { TextField } from '@/shared/form/text-field';
import { useDeskTexts } from '@/shared/i18n/desk';
import { formatDecimal } from '@/shared/lib/format-amount';
import { ActButton } from './act-button';
import { decimalOf, isDecimal } from './decimal';

/** A rate of one's own. Far from the one in force it has to be said on purpose. @param jump in basis points */
export function SetRate({ jump }: { jump: number }) {
  const t = useDeskTexts();
  return (
    <ActButton
      action={actions.setRate}
      title={t('desk:rate.setTitle')}
      confirmText={t('desk:rate.set')}
      fields={{
        initial: { rate: '', is_forced: false },
        isComplete: ({ rate }) => isDecimal(rate),
        toBody: ({ rate, is_forced: isForced }) => ({ rate: decimalOf(rate), is_forced: isForced }),
        inputs: (form) => (
          <>
            <TextField label={t('desk:rate.value')} maxLength={20} {...form.field('rate')} />
            <CheckboxField
              label={t('desk:rate.forced', { percent: formatDecimal(jump / 100, 0, 2) })}
              {...form.field('is_forced')}
            />
          </>
        ),
      }}
    >
      {t('desk:rate.set')}
    </ActButton>
  );
}

export function AcceptRate({ proposal }: { proposal: string }) {
  const t = useDeskTexts();
  return (
    <ActButton
      action={actions.acceptRate}
      body={{ proposal }}
      title={t('desk:rate.acceptTitle')}
      confirmText={t('desk:rate.accept')}
    >
      {t('desk:rate.accept')}
    </ActButton>
  );
}

export function DeclineRate({ proposal }: { proposal: string }) {
  const t = useDeskTexts();
  return (
    <ActButton
      variant="default"
      danger
      action={actions.declineRate}
      body={{ proposal }}
      title={t('desk:rate.declineTitle')}
      confirmText={t('desk:rate.decline')}
    >
      {t('desk:rate.decline')}
    </ActButton>
  );
}
