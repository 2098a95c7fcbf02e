import { DECLINE_REASONS } from '@kantor/contract/plain/appeals.ts';
import { MAX_LENGTH } from '@kantor/contract/plain/limits.ts';
import * as actions from '@kantor/contract/plain/platform-actions.ts';
import { appealTexts } from '@/shared/i18n/appeal';
import { SelectField } from '@/shared/form/select-field';
import { TextField } from '@/shared/form/text-field';
import { act } from './act';
import { decimalOf, isDecimal } from './decimal';
import { fieldsOf, reasonField } from './fields';

interface Props {
  id: string;
}

interface WithSum extends Props {
  /** Roubles: of the order, or those that the merchant claims. */
  amount: string;
}

const said = (comment: string) => (comment.trim() === '' ? {} : { comment: comment.trim() });
const MAX_REASON = { maxLength: MAX_LENGTH.reason };

/** Proposes to take back what a closed order paid. */
export const ReverseOrder = act(({ id, amount }: WithSum, t) => ({
  danger: true,
  action: actions.reverseOrder,
  id,
  text: t('desk:contested.reverse'),
  title: t('desk:contested.reverseTitle'),
  confirmText: t('desk:propose'),
  fields: fieldsOf({
    initial: { amount, reason: '' },
    isComplete: ({ amount: sum, reason }) => isDecimal(sum) && reason.trim() !== '',
    toBody: ({ amount: sum, reason }) => ({ amount: decimalOf(sum), reason: reason.trim() }),
    inputs: (form) => (
      <>
        <TextField label={t('desk:contested.returned')} maxLength={20} {...form.field('amount')} />
        {reasonField(t, form.field('reason'), MAX_REASON)}
      </>
    ),
  }),
}));

/** A payout in work is open again. */
export const FreePayout = act(({ id }: Props, t) => ({
  action: actions.freePayout,
  id,
  text: t('desk:contested.free'),
  title: t('desk:contested.freeTitle'),
}));

/** For the trader or for the merchant, for good. */
export const DecidePayout = act(({ id }: Props, t) => ({
  danger: true,
  isMain: true,
  action: actions.decidePayout,
  id,
  text: t('desk:contested.decide'),
  title: t('desk:contested.decideTitle'),
  fields: fieldsOf({
    initial: { for: '', reason: '' },
    isComplete: ({ for: side, reason }) => side !== '' && reason.trim() !== '',
    inputs: (form) => (
      <>
        <SelectField
          label={t('desk:contested.forWhom')}
          placeholder={t('desk:contested.choose')}
          options={(['trader', 'merchant'] as const).map((side) => ({
            value: side,
            label: t(`desk:contested.for.${side}`),
          }))}
          {...form.field('for')}
        />
        {reasonField(t, form.field('reason'), MAX_REASON)}
      </>
    ),
  }),
}));

/** The order closes for what was really paid. */
export const ConfirmAppeal = act(({ id, amount }: WithSum, t) => ({
  isMain: true,
  action: actions.confirmAppeal,
  id,
  text: t('desk:contested.confirm'),
  title: t('desk:contested.confirmTitle'),
  fields: fieldsOf({
    initial: { amount, comment: '' },
    isComplete: ({ amount: sum }) => isDecimal(sum),
    toBody: ({ amount: sum, comment }) => ({ amount: decimalOf(sum), ...said(comment) }),
    inputs: (form) => (
      <>
        <TextField
          label={t('desk:contested.paid')}
          hint={t('desk:contested.paidHint')}
          maxLength={20}
          {...form.field('amount')}
        />
        <TextField label={t('desk:contested.comment')} {...MAX_REASON} {...form.field('comment')} />
      </>
    ),
  }),
}));

/** The order is what it was before the appeal. */
export const DeclineAppeal = act(({ id }: Props, t) => ({
  danger: true,
  action: actions.declineAppeal,
  id,
  text: t('desk:contested.decline'),
  title: t('desk:contested.declineTitle'),
  fields: fieldsOf({
    initial: { reason: '', comment: '' },
    isComplete: () => true,
    toBody: ({ reason, comment }) => ({ ...(reason !== '' && { reason }), ...said(comment) }),
    inputs: (form) => (
      <>
        <SelectField
          label={t('desk:contested.reason')}
          placeholder={t('desk:contested.chooseReason')}
          options={DECLINE_REASONS.map((reason) => ({ value: reason, label: appealTexts(`appeal:reasons.${reason}`) }))}
          {...form.field('reason')}
        />
        <TextField label={t('desk:contested.comment')} {...MAX_REASON} {...form.field('comment')} />
      </>
    ),
  }),
}));

/** The order closes for a part of what is claimed. */
export const SplitAppeal = act(({ id }: Props, t) => ({
  danger: true,
  action: actions.splitAppeal,
  id,
  text: t('desk:contested.split'),
  title: t('desk:contested.splitTitle'),
  fields: fieldsOf({
    initial: { amount: '', comment: '' },
    isComplete: ({ amount: sum, comment }) => isDecimal(sum) && comment.trim() !== '',
    toBody: ({ amount: sum, comment }) => ({ amount: decimalOf(sum), comment: comment.trim() }),
    inputs: (form) => (
      <>
        <TextField
          label={t('desk:contested.part')}
          hint={t('desk:contested.partHint')}
          maxLength={20}
          {...form.field('amount')}
        />
        <TextField label={t('desk:contested.splitWhy')} {...MAX_REASON} {...form.field('comment')} />
      </>
    ),
  }),
}));

/** Also one that was delivered or given up. */
export const ResendWebhook = act(({ id }: Props, t) => ({
  action: actions.resendWebhook,
  id,
  text: t('desk:contested.resend'),
  title: t('desk:contested.resendTitle'),
}));
