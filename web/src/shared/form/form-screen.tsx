import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { DetailFrame } from '../detail/detail-frame';
import { ConfirmDialog } from '../dialog/confirm-dialog';
import classes from './form-screen.module.css';
import type { Form } from './use-form';
import { useUnsavedGuard } from './use-unsaved-guard';

interface FormScreenProps {
  title: string;
  back: { to: string; label: string };
  badge?: ReactNode;
  /** Beside the title: what is shown is old, and the like. */
  note?: ReactNode;
  form: Pick<Form<object>, 'element' | 'isBusy' | 'isComplete' | 'isDirty' | 'isRunning'>;
  submitText: string;
  /** There is nothing to submit before something is changed. */
  isForChanges?: boolean;
  /** Why the form cannot be submitted yet. */
  missing?: string | undefined;
  /** Nothing can be changed here: no submit button, and nothing to lose. */
  isReadOnly?: boolean;
  /** Beside the submit button, also on a phone. */
  actions?: ReactNode;
  /** Other actions on the thing; on a phone they stand over the fields. */
  tools?: ReactNode;
  /** What cannot be undone: far from the submit button, at the end of the page. */
  apart?: ReactNode;
  children: ReactNode;
}

/** The frame of every form that has a page: submits on Enter, and asks before something unsaved is left. */
export function FormScreen({
  form,
  submitText,
  isForChanges = false,
  missing,
  isReadOnly = false,
  actions,
  apart,
  children,
  ...frame
}: FormScreenProps) {
  return (
    <>
      <form {...form.element}>
        <DetailFrame
          {...frame}
          actions={
            <>
              {actions}
              {!isReadOnly && (
                <Button
                  type="submit"
                  loading={form.isBusy}
                  disabled={!form.isComplete || (isForChanges && !form.isDirty)}
                >
                  {submitText}
                </Button>
              )}
            </>
          }
        >
          {missing !== undefined && (
            <p className={classes.missing} role="status">
              {missing}
            </p>
          )}
          {isReadOnly ? (
            <fieldset disabled className={classes.fixed}>
              {children}
            </fieldset>
          ) : (
            children
          )}
          {apart && <div className={classes.apart}>{apart}</div>}
        </DetailFrame>
      </form>
      <UnsavedGuard isDirty={form.isDirty && !isReadOnly} isSubmitting={form.isRunning} />
    </>
  );
}

function UnsavedGuard({ isDirty, isSubmitting }: { isDirty: boolean; isSubmitting: () => boolean }) {
  const { t } = useTranslation();
  const blocker = useUnsavedGuard(isDirty, isSubmitting);
  if (blocker.state !== 'blocked') return null;
  return (
    <ConfirmDialog
      title={t('form.unsavedTitle')}
      text={t('form.unsavedText')}
      cancelText={t('form.stay')}
      confirmText={t('form.leave')}
      danger
      isUnasked
      onConfirm={() => blocker.proceed()}
      onClose={() => blocker.reset()}
    />
  );
}
