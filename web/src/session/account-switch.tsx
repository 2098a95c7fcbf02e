import { useTranslation } from 'react-i18next';
import type { User } from '@/api/user';
import { FilterButtons } from '@/shared/ui/filter-buttons';
import { useSwitchAccount } from './use-switch-account';

interface AccountSwitchProps {
  user: User;
  /** Of what stands over the choice. */
  labelClass: string | undefined;
}

/** The accounts of a person who belongs to several: the session goes on in the chosen one, in all tabs. */
export default function AccountSwitch({ user: { account, accounts }, labelClass }: AccountSwitchProps) {
  const { t } = useTranslation();
  const enter = useSwitchAccount();
  if (account === undefined || accounts === undefined) return null;
  return (
    <>
      <p className={labelClass}>{t('shell.accounts')}</p>
      <FilterButtons
        label={t('shell.accounts')}
        value={account.id}
        onChange={(id) => void enter(id)}
        options={accounts.map(({ id, name, role }) => ({
          value: id,
          label: role === 'operator' ? t('shell.platform') : name,
        }))}
      />
    </>
  );
}
