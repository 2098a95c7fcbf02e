import { Suspense, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { NavLink } from 'react-router';
import { type SectionName, sectionsOf } from '@/session/sections';
import { useUser } from '@/session/use-user';
import { lazyLater } from '@/shared/lib/lazy-later';
import { CloseIcon, SidebarIcon } from '@/shared/ui/icons';
import { Skeleton } from '@/shared/ui/states';
import { Toaster } from '@/shared/ui/toaster';
import { SECTION_ICONS } from './section-icons';
import classes from './sidebar.module.css';
import { useSidebar } from './use-sidebar';

/** The sections of the user's role: a column at the side, a strip of icons, or a drawer on a phone. */
export function Sidebar() {
  const { t } = useTranslation();
  const { isDrawer, collapsed, setCollapsed } = useSidebar();
  if (isDrawer) return <SidebarDrawer />;
  const label = collapsed ? t('shell.expand') : t('shell.collapse');
  return (
    <aside className={classes.sidebar} data-collapsed={collapsed || undefined}>
      <SectionLinks iconsOnly={collapsed} />
      <button
        type="button"
        className={classes.toggle}
        aria-expanded={!collapsed}
        aria-label={label}
        onClick={() => setCollapsed(!collapsed)}
      >
        <SidebarIcon />
        <span className={classes.text}>{label}</span>
      </button>
    </aside>
  );
}

function SidebarDrawer() {
  const { t } = useTranslation();
  const { collapsed, setCollapsed } = useSidebar();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (collapsed) dialog.current?.close();
    else if (!dialog.current?.open) dialog.current?.showModal();
  }, [collapsed]);

  return (
    <dialog
      ref={dialog}
      className={classes.drawer}
      aria-label={t('shell.navigation')}
      // The browser closes it on Escape by itself, and in newer ones on a tap beside it.
      onClose={() => setCollapsed(true)}
      {...{ closedby: 'any' }}
    >
      <button
        type="button"
        className={classes.close}
        aria-label={t('shell.closeMenu')}
        onClick={() => setCollapsed(true)}
      >
        <CloseIcon />
      </button>
      <SectionLinks iconsOnly={false} />
      {!collapsed && <Toaster />}
    </dialog>
  );
}

/** A menu without it is whole. */
const InboxCount = lazyLater<{ section: SectionName }>(() => import('@/session/inbox/inbox-count'));

const SKELETON_LINKS = 8;

/** The name beside an icon stands where the icon is, wherever the links are scrolled to. */
function placeName({ currentTarget: link }: { currentTarget: HTMLElement }): void {
  link.style.setProperty('--name-top', `${link.getBoundingClientRect().top}px`);
}

function SectionLinks({ iconsOnly }: { iconsOnly: boolean }) {
  const { t } = useTranslation();
  const { onChoice } = useSidebar();
  const user = useUser();
  return (
    <nav className={classes.links} aria-label={t('shell.navigation')}>
      {user
        ? sectionsOf(user).map(({ name, path }) => {
            const Icon = SECTION_ICONS[name];
            const label = t(`sections.${name}`);
            return (
              <NavLink
                key={name}
                to={path}
                state="menu"
                className={classes.link ?? ''}
                data-tip={label}
                onPointerEnter={placeName}
                onFocus={placeName}
                onClick={onChoice}
              >
                <Icon />
                <span className={iconsOnly ? 'visually-hidden' : classes.text}>{label}</span>
                <Suspense>
                  <InboxCount section={name} />
                </Suspense>
              </NavLink>
            );
          })
        : Array.from({ length: SKELETON_LINKS }, (_, index) => (
            <span key={index} className={classes.link} aria-hidden="true">
              <Skeleton width={iconsOnly ? 20 : `${60 + ((index * 17) % 30)}%`} />
            </span>
          ))}
    </nav>
  );
}
