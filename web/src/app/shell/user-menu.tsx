import { useMantineColorScheme, type MantineColorScheme } from '@mantine/core';
import { lazy, Suspense, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import { Link } from 'react-router';
import { signOut, type SessionDispatch } from '@/session/session';
import { useUser } from '@/session/use-user';
import { orderSound, useOrderSound } from '@/shared/lib/order-sound';
import { chooseLanguage, LANGUAGES, type Language } from '@/shared/i18n/i18n';
import { paths } from '@/shared/lib/paths';
import { FilterButtons } from '@/shared/ui/filter-buttons';
import { ChevronDownIcon, LogoutIcon } from '@/shared/ui/icons';
import classes from './user-menu.module.css';

/** Few belong to several accounts. */
const AccountSwitch = lazy(() => import('@/session/account-switch'));

const SCHEMES = ['auto', 'light', 'dark'] as const satisfies readonly MantineColorScheme[];

/** `ivan.petrov` → `IP`. */
const initials = (name: string): string =>
  (name.match(/[\p{L}\p{N}]+/gu) ?? [])
    .slice(0, 2)
    .map((word) => word.charAt(0).toUpperCase())
    .join('');

/** Who is signed in, how the product looks and speaks, and the way out. The browser opens, closes and dismisses it. */
export function UserMenu() {
  const { t, i18n } = useTranslation();
  const dispatch = useDispatch<SessionDispatch>();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const panel = useId();
  const user = useUser();
  const name = typeof user?.username === 'string' && user.username !== '' ? user.username : t('shell.username');

  return (
    <div className={classes.menu}>
      <button type="button" className={classes.trigger} popoverTarget={panel} title={t('shell.userMenu')}>
        <span className={classes.avatar} aria-hidden="true">
          {initials(name)}
        </span>
        <span className={classes.name}>{name}</span>
        <ChevronDownIcon className={classes.chevron} />
      </button>
      <div id={panel} popover="auto" className={classes.panel} role="group" aria-label={t('shell.userMenu')}>
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
        <Link
          to={paths.security}
          className={classes.link ?? ''}
          onClick={() => document.getElementById(panel)?.hidePopover()}
        >
          {t('shell.security')}
        </Link>
        {user?.role === 'trader' && user.rights && (
          <Link
            to={paths.alerts}
            className={classes.link ?? ''}
            onClick={() => document.getElementById(panel)?.hidePopover()}
          >
            {t('shell.alerts')}
          </Link>
        )}
        <button type="button" className={classes.logout} onClick={() => dispatch(signOut({ byChoice: true }))}>
          <LogoutIcon />
          {t('shell.logout')}
        </button>
      </div>
    </div>
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
