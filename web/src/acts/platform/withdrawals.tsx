import * as actions from '@kantor/contract/plain/platform-actions.ts';
import { CheckboxField } from '@/shared/form/checkbox-field';
import { TextField } from '@/shared/form/text-field';
import type { DeskTexts } from '@/shared/i18n/desk';
import { inUsdt } from '@/shared/lib/format-amount';
import { act } from './act';
import { fieldsOf, reasonField } from './fields';

interface Withdrawal {
  id: string;
  owner: string;
  amount_in_usdt: string | number;
  /** Who is sending it. */
  sending_by: string | null;
}

interface Props {
  withdrawal: Withdrawal;
}

/** Which withdrawal the button, and its question, are about. */
function wordsOf({ id, owner, amount_in_usdt: sum }: Withdrawal, t: DeskTexts, name: 'send' | 'close' | 'reject') {
  const text = t(`desk:withdrawals.${name}`);
  const of = { owner, amount: inUsdt(sum) };
  return { id, text, label: t('desk:ofRow', { act: text, ...of }), title: t(`desk:withdrawals.${name}Title`, of) };
}

/** «Отправляю»: from now on its owner cannot cancel it. */
export const SendWithdrawal = act(({ withdrawal }: Props, t) => ({
  action: actions.sendWithdrawal,
  ...wordsOf(withdrawal, t, 'send'),
}));

/** The USDT has left: by which transaction. */
export const CloseWithdrawal = act(({ withdrawal }: Props, t) => ({
  isMain: true,
  action: actions.closeWithdrawal,
  ...wordsOf(withdrawal, t, 'close'),
  fields: fieldsOf({
    initial: { transaction_hash: '', is_unseen: false },
    isComplete: ({ transaction_hash: hash }) => hash.trim() !== '',
    inputs: (form) => (
      <>
        <TextField label={t('desk:withdrawals.hash')} maxLength={80} {...form.field('transaction_hash')} />
        <CheckboxField label={t('desk:withdrawals.unseen')} {...form.field('is_unseen')} />
      </>
    ),
  }),
}));

/** Its USDT is available to its owner again. */
export const RejectWithdrawal = act(({ withdrawal }: Props, t) => {
  const { sending_by: sender } = withdrawal;
  return {
    danger: true,
    action: actions.rejectWithdrawal,
    ...wordsOf(withdrawal, t, 'reject'),
    fields: fieldsOf({
      initial: { reason: '', is_not_sent: false },
      isComplete: ({ reason, is_not_sent: isSure }) => reason.trim() !== '' && (sender === null || isSure),
      inputs: (form) => (
        <>
          {reasonField(t, form.field('reason'), {
            label: t('desk:withdrawals.reason'),
            hint: t('desk:withdrawals.reasonHint'),
          })}
          {sender !== null && (
            <CheckboxField label={t('desk:withdrawals.notSent', { sender })} {...form.field('is_not_sent')} />
          )}
        </>
      ),
    }),
  };
});
