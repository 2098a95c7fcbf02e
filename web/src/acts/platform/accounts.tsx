import * as actions from '@kantor/contract/plain/platform-actions.ts';
import { CheckboxField } from '@/shared/form/checkbox-field';
import { TextField } from '@/shared/form/text-field';
import { act } from './act';
import { fieldsOf, reasonField, withReason } from './fields';
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

/** What a merchant pays, or a trader earns, of orders issued from now on. */
export const SetFees = act(({ account: { id, role }, basisPoints }: Props & { basisPoints: number }, t) => {
  const text = role === 'trader' ? t('desk:accounts.setReward') : t('desk:accounts.setFee');
  return {
    size: 'xs',
    action: actions.setFees,
    id,
    text,
    title: text,
    confirmText: t('desk:accounts.save'),
    fields: fieldsOf({
      initial: { percent: percentOf(basisPoints) },
      isComplete: ({ percent }) => basisPointsOf(percent) !== undefined,
      toBody: ({ percent }) => ({ basis_points: basisPointsOf(percent) }),
      inputs: (form) => (
        <TextField
          label={role === 'trader' ? t('desk:accounts.reward') : t('desk:accounts.fee')}
          hint={t('desk:accounts.fromNowOn')}
          inputMode="decimal"
          maxLength={10}
          {...form.field('percent')}
        />
      ),
    }),
  };
});

/** Nobody signs in to it, its keys and phones end, and what it has in work is open again. */
export const BlockAccount = act(({ account: { id, name, role } }: Props, t) => ({
  danger: true,
  action: actions.blockAccount,
  id,
  text: t('desk:accounts.block'),
  title: t('desk:accounts.blockTitle', { name }),
  fields: fieldsOf({
    initial: { reason: '', isKept: false },
    isComplete: ({ reason }) => reason.trim() !== '',
    toBody: ({ reason, isKept }) => ({
      reason: reason.trim(),
      ...(isKept && { [role === 'trader' ? 'keep_phones' : 'keep_keys']: true }),
    }),
    inputs: (form) => (
      <>
        {reasonField(t, form.field('reason'), { hint: t('desk:accounts.reasonHint') })}
        <CheckboxField
          label={role === 'trader' ? t('desk:accounts.keepPhones') : t('desk:accounts.keepKeys')}
          {...form.field('isKept')}
        />
      </>
    ),
  }),
}));

export const UnblockAccount = act(({ account: { id, name } }: Props, t) => ({
  isMain: true,
  action: actions.unblockAccount,
  id,
  text: t('desk:accounts.unblock'),
  title: t('desk:accounts.unblockTitle', { name }),
  fields: withReason(t, { hint: t('desk:accounts.reasonHint') }),
}));
