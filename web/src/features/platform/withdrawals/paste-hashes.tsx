import { MAX_LENGTH } from '@kantor/contract/plain/limits.ts';
import * as actions from '@kantor/contract/plain/platform-actions.ts';
import { act } from '@/acts/platform/act';
import { fieldsOf } from '@/acts/platform/fields';
import { CheckboxField } from '@/shared/form/checkbox-field';
import { TextAreaField } from '@/shared/form/text-area-field';

/** The wallet's list of transfers, by which withdrawals are closed. */
export const PasteHashes = act((_: object, t) => ({
  isMain: true,
  action: actions.closeWithdrawals,
  text: t('desk:withdrawals.paste'),
  title: t('desk:withdrawals.pasteTitle'),
  confirmText: t('desk:withdrawals.pasteClose'),
  fields: fieldsOf({
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
  }),
}));
