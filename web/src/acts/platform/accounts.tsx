import { MAX_LENGTH } from '@kantor/contract/plain/limits.ts';
import * as actions from '@kantor/contract/plain/platform-actions.ts';
import { CheckboxField } from '@/shared/form/checkbox-field';
import { TextAreaField } from '@/shared/form/text-area-field';
import { TextField } from '@/shared/form/text-field';
import type { Form } from '@/shared/form/use-form';
import { type DeskTexts, useDeskTexts } from '@/shared/i18n/desk';
import { ActButton } from './act-button';
import { basisPointsOf, percentOf } from './percent';

/** A trader or a merchant. */
export interface OfAccount {
  id: string;
  name: string;
  role: 'trader' | 'merchant';
}

interface Props {
  account: OfAccount;
}

/** The field of a reason that stays in the journal. */
const reasonField = (t: DeskTexts, field: ReturnType<Form<{ reason: string }>['field']>) => (
  <TextAreaField
    label={t('desk:reason')}
    hint={t('desk:accounts.reasonHint')}
    maxLength={MAX_LENGTH.rejection}
    {...field}
  />
);

/** What must be said before a deed that needs no other field. */
export const withReason = (t: DeskTexts) => ({
  initial: { reason: '' },
  isComplete: ({ reason }: { reason: string }) => reason.trim() !== '',
  inputs: (form: Form<{ reason: string }>) => reasonField(t, form.field('reason')),
});

/** What a merchant pays, or a trader earns, of orders issued from now on. */
export function SetFees({ account: { id, role }, basisPoints }: Props & { basisPoints: number }) {
  const t = useDeskTexts();
  const text = t(role === 'trader' ? 'desk:accounts.setReward' : 'desk:accounts.setFee');
  return (
    <ActButton
      size="xs"
      variant="default"
      action={actions.setFees}
      id={id}
      title={text}
      confirmText={t('desk:accounts.save')}
      fields={{
        initial: { percent: percentOf(basisPoints) },
        isComplete: ({ percent }) => basisPointsOf(percent) !== undefined,
        toBody: ({ percent }) => ({ basis_points: basisPointsOf(percent) }),
        inputs: (form) => (
          <TextField
            label={t(role === 'trader' ? 'desk:accounts.reward' : 'desk:accounts.fee')}
            hint={t('desk:accounts.fromNowOn')}
            inputMode="decimal"
            maxLength={10}
            {...form.field('percent')}
          />
        ),
      }}
    >
      {text}
    </ActButton>
  );
}

/** Nobody signs in to it, its keys and phones end, and what it has in work is open again. */
export function BlockAccount({ account: { id, name, role } }: Props) {
  const t = useDeskTexts();
  const kept = role === 'trader' ? 'keep_phones' : 'keep_keys';
  return (
    <ActButton
      danger
      variant="default"
      action={actions.blockAccount}
      id={id}
      title={t('desk:accounts.blockTitle', { name })}
      confirmText={t('desk:accounts.block')}
      fields={{
        initial: { reason: '', isKept: false },
        isComplete: ({ reason }) => reason.trim() !== '',
        toBody: ({ reason, isKept }) => ({ reason: reason.trim(), ...(isKept && { [kept]: true }) }),
        inputs: (form) => (
          <>
            {reasonField(t, form.field('reason'))}
            <CheckboxField
              label={t(role === 'trader' ? 'desk:accounts.keepPhones' : 'desk:accounts.keepKeys')}
              {...form.field('isKept')}
            />
          </>
        ),
      }}
    >
      {t('desk:accounts.block')}
    </ActButton>
  );
}

export function UnblockAccount({ account: { id, name } }: Props) {
  const t = useDeskTexts();
  return (
    <ActButton
      action={actions.unblockAccount}
      id={id}
      title={t('desk:accounts.unblockTitle', { name })}
      confirmText={t('desk:accounts.unblock')}
      fields={withReason(t)}
    >
      {t('desk:accounts.unblock')}
    </ActButton>
  );
}
