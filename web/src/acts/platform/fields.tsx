import { MAX_LENGTH } from '@kantor/contract/plain/limits.ts';
import { TextAreaField } from '@/shared/form/text-area-field';
import type { Form } from '@/shared/form/use-form';
import type { DeskTexts } from '@/shared/i18n/desk';
import type { ActionDialogProps } from './action-dialog';

/** What is asked first: the types of its fields come from their first values. */
export const fieldsOf = <Fields extends object>(fields: NonNullable<ActionDialogProps<Fields>['fields']>) => fields;

interface Words {
  label?: string;
  hint?: string;
  maxLength?: number;
}

/** The field of a reason, which stays in the journal. */
export const reasonField = (
  t: DeskTexts,
  field: ReturnType<Form<{ reason: string }>['field']>,
  { label = t('desk:reason'), maxLength = MAX_LENGTH.rejection, hint }: Words = {},
) => <TextAreaField {...{ label, maxLength, hint }} {...field} />;

/** What must be said before a deed that needs no other field. */
export const withReason = (t: DeskTexts, words?: Words) => ({
  initial: { reason: '' },
  isComplete: ({ reason }: { reason: string }) => reason.trim() !== '',
  inputs: (form: Form<{ reason: string }>) => reasonField(t, form.field('reason'), words),
});
