import '@mantine/core/styles/Input.layer.css';
import { Button, TextInput } from '@mantine/core';
import { useRef, useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useChallengePasskeyMutation } from '@/api/security';
import type { Asked } from '@/api/step-up';
import { type PasswordAgain, useStepUpMutation } from '@/api/user';
import { Dialog, DialogActions } from '@/shared/dialog/dialog';
import classes from '@/shared/dialog/dialog.module.css';
import { readProblem } from '@/shared/lib/problem';
import { FactorFields } from './factor-fields';
import { signWithPasskey } from './passkeys';
import { useUser } from './use-user';

export interface PasswordDialogProps extends Asked {
  /** Undefined: the person has given nothing. */
  onSettled: (token: string | undefined) => void;
}

/** Asks for the second factor, or for the password of whoever has none. A wrong one is asked for anew; Escape gives up. */
export default function PasswordDialog({ purpose, methods, onSettled }: PasswordDialogProps) {
  const { t } = useTranslation();
  const { username = '' } = useUser() ?? {};
  const { prove, isBusy, error, setError } = useProof(onSettled);
  const [challenge] = useChallengePasskeyMutation();
  const input = useRef<HTMLInputElement>(null);
  const isByFactor = methods.length > 0 && !methods.includes('password');

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    // As React sees it, the call's own form may stand around this one.
    event.stopPropagation();
    const field = input.current;
    if (isBusy || field === null) return;
    if (field.value === '') field.focus();
    else if (!(await prove(() => Promise.resolve({ purpose, [field.name]: field.value })))) field.select();
  };
  const byPasskey = () =>
    void prove(async () => ({ purpose, passkey: await signWithPasskey(await challenge().unwrap()) })).catch(() =>
      setError(t('secondFactor.passkeyFailed')),
    );

  return (
    <Dialog
      title={isByFactor ? t('stepUp.factorTitle') : t('stepUp.title')}
      isQuestion
      isBusy={isBusy}
      onClose={() => onSettled(undefined)}
    >
      <p className={classes.text}>{t(`stepUp.purposes.${purpose}`)}</p>
      <form className={classes.form} noValidate onSubmit={(event) => void submit(event)}>
        {/* For the password manager. */}
        <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
        {isByFactor ? (
          <FactorFields methods={methods} input={input} error={error} isBusy={isBusy} onPasskey={byPasskey} />
        ) : (
          <TextInput
            ref={input}
            label={t('login.password')}
            name="password"
            type="password"
            autoComplete="current-password"
            maxLength={256}
            data-autofocus
            readOnly={isBusy}
            error={error}
            aria-invalid={error !== undefined}
          />
        )}
        <DialogActions>
          <Button variant="default" disabled={isBusy} onClick={() => onSettled(undefined)}>
            {t('actions.cancel')}
          </Button>
          <Button type="submit" loading={isBusy}>
            {t('stepUp.submit')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

/** Sends what the person gives. */
function useProof(onSettled: (token: string) => void) {
  const { t } = useTranslation();
  const [stepUp, { isLoading }] = useStepUpMutation();
  const [error, setError] = useState<string>();
  /** @returns whether it was right. @throws what `read` throws. */
  const prove = async (read: () => Promise<PasswordAgain>): Promise<boolean> => {
    setError(undefined);
    const given = await read();
    try {
      const { token } = await stepUp(given).unwrap();
      onSettled(token);
      return true;
    } catch (failure) {
      setError(readProblem(failure).detail ?? t('errors.action'));
      return false;
    }
  };
  return { prove, isBusy: isLoading, error, setError };
}
