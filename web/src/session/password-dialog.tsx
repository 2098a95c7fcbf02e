import '@mantine/core/styles/Input.layer.css';
import { Button, TextInput } from '@mantine/core';
import type { StepUpPurpose } from '@kantor/contract/plain/step-up.ts';
import { useRef, useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useStepUpMutation } from '@/api/user';
import { Dialog, DialogActions } from '@/shared/dialog/dialog';
import classes from '@/shared/dialog/dialog.module.css';
import { readProblem } from '@/shared/lib/problem';
import { useUser } from './use-user';

export interface PasswordDialogProps {
  purpose: StepUpPurpose;
  /** Undefined: the person has given no password. */
  onSettled: (token: string | undefined) => void;
}

/** Asks for the password again. A wrong one is asked for anew; Escape gives up. */
export default function PasswordDialog({ purpose, onSettled }: PasswordDialogProps) {
  const { t } = useTranslation();
  const { username = '' } = useUser() ?? {};
  const [prove, { isLoading }] = useStepUpMutation();
  const [error, setError] = useState<string>();
  const input = useRef<HTMLInputElement>(null);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    // As React sees it, the call's own form may stand around this one.
    event.stopPropagation();
    const password = input.current?.value ?? '';
    if (isLoading) return;
    if (password === '') {
      input.current?.focus();
      return;
    }
    setError(undefined);
    try {
      const { token } = await prove({ purpose, password }).unwrap();
      onSettled(token);
    } catch (failure) {
      setError(readProblem(failure).detail ?? t('errors.action'));
      input.current?.select();
    }
  };

  return (
    <Dialog title={t('stepUp.title')} isQuestion isBusy={isLoading} onClose={() => onSettled(undefined)}>
      <p className={classes.text}>{t(`stepUp.purposes.${purpose}`)}</p>
      <form className={classes.form} noValidate onSubmit={(event) => void submit(event)}>
        {/* For the password manager. */}
        <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
        <TextInput
          ref={input}
          label={t('login.password')}
          name="password"
          type="password"
          autoComplete="current-password"
          maxLength={256}
          data-autofocus
          readOnly={isLoading}
          error={error}
          aria-invalid={error !== undefined}
        />
        <DialogActions>
          <Button variant="default" disabled={isLoading} onClick={() => onSettled(undefined)}>
            {t('actions.cancel')}
          </Button>
          <Button type="submit" loading={isLoading}>
            {t('stepUp.submit')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
