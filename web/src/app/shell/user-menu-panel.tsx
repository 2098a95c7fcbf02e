import { type MantineColorScheme, useMantineColorScheme } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import { Link } from 'react-router';
import { useTexts as useFileTexts } from '@/acts/exports/texts';
import type { User } from '@/api/user';
import { signOut, type SessionDispatch } from '@/session/session';
import { chooseLanguage, LANGUAGES, type Language } from '@/shared/i18n/i18n';
import { orderSound, useOrderSound } from '@/shared/lib/order-sound';
import { paths } from '@/shared/lib/paths';
import { FilterButtons } from '@/shared/ui/filter-buttons';
import { LogoutIcon } from '@/shared/ui/icons';
import classes from './user-menu.module.css';

/** Few belong to several accounts. */
const AccountSwitch = lazy(() => import('@/session/account-switch'));

const SCHEMES = ['auto', 'light', 'dark'] as const satisfies readonly MantineColorScheme[];

/** What the menu holds. It comes when a hand comes near: no first screen needs it. */
export default function UserMenuPanel({
  user,
  name,
  onLeave,
}: {
  user: User | undefined;
  name: string;
  onLeave: () => void;
}) {
  const { t, i18n } = useTranslation();
  const files = useFileTexts();
  const dispatch = useDispatch<SessionDispatch>();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <>
      <p className={classes.panelName}>{name}</p>
      {user && (user.accounts?.length ?? 0) > 1 && (
        <Suspense>
          <AccountSwitch user={user} labelClass={classes.label} />
        </Suspense>
      )}
      <p className={classes.label}>{t('shell.theme')}</p>
      <FilterButtons<MantineColorScheme>
        label={t('shell.theme')}
        value={colorScheme}
        onChange={setColorScheme}
        options={SCHEMES.map((value) => ({ value, label: t(`shell.themes.${value}`) }))}
      />
      <p className={classes.label}>{t('shell.language')}</p>
      <FilterButtons<Language>
        label={t('shell.language')}
        value={LANGUAGES.find((language) => language === i18n.language) ?? 'en'}
        onChange={chooseLanguage}
        options={LANGUAGES.map((value) => ({ value, label: t(`shell.languages.${value}`) }))}
      />
      {user?.role === 'trader' && <SoundChoice />}
      <Link to={paths.security} className={classes.link ?? ''} onClick={onLeave}>
        {t('shell.security')}
      </Link>
      <Link to={paths.files} className={classes.link ?? ''} onClick={onLeave}>
        {files('exports:files')}
      </Link>
      {user?.role === 'trader' && user.rights && (
        <Link to={paths.alerts} className={classes.link ?? ''} onClick={onLeave}>
          {t('shell.alerts')}
        </Link>
      )}
      <button type="button" className={classes.logout} onClick={() => dispatch(signOut({ byChoice: true }))}>
        <LogoutIcon />
        {t('shell.logout')}
      </button>
    </>
  );
}

const SOUNDS = ['off', 'on'] as const;

/** Whether a new order is heard. Switching it on sounds once, and lets the browser know that it is wanted. */
function SoundChoice() {
  const { t } = useTranslation();
  const choose = (choice: (typeof SOUNDS)[number]) => {
    orderSound.set(choice === 'on');
    if (choice === 'on') void import('@/session/live/beep').then(({ beep }) => beep());
  };
  return (
    <>
      <p className={classes.label}>{t('shell.sound')}</p>
      <FilterButtons
        label={t('shell.sound')}
        value={useOrderSound() ? 'on' : 'off'}
        onChange={choose}
        options={SOUNDS.map((value) => ({ value, label: t(`shell.sounds.${value}`) }))}
      />
    </>
  );
}
