import { Button } from '@mantine/core';
import { useDispatch } from 'react-redux';
import { useNavigate, useParams } from 'react-router';
import { useAcceptInvitationMutation, useJoinAccountMutation, useReadInvitationQuery } from '@/api/members';
import { storedSession } from '@/api/stored-session';
import type { Tokens } from '@/api/user';
import { signIn, type SessionDispatch } from '@/session/session';
import { useUser } from '@/session/use-user';
import { useAction } from '@/shared/action/use-action';
import { TextField } from '@/shared/form/text-field';
import { useForm } from '@/shared/form/use-form';
import { textOf } from '@/shared/lib/text-of';
import { Logo } from '@/shared/ui/logo';
import { ErrorState } from '@/shared/ui/states';
import { ScreenTitle } from '@/shared/ui/screen-title';
import classes from './members.module.css';
import { useTexts } from './texts';

/** Where a link of an invitation leads: somebody new chooses a name and a password, who is signed in joins as they are. */
export function Component() {
  const t = useTexts();
  const { token = '' } = useParams();
  const user = useUser();
  const { currentData: invitation, isError, error, refetch } = useReadInvitationQuery({ token });
  return (
    <main className={classes.page}>
      <ScreenTitle>{t('members:accept.title')}</ScreenTitle>
      <div className={classes.form}>
        <Logo />
        <h1>{t('members:accept.title')}</h1>
        {isError && <ErrorState title={t('members:accept.gone')} error={error} onRetry={refetch} />}
        {invitation && (
          <>
            <p>
              {t('members:accept.where', {
                account: textOf(invitation.account.name),
                role: t(`members:roles.${invitation.role}`),
              })}
            </p>
            {user ? <Join token={token} name={user.username} /> : <Accept token={token} />}
          </>
        )}
      </div>
    </main>
  );
}

/** Goes on in the account of the tokens. */
function useEnter() {
  const dispatch = useDispatch<SessionDispatch>();
  const navigate = useNavigate();
  return (tokens: Tokens) => {
    dispatch(signIn(tokens));
    void navigate('/', { replace: true });
  };
}

function Join({ token, name }: { token: string; name: string }) {
  const t = useTexts();
  const [join] = useJoinAccountMutation();
  const run = useAction(join, { failure: t('members:accept.failed'), onSuccess: useEnter() });
  return (
    <Button onClick={() => void run({ token, refresh: storedSession.read()?.refresh ?? '' })}>
      {t('members:accept.join', { name: textOf(name) })}
    </Button>
  );
}

function Accept({ token }: { token: string }) {
  const t = useTexts();
  const [accept] = useAcceptInvitationMutation();
  const form = useForm<{ username: string; password: string }, Tokens>({
    initial: { username: '', password: '' },
    save: (given) => accept({ token, ...given }),
    texts: { failure: t('members:accept.failed') },
    isComplete: ({ username, password }) => username !== '' && password !== '',
    onSaved: useEnter(),
  });
  return (
    <form className={classes.screen} {...form.element}>
      <TextField label={t('members:accept.username')} {...form.field('username')} />
      <TextField label={t('members:accept.password')} type="password" {...form.field('password')} />
      <Button type="submit" loading={form.isBusy} disabled={!form.isComplete}>
        {t('members:accept.submit')}
      </Button>
    </form>
  );
}
