import { useMantineColorScheme } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import { useGetTraderDashboardQuery, useToggleTrafficMutation } from '@/api/balance';
import { mayDo, type User } from '@/api/user';
import { signOut, type SessionDispatch } from '@/session/session';
import { useSwitchAccount } from '@/session/use-switch-account';
import { useAction } from '@/shared/action/use-action';
import { chooseLanguage, LANGUAGES } from '@/shared/i18n/i18n';
import { NAMESPACES } from '@/shared/i18n/palette';
import { paths } from '@/shared/lib/paths';
import type { Entry } from './entry';

type Action = Omit<Entry, 'group'>;

/** The trader's traffic, the other way; nothing while it cannot be switched, or is not theirs to switch. */
function useTraffic(user: User): Action[] {
  const { t } = useTranslation(NAMESPACES);
  const isTheirs = user.role === 'trader' && mayDo(user, 'traffic.switch') && mayDo(user, 'balance.read');
  const { data } = useGetTraderDashboardQuery(undefined, { skip: !isTheirs });
  const [toggle] = useToggleTrafficMutation();
  const isOn = data?.is_active ?? false;
  const run = useAction(toggle, {
    success: isOn ? t('palette:done.trafficOff') : t('palette:done.trafficOn'),
    failure: t('errors.action'),
  });
  if (!data?.account_enable_info.can_be_enable) return [];
  const id = isOn ? 'trafficOff' : 'trafficOn';
  return [{ id, label: t(`palette:actions.${id}`), run: () => run(!isOn) }];
}

/** Where something new is made: only for whom the page is. */
function useNew(user: User): Action[] {
  const { t } = useTranslation(NAMESPACES);
  const pages = [
    ['newRequisite', user.role === 'trader' && mayDo(user, 'requisites.edit'), paths.newRequisite()],
    ['newCabinet', user.role === 'trader' && mayDo(user, 'cabinets.edit'), paths.newCabinet()],
    ['newUsdtWithdrawal', user.role === 'trader' && mayDo(user, 'usdt.withdraw'), paths.newUsdtWithdrawal()],
    ['newPayout', user.role === 'merchant' && user.payout_enable && mayDo(user, 'payouts.make'), paths.newPayout()],
    ['newWithdrawal', user.role === 'merchant' && mayDo(user, 'withdrawals.make'), paths.newWithdrawal()],
    ['security', true, paths.security],
    ['alerts', user.role === 'trader' && user.rights !== undefined, paths.alerts],
  ] as const;
  return pages.flatMap(([id, may, path]) => (may ? [{ id, label: t(`palette:actions.${id}`), path }] : []));
}

const SCHEMES = ['light', 'dark', 'auto'] as const;

/** How the product looks and speaks: what is so already is not offered. */
function useLooks(): Action[] {
  const { t, i18n } = useTranslation(NAMESPACES);
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return [
    ...SCHEMES.filter((scheme) => scheme !== colorScheme).map((scheme) => ({
      id: `scheme-${scheme}`,
      label: `${t('shell.theme')}: ${t(`shell.themes.${scheme}`)}`,
      run: () => setColorScheme(scheme),
    })),
    ...LANGUAGES.filter((language) => language !== i18n.language).map((language) => ({
      id: `language-${language}`,
      label: `${t('shell.language')}: ${t(`shell.languages.${language}`)}`,
      run: () => chooseLanguage(language),
    })),
  ];
}

/** Everything that the person may do from anywhere. */
export function useActions(user: User): Entry[] {
  const { t } = useTranslation(NAMESPACES);
  const dispatch = useDispatch<SessionDispatch>();
  const enter = useSwitchAccount();
  const others = (user.accounts ?? []).filter(({ id }) => id !== user.account?.id);
  const actions: Action[] = [
    ...useTraffic(user),
    ...useNew(user),
    ...others.map(({ id, name, role }) => ({
      id: `account-${id}`,
      label: t('palette:actions.account', { name: role === 'operator' ? t('shell.platform') : name }),
      run: () => enter(id),
    })),
    ...useLooks(),
    {
      id: 'signOut',
      label: t('shell.logout'),
      words: 'выход сменить logout sign out exit',
      run: () => dispatch(signOut({ byChoice: true })),
    },
  ];
  return actions.map((action) => ({ ...action, group: 'actions' }));
}
