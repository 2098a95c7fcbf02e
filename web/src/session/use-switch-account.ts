import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import { useNavigate } from 'react-router';
import { storedSession } from '@/api/stored-session';
import { useSwitchAccountMutation } from '@/api/user';
import { useAction } from '@/shared/action/use-action';
import { type SessionDispatch, signIn } from './session';

/** Goes on with the session in another account of the person's, in all tabs. */
export function useSwitchAccount(): (id: string) => Promise<boolean> {
  const { t } = useTranslation();
  const dispatch = useDispatch<SessionDispatch>();
  const navigate = useNavigate();
  const [enter] = useSwitchAccountMutation();
  const run = useAction(enter, {
    failure: t('shell.accounts'),
    onSuccess: async (tokens) => {
      await navigate('/');
      dispatch(signIn(tokens));
    },
  });
  return (account) => run({ account, refresh: storedSession.read()?.refresh ?? '' });
}
