import '@mantine/core/styles/Input.layer.css';
import { Button, TextInput, UnstyledButton } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import { useLoginMutation } from '@/api/user';
import { signIn, type SessionDispatch } from '@/session/session';
import { useAuth } from '@/session/use-user';
import { readProblem } from '@/shared/lib/problem';
import { EyeIcon, EyeOffIcon } from '@/shared/ui/icons';
import { Logo } from '@/shared/ui/logo';
import { ScreenTitle } from '@/shared/ui/screen-title';
import classes from './login-page.module.css';
import { SupportLine } from './support-line';

/** The code for a wrong name or password. Its sentence adds nothing to the product's own. */
const UNAUTHORIZED = 401;

/** The login screen. Going on after a login is up to the route's guard. */
export function Component() {
  const { t } = useTranslation();
  const { notice, isLoading, submit } = useLogin();
  const [isShown, setShown] = useState(false);

  return (
    <main className={classes.page}>
      <ScreenTitle>{t('login.title')}</ScreenTitle>
      <form className={classes.form} onSubmit={submit}>
        <div className={classes.brand}>
          <Logo />
          {t('app.name')}
        </div>
        <h1>{t('login.title')}</h1>
        <TextInput
          label={t('login.username')}
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          size="md"
        />
        <TextInput
          label={t('login.password')}
          name="password"
          type={isShown ? 'text' : 'password'}
          autoComplete="current-password"
          size="md"
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
        {notice && (
          <div className={classes.notice} data-tone={notice.tone} role="alert">
            <p>{notice.text}</p>
            {notice.detail !== undefined && <p className={classes.detail}>{notice.detail}</p>}
          </div>
        )}
        <Button type="submit" fullWidth className={classes.submit ?? ''} loading={isLoading}>
          {t('login.submit')}
        </Button>
        <SupportLine />
      </form>
    </main>
  );
}

interface Notice {
  tone: 'danger' | 'warning';
  text: string;
  /** What the server adds to it. */
  detail?: string | undefined;
}

function useLogin() {
  const { t } = useTranslation();
  const { putOut } = useAuth();
  const dispatch = useDispatch<SessionDispatch>();
  const [login, { isLoading }] = useLoginMutation();
  const [notice, setNotice] = useState<Notice | undefined>(
    putOut ? { tone: 'warning', text: putOut.sentence ?? t('login.putOut') } : undefined,
  );

  const run = async (form: FormData) => {
    setNotice(undefined);
    try {
      dispatch(
        signIn(await login({ username: textOf(form, 'username'), password: textOf(form, 'password') }).unwrap()),
      );
    } catch (failure) {
      console.error('Login failed', failure);
      const { status, detail } = readProblem(failure);
      setNotice({ tone: 'danger', text: t('login.error'), detail: status === UNAUTHORIZED ? undefined : detail });
    }
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!isLoading) void run(new FormData(event.currentTarget));
  };
  return { notice, isLoading, submit };
}

function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
}
