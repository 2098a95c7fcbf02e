import { MAX_LENGTH } from '@kantor/contract/plain/limits.ts';
import * as actions from '@kantor/contract/plain/platform-actions.ts';
import { CheckboxField } from '@/shared/form/checkbox-field';
import { TextAreaField } from '@/shared/form/text-area-field';
import { TextField } from '@/shared/form/text-field';
import { useDeskTexts } from '@/shared/i18n/desk';
import { inUsdt } from '@/shared/lib/format-amount';
import { ActButton } from './act-button';

interface Withdrawal {
  id: string;
  owner: string;
  amount_in_usdt: string | number;
  /** Who is sending it. */
  sending_by: string | null;
}

interface Props {
  withdrawal: Withdrawal;
  size?: 'xs';
}

/** «Отправляю»: from now on its owner cannot cancel it. */
export function SendWithdrawal({ withdrawal: { id, owner, amount_in_usdt: amount }, ...look }: Props) {
  const t = useDeskTexts();
  return (
    <ActButton
      {...look}
      variant="default"
      action={actions.sendWithdrawal}
      id={id}
      title={t('desk:withdrawals.sendTitle', { owner, amount: inUsdt(amount) })}
      confirmText={t('desk:withdrawals.send')}
      label={t('desk:ofRow', { act: t('desk:withdrawals.send'), owner, amount: inUsdt(amount) })}
    >
      {t('desk:withdrawals.send')}
    </ActButton>
  );
}

/** The USDT has left: by which transaction. */
export function CloseWithdrawal({ withdrawal: { id, owner, amount_in_usdt: amount }, ...look }: Props) {
  const t = useDeskTexts();
  return (
    <ActButton
      {...look}
      action={actions.closeWithdrawal}
      id={id}
      title={t('desk:withdrawals.closeTitle', { owner, amount: inUsdt(amount) })}
      confirmText={t('desk:withdrawals.close')}
      label={t('desk:ofRow', { act: t('desk:withdrawals.close'), owner, amount: inUsdt(amount) })}
      fields={{
        initial: { transaction_hash: '', is_unseen: false },
        isComplete: ({ transaction_hash: hash }) => hash.trim() !== '',
        inputs: (form) => (
          <>
            <TextField label={t('desk:withdrawals.hash')} maxLength={80} {...form.field('transaction_hash')} />
            <CheckboxField label={t('desk:withdrawals.unseen')} {...form.field('is_unseen')} />
          </>
        ),
      }}
    >
      {t('desk:withdrawals.close')}
    </ActButton>
  );
}

/** Its USDT is available to its owner again. */
export function RejectWithdrawal({ withdrawal, ...look }: Props) {
  const { id, owner, amount_in_usdt: amount, sending_by: sender } = withdrawal;
  const t = useDeskTexts();
  return (
    <ActButton
      {...look}
      variant="default"
      action={actions.rejectWithdrawal}
      id={id}
      danger
      title={t('desk:withdrawals.rejectTitle', { owner, amount: inUsdt(amount) })}
      confirmText={t('desk:withdrawals.reject')}
      label={t('desk:ofRow', { act: t('desk:withdrawals.reject'), owner, amount: inUsdt(amount) })}
      fields={{
        initial: { reason: '', is_not_sent: false },
        isComplete: ({ reason, is_not_sent: isSure }) => reason.trim() !== '' && (sender === null || isSure),
        inputs: (form) => (
          <>
            <TextAreaField
              label={t('desk:withdrawals.reason')}
              hint={t('desk:withdrawals.reasonHint')}
              maxLength={MAX_LENGTH.rejection}
              {...form.field('reason')}
            />
            {sender !== null && (
              <CheckboxField label={t('desk:withdrawals.notSent', { sender })} {...form.field('is_not_sent')} />
            )}
          </>
        ),
      }}
    >
      {t('desk:withdrawals.reject')}
    </ActButton>
  );
}
