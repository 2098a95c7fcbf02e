import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import { useNavigate } from 'react-router';
import { storedSession } from '@/api/stored-session';
import { type User, useSwitchAccountMutation } from '@/api/user';
import { signIn, type SessionDispatch } from '@/session/session';
import { useAction } from '@/shared/action/use-action';
import { FilterButtons } from '@/shared/ui/filter-buttons';
import classes from './user-menu.module.css';

/** The accounts of a person who belongs to several: the session goes on in the chosen one, in all tabs. */
export default function AccountSwitch({ user: { account, accounts } }: { user: User }) {
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
  if (account === undefined || accounts === undefined) return null;
  return (
    <>
      <p className={classes.label}>{t('shell.accounts')}</p>
      <FilterButtons
        label={t('shell.accounts')}
        value={account.id}
        onChange={(id) => void run({ account: id, refresh: storedSession.read()?.refresh ?? '' })}
        options={accounts.map(({ id, name, role }) => ({
          value: id,
          label: role === 'operator' ? t('shell.platform') : name,
        }))}
      />
    </>
  );
}
