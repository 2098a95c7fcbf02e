import { MAX_LENGTH } from '@kantor/contract/plain/limits.ts';
import * as actions from '@kantor/contract/plain/platform-actions.ts';
import { ActButton } from '@/acts/platform/act-button';
import { CheckboxField } from '@/shared/form/checkbox-field';
import { TextAreaField } from '@/shared/form/text-area-field';
import { useDeskTexts } from '@/shared/i18n/desk';

/** The wallet's list of transfers, by which withdrawals are closed. */
export function PasteHashes() {
  const t = useDeskTexts();
  return (
    <ActButton
      action={actions.closeWithdrawals}
      title={t('desk:withdrawals.pasteTitle')}
      confirmText={t('desk:withdrawals.pasteClose')}
      fields={{
        initial: { text: '', is_unseen: false },
        isComplete: ({ text }) => text.trim() !== '',
        inputs: (form) => (
          <>
            <TextAreaField
              label={t('desk:withdrawals.pasteLabel')}
              hint={t('desk:withdrawals.pasteHint')}
              maxLength={MAX_LENGTH.pasted}
              {...form.field('text')}
            />
            <CheckboxField label={t('desk:withdrawals.unseen')} {...form.field('is_unseen')} />
          </>
        ),
      }}
    >
      {t('desk:withdrawals.paste')}
    </ActButton>
  );
}
