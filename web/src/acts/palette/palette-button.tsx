import { useMediaQuery } from '@mantine/hooks';
import { useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { mayDo, type User } from '@/api/user';
import { useUser } from '@/session/use-user';
import { NAMESPACES } from '@/shared/i18n/palette';
import { SearchIcon } from '@/shared/ui/icons';
import classes from './palette-button.module.css';

/** Where the header has room for it, and the menu of the person, which stands in the header, too. */
const SPRING = 'header [data-spring]';
const MENU = 'header [popover]';

const hasWallet = (user: User): boolean =>
  user.role === 'trader' && mayDo(user, 'deposits.read') && Boolean(user.wallet);

const nothing = () => () => undefined;

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** For whoever does not know the key. On the phone of somebody with a wallet the header is full: it stands in their menu. */
export function PaletteButton({ onOpen }: { onOpen: () => void }) {
  const { t } = useTranslation(NAMESPACES);
  const isNarrow = useMediaQuery('(max-width: 519px)', false, { getInitialValueInEffect: false });
  const user = useUser();
  const isInMenu = isNarrow && user !== undefined && hasWallet(user);
  // React looks again once what it has drawn is on the screen: the header, then.
  const place = useSyncExternalStore(nothing, () => document.querySelector<HTMLElement>(isInMenu ? MENU : SPRING));
  if (!user || place === null) return null;
  return createPortal(
    <button
      type="button"
      className={isInMenu ? classes.inMenu : classes.button}
      aria-keyshortcuts={isApple ? 'Meta+K' : 'Control+K'}
      onClick={() => {
        if (isInMenu) place.hidePopover();
        onOpen();
      }}
    >
      <SearchIcon />
      <span className={classes.words}>{t('palette:open')}</span>
      {!isInMenu && (
        <kbd className={classes.key} aria-hidden="true">
          {isApple ? '⌘ K' : 'Ctrl K'}
        </kbd>
      )}
    </button>,
    place,
  );
}
