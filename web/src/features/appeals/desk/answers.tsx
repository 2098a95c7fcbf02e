import { DECLINE_REASONS, type DeclineReason, MAX_ROUNDS } from '@kantor/contract/plain/appeals.ts';
import { MAX_LENGTH } from '@kantor/contract/plain/limits.ts';
import {
  type AppealDesk,
  type AppealDetail,
  useAddAppealFileMutation,
  useContestAppealMutation,
  useDeclineAppealMutation,
} from '@/api/appeals';
import { FormDialog } from '@/shared/form/form-dialog';
import { SelectField } from '@/shared/form/select-field';
import { TextAreaField } from '@/shared/form/text-area-field';
import { useForm } from '@/shared/form/use-form';
import { useAppealTexts } from '@/shared/i18n/appeal';
import { formatAmount } from '@/shared/lib/format-amount';
import classes from '@/acts/appeal/desk.module.css';
import { FileChoice, isAccepted } from './file-choice';

interface AnswerProps {
  appeal: AppealDetail;
  desk: AppealDesk;
  onClose: () => void;
}

const NO_FILE: File | undefined = undefined;
const said = (comment: string) => (comment.trim() === '' ? {} : { comment: comment.trim() });
const isGood = (file: File | undefined) => file === undefined || isAccepted(file);

/** A file first, where there is one; the step itself only when it has come. */
function useWithFile(id: string) {
  const [add] = useAddAppealFileMutation();
  return (file: File | undefined, key: string, step: () => { unwrap: () => Promise<unknown> }) => ({
    unwrap: async () => {
      if (file !== undefined) await add({ id, file, key }).unwrap();
      return step().unwrap();
    },
  });
}

/** The trader declines: why, in their words, and by what the bank shows. */
export function Decline({ appeal, desk, onClose }: AnswerProps) {
  const t = useAppealTexts();
  const [decline] = useDeclineAppealMutation();
  const withFile = useWithFile(appeal.id);
  const form = useForm({
    initial: { reason: '', comment: '', file: NO_FILE },
    save: ({ reason, comment, file }, key) =>
      withFile(file, key, () =>
        decline({ id: appeal.id, body: { reason: reason as DeclineReason, ...said(comment) } }),
      ),
    texts: { success: t('appeal:decline.done'), failure: t('appeal:decline.failed') },
    isComplete: ({ reason, file }) => reason !== '' && isGood(file) && (file !== undefined || !desk.needs_proof),
    onSaved: onClose,
  });
  return (
    <FormDialog
      title={t('appeals.declineTitle', { order: appeal.order.short_name, amount: formatAmount(appeal.amount) })}
      form={form}
      submitText={t('appeal:decline.text')}
      onClose={onClose}
    >
      <p className={classes.note}>{t('appeal:decline.note')}</p>
      <SelectField
        label={t('appeal:decline.reason')}
        placeholder={t('appeal:decline.choose')}
        options={DECLINE_REASONS.map((reason) => ({ value: reason, label: t(`appeal:reasons.${reason}`) }))}
        {...form.field('reason')}
      />
      <TextAreaField
        label={t('appeal:decline.comment')}
        hint={t('appeal:decline.commentHint')}
        maxLength={MAX_LENGTH.reason}
        {...form.field('comment')}
      />
      {desk.files_left > 0 && (
        <FileChoice
          label={t('appeal:decline.proof')}
          hint={desk.needs_proof ? t('appeal:decline.proofNeeded') : undefined}
          disabled={form.isBusy}
          {...form.field('file')}
        />
      )}
    </FormDialog>
  );
}

/** The merchant contests a decline by something new. */
export function Contest({ appeal, desk, onClose }: AnswerProps) {
  const t = useAppealTexts();
  const [contest] = useContestAppealMutation();
  const withFile = useWithFile(appeal.id);
  const form = useForm({
    initial: { comment: '', file: NO_FILE },
    save: ({ comment, file }, key) => withFile(file, key, () => contest({ id: appeal.id, body: said(comment) })),
    texts: { success: t('appeal:contest.done'), failure: t('appeal:contest.failed') },
    isComplete: ({ comment, file }) =>
      isGood(file) && (comment.trim() !== '' || file !== undefined || !desk.needs_evidence),
    onSaved: onClose,
  });
  const reason = desk.steps.findLast(({ step }) => step === 'decline')?.reason ?? 'not_received';
  return (
    <FormDialog
      title={t('appeal:contest.title', { order: appeal.order.short_name })}
      form={form}
      submitText={t('appeal:contest.text')}
      onClose={onClose}
    >
      <p className={classes.note}>{t('appeal:contest.note', { reason: t(`appeal:reasons.${reason}`) })}</p>
      {appeal.round === MAX_ROUNDS && <p className={classes.note}>{t('appeal:contest.last')}</p>}
      <TextAreaField
        label={t('appeal:contest.comment')}
        hint={t('appeal:contest.commentHint')}
        maxLength={MAX_LENGTH.reason}
        {...form.field('comment')}
      />
      {desk.files_left > 0 && (
        <FileChoice label={t('appeal:contest.file')} disabled={form.isBusy} {...form.field('file')} />
      )}
    </FormDialog>
  );
}

/** Another file of one's own side. */
export function AddFile({ appeal, desk, onClose }: AnswerProps) {
  const t = useAppealTexts();
  const [add] = useAddAppealFileMutation();
  const form = useForm<{ file: File | undefined }, unknown>({
    initial: { file: undefined },
    save: ({ file }, key) => add({ id: appeal.id, file: file as File, key }),
    texts: { success: t('appeal:payer.added'), failure: t('payouts.uploadFailed') },
    isComplete: ({ file }) => file !== undefined && isAccepted(file),
    onSaved: onClose,
  });
  return (
    <FormDialog title={t('appeal:payer.addTitle')} form={form} submitText={t('appeal:payer.add')} onClose={onClose}>
      <FileChoice
        label={t('appeal:payer.file')}
        hint={t('appeal:payer.addNote', { n: desk.files_left })}
        disabled={form.isBusy}
        {...form.field('file')}
      />
    </FormDialog>
  );
}
