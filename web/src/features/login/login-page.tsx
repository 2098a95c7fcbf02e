import '@mantine/core/styles/Input.layer.css';
import { Button, TextInput, UnstyledButton } from '@mantine/core';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Credentials } from '@/api/user';
import { FactorFields } from '@/session/factor-fields';
import { EyeIcon, EyeOffIcon } from '@/shared/ui/icons';
import { Logo } from '@/shared/ui/logo';
import { ScreenTitle } from '@/shared/ui/screen-title';
import classes from './login-page.module.css';
import { SupportLine } from './support-line';
import { useLogin } from './use-login';

/** The login screen. Going on after a login is up to the route's guard. */
export function Component() {
  const { t } = useTranslation();
  const { notice, isLoading, asked, submit, submitPasskey, forget } = useLogin();
  const form = useRef<HTMLFormElement>(null);
  const factor = useRef<HTMLInputElement>(null);
  const passkey = asked?.passkey;

  return (
    <main className={classes.page}>
      <ScreenTitle>{t('login.title')}</ScreenTitle>
      <form
        ref={form}
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          submit(credentialsOf(event.currentTarget));
        }}
      >
        <div className={classes.brand}>
          <Logo />
          {t('app.name')}
        </div>
        <h1>{t('login.title')}</h1>
        <NameAndPassword isKept={asked !== undefined} />
        {asked && (
          <FactorFields
            methods={asked.methods}
            input={factor}
            isBusy={isLoading}
            {...(passkey && { onPasskey: () => form.current && submitPasskey(passkey, credentialsOf(form.current)) })}
          />
        )}
        {notice && (
          <div className={classes.notice} data-tone={notice.tone} role="alert">
            <p>{notice.text}</p>
            {notice.detail !== undefined && <p className={classes.detail}>{notice.detail}</p>}
          </div>
        )}
        <Button type="submit" fullWidth className={classes.submit ?? ''} loading={isLoading}>
          {t('login.submit')}
        </Button>
        {asked && (
          <Button variant="default" disabled={isLoading} onClick={forget}>
            {t('secondFactor.change')}
          </Button>
        )}
        <SupportLine />
      </form>
    </main>
  );
}

/** @param isKept they were right: what comes next belongs to them. */
function NameAndPassword({ isKept }: { isKept: boolean }) {
  const { t } = useTranslation();
  const [isShown, setShown] = useState(false);
  return (
    <>
      <TextInput
        label={t('login.username')}
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        size="md"
        readOnly={isKept}
      />
      <TextInput
        label={t('login.password')}
        name="password"
        type={isShown ? 'text' : 'password'}
        autoComplete="current-password"
        size="md"
        readOnly={isKept}
        rightSection={
          <UnstyledButton
            className={classes.eye ?? ''}
            aria-label={isShown ? t('login.hidePassword') : t('login.showPassword')}
            onClick={() => setShown(!isShown)}
          >
            {isShown ? <EyeOffIcon /> : <EyeIcon />}
          </UnstyledButton>
        }
      />
    </>
  );
}

/** What the form has: of the second factor's fields the one that is shown. */
function credentialsOf(form: HTMLFormElement): Credentials {
  const data = new FormData(form);
  const textOf = (name: string): string => {
    const value = data.get(name);
    return typeof value === 'string' ? value : '';
  };
  const [code, recoveryCode] = [textOf('code'), textOf('recovery_code')];
  return {
    username: textOf('username'),
    password: textOf('password'),
    ...(code !== '' && { code }),
    ...(recoveryCode !== '' && { recovery_code: recoveryCode }),
  };
}
