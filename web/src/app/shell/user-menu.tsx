import { lazy, Suspense, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useUser } from '@/session/use-user';
import { ChevronDownIcon } from '@/shared/ui/icons';
import classes from './user-menu.module.css';

const load = () => import('./user-menu-panel');
const Panel = lazy(load);
/** What could not come when a hand came near is asked for again when the menu opens. */
const loadAhead = () => void load().catch(() => undefined);

/** `ivan.petrov` → `IP`. */
const initials = (name: string): string =>
  (name.match(/[\p{L}\p{N}]+/gu) ?? [])
    .slice(0, 2)
    .map((word) => word.charAt(0).toUpperCase())
    .join('');

/** Who is signed in, how the product looks and speaks, and the way out. The browser opens, closes and dismisses it. */
export function UserMenu() {
  const { t } = useTranslation();
  const [wasOpened, setOpened] = useState(false);
  const panel = useId();
  const user = useUser();
  const name = typeof user?.username === 'string' && user.username !== '' ? user.username : t('shell.username');

  return (
    <div className={classes.menu}>
      <button
        type="button"
        className={classes.trigger}
        popoverTarget={panel}
        title={t('shell.userMenu')}
        onPointerEnter={loadAhead}
        onFocus={loadAhead}
        onClick={() => setOpened(true)}
      >
        <span className={classes.avatar} aria-hidden="true">
          {initials(name)}
        </span>
        <span className={classes.name}>{name}</span>
        <ChevronDownIcon className={classes.chevron} />
      </button>
      <div id={panel} popover="auto" className={classes.panel} role="group" aria-label={t('shell.userMenu')}>
        {wasOpened && (
          <Suspense>
            <Panel user={user} name={name} onLeave={() => document.getElementById(panel)?.hidePopover()} />
          </Suspense>
        )}
      </div>
    </div>
  );
}
