import { Button } from '@mantine/core';
import { useCallback, useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { DetailFrame } from '../detail/detail-frame';
import { ConfirmDialog } from './confirm-dialog';
import classes from './form-screen.module.css';
import { useUnsavedGuard } from './use-unsaved-guard';

interface FormScreenProps {
  title: string;
  back: { to: string; label: string };
  badge?: ReactNode;
  /** Beside the title: what is shown is old, and the like. */
  note?: ReactNode;
  submitText: string;
  /** Saves and, after a success, may go elsewhere. Runs once at a time. */
  onSubmit: () => Promise<unknown>;
  /** There is something to lose: leaving asks. */
  isDirty: boolean;
  /** Submitting is not possible yet; `missing` says why. */
  canSubmit?: boolean;
  missing?: string | undefined;
  /** Nothing can be saved here: no submit button. */
  isReadOnly?: boolean;
  /** Beside the submit button, also on a phone. */
  actions?: ReactNode;
  /** Other actions on the thing; on a phone they stand over the fields. */
  tools?: ReactNode;
  children: ReactNode;
}

/** The frame of every form: submits on Enter, once at a time; takes the focus to the first refused field; guards what is unsaved. */
export function FormScreen({
  submitText,
  onSubmit,
  isDirty,
  canSubmit = true,
  missing,
  isReadOnly = false,
  actions,
  tools,
  children,
  ...frame
}: FormScreenProps) {
  const { form, isRunning, isBusy, submit, goOn } = useSubmit(onSubmit, canSubmit && !isReadOnly);
  return (
    <>
      <form ref={form} noValidate onSubmit={submit} onChange={goOn}>
        <DetailFrame
          {...frame}
          tools={tools}
          actions={
            <>
              {actions}
              {!isReadOnly && (
                <Button type="submit" loading={isBusy} disabled={!canSubmit}>
                  {submitText}
                </Button>
              )}
            </>
          }
        >
          {!canSubmit && missing !== undefined && (
            <p className={classes.missing} role="status">
              {missing}
            </p>
          )}
          {children}
        </DetailFrame>
      </form>
      <UnsavedGuard isDirty={isDirty} isSubmitting={isRunning} />
    </>
  );
}

function useSubmit(onSubmit: () => Promise<unknown>, isPossible: boolean) {
  const form = useRef<HTMLFormElement>(null);
  const running = useRef(false);
  const [isBusy, setBusy] = useState(false);
  // The reasons of a refusal may be rendered a moment after it: whichever render brings them.
  const looksForRefused = useRef(false);
  useEffect(() => {
    const refused = looksForRefused.current && form.current?.querySelector<HTMLElement>('[aria-invalid]');
    if (!refused) return;
    looksForRefused.current = false;
    refused.focus();
  });

  const run = async () => {
    running.current = true;
    setBusy(true);
    try {
      await onSubmit();
    } finally {
      running.current = false;
      looksForRefused.current = true;
      setBusy(false);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isPossible && !running.current) void run();
  };
  const goOn = () => {
    looksForRefused.current = false;
  };
  const isRunning = useCallback(() => running.current, []);
  return { form, isBusy, isRunning, submit, goOn };
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
      onConfirm={() => blocker.proceed()}
      onClose={() => blocker.reset()}
    />
  );
}
